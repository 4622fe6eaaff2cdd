//! Neither allocator is the program's own.

use string_kit_conformance::{
    CheckingAllocator, Counts, check, count, is_checking, is_counting, with_budget,
};

#[test]
fn all_is_quiet() {
    assert!(!is_counting());
    assert!(!is_checking());
    let (_, counts) = count(|| String::from("tag"));
    assert_eq!(counts, Counts::default());
    assert!(with_budget(0, || String::new().try_reserve(1)).is_ok());
    let (_, violations) = check(|| String::from("tag"));
    assert_eq!(violations, []);
}

#[test]
fn an_allocator_that_is_not_the_global_one_does_not_look_like_it() {
    use std::alloc::{GlobalAlloc, Layout};

    let allocator = CheckingAllocator::new();
    let layout = Layout::new::<u64>();
    #[expect(
        unsafe_code,
        reason = "nothing safe calls an allocator that is not the global one"
    )]
    let block = {
        // SAFETY: `u64` is not zero bytes.
        unsafe { allocator.alloc(layout) }
    };
    assert!(!is_counting());
    assert!(!is_checking());
    #[expect(
        unsafe_code,
        reason = "nothing safe calls an allocator that is not the global one"
    )]
    // SAFETY: the block is this allocator's, of this layout, and not used again.
    unsafe {
        allocator.dealloc(block, layout);
    }
}
