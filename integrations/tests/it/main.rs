//! The tests of string-kit's features for the traits of other crates: `StringBuf` and `SharedStr`
//! against `String`, and `StrList` against `Vec<String>`. And `ConcatStr` with crates that read
//! texts in pieces, `SharedStr` with crates that take texts over or decode into them.
//!
//! The tests of the feature `serde` are in `string-kit-serde/tests`.

extern crate string_kit_integrations as string_kit;

mod arbitrary;
mod borsh;
mod bytes;
mod concat;
mod proptest;
mod rkyv;
mod schemars;

use ::proptest::prelude::*;
use ::proptest::string::StringParam;
use string_kit_conformance::texts::texts;
use string_kit_conformance::{CountingAllocator, Counts, count, with_budget};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

/// Returns lists of strings: of no string, of each test text, and of many.
fn lists() -> impl Iterator<Item = Vec<String>> {
    let one_each = texts().iter().map(|text| vec![text.clone()]);
    let some = texts().chunks(7).map(<[String]>::to_vec);
    let empty = [0, 2, 15, 16, 255, 256, 1000].map(|len| vec![String::new(); len]);
    one_each.chain(some).chain(empty).chain([texts().to_vec()])
}

/// Generates lists of up to 8 strings. The 100 of `any` take seconds without optimization.
fn some_strings() -> impl Strategy<Value = Vec<String>> {
    any_with::<Vec<String>>(((0..=8).into(), StringParam::default()))
}

/// Runs `work` with a budget of 0 allocations, then 1, and so on, until it succeeds. Asserts that
/// each failure is out of memory and leaks nothing, and returns the budget that was enough.
fn fails_until_it_fits<T, E>(
    mut work: impl FnMut() -> Result<T, E>,
    is_out_of_memory: impl Fn(&E) -> bool,
) -> usize {
    for budget in 0..100 {
        let (result, counts) = count(|| with_budget(budget, &mut work));
        match result {
            Ok(_) => return budget,
            Err(error) => assert!(is_out_of_memory(&error), "{budget} allocations"),
        }
        assert_eq!(counts.live_bytes, 0, "{budget} allocations");
    }
    panic!("100 allocations are not enough");
}

/// Asserts the numbers of allocations and reallocations, and that all blocks but one of `size`
/// bytes were freed. No block is left if `size` is 0.
#[track_caller]
fn assert_counts(counts: Counts, allocations: usize, reallocations: usize, size: usize) {
    let expected = Counts {
        allocations,
        reallocations,
        deallocations: allocations - usize::from(size > 0),
        live_bytes: isize::try_from(size).unwrap(),
        ..counts
    };
    assert_eq!(counts, expected);
}
