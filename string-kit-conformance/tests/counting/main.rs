//! Tests with the counting allocator as the global one.

#[path = "../support/mod.rs"]
mod support;

use string_kit_conformance::{CountingAllocator, check};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

#[test]
fn it_counts_and_limits_and_is_detected() {
    support::counts_limits_and_is_detected(false);
}

#[test]
fn check_finds_nothing() {
    let (text, violations) = check(|| String::from("tag"));
    assert_eq!((text.as_str(), violations.len()), ("tag", 0));
}
