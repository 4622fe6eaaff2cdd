//! Tests in a program where neither allocator is the global one.

use string_kit_conformance::{
    CheckingAllocator, Counts, check, count, is_checking, is_counting, with_budget,
};

#[test]
fn nothing_is_counted_limited_or_checked() {
    assert!(!is_counting());
    assert!(!is_checking());
    let (_, counts) = count(|| String::from("tag"));
    assert_eq!(counts, Counts::default());
    assert!(with_budget(0, || String::new().try_reserve(1)).is_ok());
    let (_, violations) = check(|| String::from("tag"));
    assert_eq!(violations, []);
}

#[test]
fn direct_calls_do_not_make_an_allocator_global() {
    use std::alloc::{GlobalAlloc, Layout};

    let allocator = CheckingAllocator::new();
    let layout = Layout::new::<u64>();
    #[expect(
        unsafe_code,
        reason = "nothing safe calls an allocator that is not the global one"
    )]
    let block = {
        // SAFETY: a `u64` has a size of eight bytes, which is not zero.
        unsafe { allocator.alloc(layout) }
    };
    assert!(!is_counting());
    assert!(!is_checking());
    #[expect(
        unsafe_code,
        reason = "nothing safe calls an allocator that is not the global one"
    )]
    // SAFETY: this allocator returned the block for this layout, and nothing uses it afterwards.
    unsafe {
        allocator.dealloc(block, layout);
    }
}
