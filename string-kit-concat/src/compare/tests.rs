//! Short texts as if they were long: the paths that only those of many bytes come to.

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use proptest::prelude::*;

use super::Whole;
use super::grammar::Grammar;
use crate::{ConcatArena, ConcatId};

/// A text of these pieces as one of several shapes.
fn build(arena: &mut ConcatArena, pieces: &[&str], shape: usize) -> ConcatId {
    match shape {
        0 => arena.concat_pieces(pieces),
        1 => {
            let empty = arena.leaf("");
            pieces
                .iter()
                .fold(empty, |text, piece| arena.append(text, piece))
        }
        2 => {
            let empty = arena.leaf("");
            pieces.iter().rev().fold(empty, |text, piece| {
                let piece = arena.leaf(piece);
                arena.concat(piece, text)
            })
        }
        _ => {
            let (left, right) = pieces.split_at(pieces.len() / 3);
            let (left, right) = (build(arena, left, 1), build(arena, right, 2));
            arena.concat(left, right)
        }
    }
}

fn pieces() -> impl Strategy<Value = Vec<&'static str>> {
    let piece = prop_oneof![20 => Just("ab"), 20 => Just("a"), 20 => Just("bab"), 1 => Just("é")];
    (0..4_usize, proptest::collection::vec(piece, 0..40)).prop_map(|(times, pieces)| {
        // Long enough to be deep in some shapes, and the same for long in many.
        let mut all = ["ab"].repeat(times * 60);
        all.extend(pieces);
        all
    })
}

proptest! {
    #[test]
    fn what_is_not_streamed_is_ordered_as_what_is(
        (left, right) in (pieces(), pieces()),
        (left_shape, right_shape) in (0..4_usize, 0..4_usize),
    ) {
        let (mut here, mut there) = (ConcatArena::new(), ConcatArena::new());
        let left_id = build(&mut here, &left, left_shape);
        let right_id = build(&mut there, &right, right_shape);
        let (left, right): (String, String) = (left.concat(), right.concat());
        let expected = left.cmp(&right);
        let (a, b) = (here.get(left_id).unwrap(), there.get(right_id).unwrap());
        for budget in [0, 1, 100] {
            prop_assert_eq!(a.compared(b, false, budget), Ok(expected));
            let is_equal = a.compared(b, true, budget).map(Ordering::is_eq);
            prop_assert_eq!(is_equal, Ok(expected.is_eq()));
        }
        prop_assert_eq!(Grammar::order(a, b), Ok(Some(expected)));
        prop_assert_eq!(Grammar::order(Whole(&left).text(), b), Ok(Some(expected)));
        prop_assert_eq!(a.fingerprint() == b.fingerprint(), expected.is_eq());
        prop_assert_eq!(a.fingerprint(), Whole(&left).text().fingerprint());
    }
}

#[test]
fn leaves_that_are_long_are_cut_and_found() {
    let mut left = "xyz".repeat(3000);
    let whole = left.clone();
    for at in [0, 511, 512, 1024, 8999] {
        left.replace_range(at..=at, "a");
        let (left, right) = (Whole(&left), Whole(&whole));
        let order = Grammar::order(left.text(), right.text());
        assert_eq!(order, Ok(Some(Ordering::Less)));
        let order = Grammar::order(right.text(), left.text());
        assert_eq!(order, Ok(Some(Ordering::Greater)));
    }
}

#[test]
fn the_same_node_of_two_arenas_is_not_the_same_text() {
    let (mut here, mut there) = (ConcatArena::new(), ConcatArena::new());
    let (a, b) = (here.leaf("a"), there.leaf("b"));
    assert_ne!(here.get(a).unwrap(), there.get(b).unwrap());
}
