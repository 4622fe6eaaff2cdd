//! Tests that both allocators must pass.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};

use string_kit_conformance::{Counts, count, is_checking, is_counting, with_budget};

/// Checks the counts, the budget and the detection of the global allocator.
pub(crate) fn counts_limits_and_is_detected(is_checking: bool) {
    counts_and_budgets();
    refused_blocks_are_not_counted();
    detection_changes_no_counts(is_checking);
}

fn counts_and_budgets() {
    let grown = counts(|| {
        let mut list = Vec::<u8>::with_capacity(10);
        list.reserve_exact(30);
        list.push(1);
        list.shrink_to_fit();
    });
    assert_eq!(grown, numbers([1, 2, 1], 0, 40));
    let mut text = String::from("12345");
    let replaced = counts(|| text = String::from("1234567"));
    assert_eq!(replaced, numbers([1, 0, 1], 2, 7));
    let dropped = counts(|| drop(vec![0_u64; 4]));
    assert_eq!(dropped, numbers([1, 0, 1], 0, 32));

    let mut text = String::with_capacity(8);
    with_budget(2, || {
        assert!(text.try_reserve_exact(9).is_ok());
        assert!(text.try_reserve_exact(10).is_ok());
        assert!(text.try_reserve_exact(11).is_err());
        text.shrink_to(4);
        assert_eq!(text.capacity(), 4);
        assert!(String::new().try_reserve(1).is_err());
    });
    assert!(text.try_reserve_exact(11).is_ok());
}

/// Checks that blocks of any size that the system refuses are not counted.
fn refused_blocks_are_not_counted() {
    let most = isize::MAX.cast_unsigned();
    // A machine of 32 bits has room for one or two such blocks, until these take it. Nothing is
    // written to them, so that they take addresses and no memory.
    let held = [most - 4096, most / 2].map(|size| {
        let layout = Layout::from_size_align(size, 1).unwrap();
        // SAFETY: the size is not zero.
        (unsafe { System.alloc(layout) }, layout)
    });
    let mut text = String::from("tag");
    let refused = counts(|| {
        for less in [0, 1, 15, 16, 64, 4096, most / 2] {
            let size = most - less;
            assert!(String::new().try_reserve_exact(size).is_err(), "{size}");
            assert!(text.try_reserve_exact(size - 8).is_err(), "{size}");
        }
    });
    for (block, layout) in held.into_iter().filter(|(block, _)| !block.is_null()) {
        // SAFETY: `System` returned the block for this layout, and it is freed once.
        unsafe { System.dealloc(block, layout) };
    }
    assert_eq!(refused, Counts::default());
    assert_eq!(text, "tag");
}

/// Checks that `is_counting` and `is_checking` change neither the counts nor the budget, and work
/// with a spent budget.
fn detection_changes_no_counts(checking: bool) {
    let asked = counts(|| {
        with_budget(0, || {
            assert!(is_counting());
            assert_eq!(is_checking(), checking);
            assert!(String::new().try_reserve(1).is_err());
        });
        with_budget(1, || {
            assert!(is_counting());
            assert!(String::new().try_reserve(1).is_ok());
        });
    });
    assert_eq!((asked.allocations, asked.deallocations), (1, 1));
}

/// Returns the counts of allocations, reallocations and deallocations, and of bytes.
fn numbers(calls: [usize; 3], live_bytes: isize, peak_bytes: isize) -> Counts {
    Counts {
        allocations: calls[0],
        reallocations: calls[1],
        deallocations: calls[2],
        live_bytes,
        peak_bytes,
    }
}

fn counts(work: impl FnOnce()) -> Counts {
    count(work).1
}
