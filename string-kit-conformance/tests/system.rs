//! Tests in a program where neither allocator is the global one.
#![allow(unsafe_code)] // Nothing safe calls an allocator that is not the global one.

use std::alloc::{GlobalAlloc, Layout};

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
    let allocator = CheckingAllocator::new();
    let layout = Layout::new::<u64>();
    // SAFETY: a `u64` has a size of eight bytes, which is not zero.
    let block = unsafe { allocator.alloc(layout) };
    assert!(!is_counting());
    assert!(!is_checking());
    // SAFETY: this allocator returned the block for this layout, and nothing uses it afterwards.
    unsafe { allocator.dealloc(block, layout) };
}
