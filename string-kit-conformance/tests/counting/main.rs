//! The counting allocator as the global one.

#[path = "../support/mod.rs"]
mod support;

use string_kit_conformance::{CountingAllocator, check};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

#[test]
fn counts_and_refuses() {
    support::counts_and_refuses();
}

#[test]
fn refused_by_the_system() {
    support::refused_by_the_system();
}

#[test]
fn asks_without_a_trace() {
    support::asks_without_a_trace(false);
}

#[test]
fn check_sees_nothing() {
    let (text, violations) = check(|| String::from("tag"));
    assert_eq!((text.as_str(), violations.len()), ("tag", 0));
}
