//! Joins of trees: their heights, and the slots that they take.

use std::format;
use std::vec::Vec;

use super::{check, count, draws, height};
use crate::ConcatStr;
use crate::node::Kind;
use crate::slab::steps;
use crate::tree::{tallest, try_link};

#[test]
fn adversarial_joins_take_few_slots() {
    for kind in 0..6 {
        let mut text = ConcatStr::from("ab");
        let mut kept = Vec::new();
        let pieces: Vec<ConcatStr> = (0..50).map(|n| ConcatStr::from(format!("{n};"))).collect();
        let (most, all) = count(3000, |n| {
            let piece = &pieces[n % 50];
            let left = match kind {
                0 => false,
                1 => true,
                2 => n % 2 == 0,
                3 => n / 100 % 2 == 0,
                4 => n % 7 < 3,
                _ => n.count_ones() % 2 == 0,
            };
            text = if left {
                piece.concat(&text)
            } else {
                text.concat(piece)
            };
            if n % 100 == 99 && text.len() < 1 << 20 {
                text = text.concat(&text);
            }
            if n % 50 == 49 {
                let third = text.len() / 3;
                text.replace_range(third..=third, "xyz");
            }
            if n % 25 == 24 {
                let third = text.len() / 3;
                let end = text.split_off(third);
                text = end.concat(&text);
            }
            if n % 3 == 0 {
                kept.push(text.clone());
            }
        });
        assert!(
            most <= 250 && all <= 3000 * 8,
            "kind {kind}: {most} at most, {all} in all"
        );
        let node = text.0.get().expect("it has a text");
        check(node, false);
    }
}

#[test]
fn a_full_version_that_is_extended_again_takes_few_slots() {
    let piece = ConcatStr::from("a piece of twenty b.");
    let mut text = piece.clone();
    let mut worst = 0;
    for _ in 0..2000 {
        text = text.concat(&piece);
        let (again, taken) = steps::counted(|| text.concat(&piece));
        assert!(again.len() > text.len());
        worst = worst.max(taken);
    }
    assert!(worst <= 120, "{worst}");
}

/// Returns the texts of a tree that is as high as can be, with bytes to spare for no node above it:
/// each is twice the one before, and has single bytes between the two halves.
fn tight() -> Vec<ConcatStr> {
    let dot = ConcatStr::from(".");
    let mut text = ConcatStr::from(&*"0123456789".repeat(101));
    while height(&text) + 1 < tallest(text.len() + 1) {
        text = text.concat(&dot);
    }
    let mut texts = Vec::new();
    while text.len() < 1 << 30 {
        texts.push(text.concat(&dot));
        text = text.concat(&dot).concat(&dot.concat(&text));
    }
    texts
}

/// Makes a text higher by a number of levels, and not longer than it must be.
fn raised(text: &ConcatStr, levels: u32) -> ConcatStr {
    (0..levels).fold(text.clone(), |text, _| {
        let high = height(&text) + 1;
        let mut len = text.len() + 1;
        while tallest(len) < high {
            len += len / 1000 + 1;
        }
        text.concat(&ConcatStr::from("y").repeat(len - text.len()))
    })
}

/// Returns a text that was taken over, with leaves of some bytes on both sides.
fn around_a_long_leaf(bytes: usize) -> ConcatStr {
    let piece = ConcatStr::from("p".repeat(bytes));
    let mut text = ConcatStr::from("a text of a megabyte".repeat(50_000));
    for n in 0..38 {
        text = if n % 2 == 0 {
            text.concat(&piece)
        } else {
            piece.concat(&text)
        };
    }
    text.concat(&text)
}

#[test]
fn a_concatenation_of_a_tight_tree_takes_few_slots() {
    let dot = ConcatStr::from(".");
    for text in tight().into_iter().take(18) {
        let text = raised(&text, 9);
        for pair in [[&dot, &text], [&text, &dot]] {
            let (both, taken) = steps::counted(|| pair[0].concat(pair[1]));
            assert!(taken <= 120, "{taken}");
            check_spine(&both);
        }
    }
}

#[test]
fn a_link_with_room_takes_one_slot() {
    let mut dot = ConcatStr::from(".");
    let mut text = ConcatStr::from(&*"0123456789".repeat(101));
    while height(&text) + 2 < tallest(text.len() + 1) {
        text = text.concat(&dot);
    }
    let (left, right) = (text.0.take().unwrap(), dot.0.take().unwrap());
    let (linked, taken) = steps::counted(|| try_link(left, right));
    assert!(taken == 1 && linked.is_ok(), "{taken}");
}

#[test]
fn appends_and_prepends_take_few_slots() {
    let piece = ConcatStr::from("a piece of twenty b.");
    for at_end in [false, true] {
        let (mut text, mut kept) = (piece.clone(), Vec::new());
        let (_, all) = count(5000, |_| {
            text = if at_end {
                text.concat(&piece)
            } else {
                piece.concat(&text)
            };
            kept.push(text.clone());
        });
        assert!(all <= 3 * 5000, "{at_end}: {all}");
    }
}

/// Checks the height of each node on two paths: of so long a text not all can be checked.
fn check_spine(text: &ConcatStr) {
    for last in [false, true] {
        let mut node = text.0.get().expect("it has a text");
        while let Kind::Inner(left, right) = node.kind() {
            assert!(node.height() <= tallest(node.len()));
            node = if last { right } else { left };
        }
    }
}

/// Edits and cuts of a range.
const OPERATIONS: [fn(&mut ConcatStr, usize, usize); 5] = [
    |text, from, to| *text = text.substr(from..to),
    |text, from, to| {
        text.replace_range(from..to, "a text of 44 bytes, more than a patch can take");
    },
    |text, from, _| text.insert_str(from, "a new place"),
    |text, from, to| *text = text.concat(&text.substr(from..to)),
    |text, from, _| {
        let end = text.split_off(from);
        *text = end.concat(text);
    },
];

#[test]
fn no_step_takes_more_slots_than_are_reserved() {
    let mut draw = draws(9);
    let mut texts: Vec<ConcatStr> = [1, 40, 90, 200].map(around_a_long_leaf).into();
    let tight = tight().into_iter().filter(|text| text.len() < 1 << 29);
    texts.extend(tight.flat_map(|text| [raised(&text, 1), text]));
    let mut most = (0, 0);
    for _ in 0..3000 {
        let mut text = texts[draw(texts.len())].clone();
        for operation in [2, 2, draw(5), draw(5)] {
            let (a, b) = (draw(text.len()), draw(text.len()));
            let (from, to) = if draw(2) == 0 {
                (a.min(b), a.max(b))
            } else {
                (a, text.len().min(a + 60))
            };
            let peaks = steps::peaks_of(|| OPERATIONS[operation](&mut text, from, to));
            most = (peaks.0.max(most.0), peaks.1.max(most.1));
            check_spine(&text);
        }
    }
    // 256 and 8 are reserved. `tree.rs` says why a step takes at most 195.
    assert!(most.0 <= 64 && most.1 <= 4, "{most:?}");
}

#[test]
fn a_join_along_nodes_that_are_not_level_reserves_slots_for_each() {
    let new = "0123456789".repeat(60);
    let old = around_a_long_leaf(40);
    for quarter in 0..4 {
        let (mut text, at) = (old.clone(), old.len() / 4 * quarter);
        let peaks = steps::peaks_of(|| text.replace_range(at..at, &new));
        assert!(peaks.0 <= 2, "{peaks:?}");
        check_spine(&text);
    }
}
