//! Tests with the counting allocator as the global one.

#[path = "../support/mod.rs"]
mod support;

use string_kit_conformance::{CountingAllocator, check};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

#[test]
fn counts_and_budgets() {
    support::counts_and_budgets();
}

#[test]
fn refused_blocks_are_not_counted() {
    support::refused_blocks_are_not_counted();
}

#[test]
fn detection_changes_no_counts() {
    support::detection_changes_no_counts(false);
}

#[test]
fn check_finds_nothing() {
    let (text, violations) = check(|| String::from("tag"));
    assert_eq!((text.as_str(), violations.len()), ("tag", 0));
}
