//! Short texts without the comparison of the first bytes, and the work that large ones take.

use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

use proptest::prelude::*;

use super::Whole;
use super::leaves::{SHORT, Work, maps_of};
use super::search::Measured;
use crate::dag::{ConcatRef, Dag};
use crate::fingerprint::Affine;
use crate::{ConcatArena, ConcatId};

fn order<D: Dag, E: Dag>(left: ConcatRef<'_, D>, right: ConcatRef<'_, E>) -> Ordering {
    Measured::of(left, right).unwrap().order()
}

/// Builds a text of pieces in one of four shapes.
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
    fn every_shape_and_budget_has_the_order_of_the_strings(
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
        prop_assert_eq!(order(a, b), expected);
        prop_assert_eq!(order(Whole(&left).text(), b), expected);
        prop_assert_eq!(a.fingerprint() == b.fingerprint(), expected.is_eq());
        prop_assert_eq!(a.fingerprint(), Whole(&left).text().fingerprint());
    }
}

#[test]
fn a_length_that_cannot_be_counted_stays_the_greatest() {
    let mut arena = ConcatArena::new();
    let (mut text, a) = (arena.leaf("ab"), arena.leaf("a"));
    for doublings in 1..200 {
        text = arena.concat(text, text);
        let more = [arena.concat(text, a), arena.concat(a, text)];
        let [text, one, other] = [text, more[0], more[1]].map(|id| arena.get(id).unwrap());
        let len = 2_u64.checked_shl(doublings).filter(|&len| len > 0);
        let lens = |left, right| {
            Measured::of(left, right)
                .unwrap()
                .prints()
                .map(|print| print.len)
        };
        assert_eq!(lens(text, text), [len.unwrap_or(u64::MAX); 2]);
        assert_eq!(lens(one, other), [len.map_or(u64::MAX, |len| len + 1); 2]);
    }
}

/// Asserts that each map is that of the leaf alone, and returns the number of bytes that were read.
fn read_for(leaves: &[&[u8]]) -> usize {
    let work = Work::default();
    let maps = maps_of(leaves, &work).unwrap();
    assert!(
        maps.into_iter()
            .eq(leaves.iter().map(|leaf| Affine::of(leaf)))
    );
    work.units.get()
}

proptest! {
    #[test]
    fn a_byte_of_overlapping_leaves_is_read_once(
        cuts in proptest::collection::vec((0..3_usize, 0..1500_usize, 0..1500_usize), 0..40),
    ) {
        let texts = [b'a', b'b', b'c'].map(|byte| [byte, b'-'].repeat(750));
        let leaves: Vec<&[u8]> = cuts
            .iter()
            .map(|&(text, a, b)| &texts[text][a.min(b)..a.max(b)])
            .collect();
        prop_assert!(read_for(&leaves) <= 3 * 1500 + SHORT * leaves.len());
    }
}

#[test]
fn leaves_that_touch_or_contain_each_other_have_their_own_maps() {
    let text: Vec<u8> = (0..=255).cycle().take(5000).collect();
    let ranges = [
        0..1000,
        1000..2000,
        0..1000,
        100..900,
        2000..5000,
        2000..2257,
        4700..5000,
        0..0,
    ];
    let leaves = ranges.map(|range| &text[range]);
    assert_eq!(read_for(&leaves), 5000);
}

#[test]
fn a_difference_is_found_anywhere_in_a_long_leaf() {
    let mut left = "xyz".repeat(3000);
    let whole = left.clone();
    for at in [8999, 1024, 512, 511, 0] {
        left.replace_range(at..=at, "a");
        let (left, right) = (Whole(&left), Whole(&whole));
        assert_eq!(order(left.text(), right.text()), Ordering::Less);
        assert_eq!(order(right.text(), left.text()), Ordering::Greater);
    }
}

/// A chain of `levels` over a text doubled 100 times, which leans to one side or to both in turn, with `end` at
/// the level `at`.
fn chain(levels: usize, lean: usize, at: usize, end: &str) -> (ConcatArena, ConcatId) {
    let mut arena = ConcatArena::new();
    let mut huge = arena.leaf("ab");
    for _ in 0..100 {
        huge = arena.concat(huge, huge);
    }
    let mut root = huge;
    let b = arena.leaf("b");
    for level in 0..levels {
        let beside = if level == at { arena.leaf(end) } else { b };
        let hung = match lean {
            0 | 1 => arena.concat(huge, beside),
            _ => beside,
        };
        root = match (lean + level * (lean % 2)) % 2 {
            0 => arena.concat(hung, root),
            _ => arena.concat(root, hung),
        };
    }
    (arena, root)
}

#[test]
fn overlapping_leaves_of_a_frozen_form_are_read_once() {
    let work = |count: u128| {
        let mut arena = ConcatArena::new();
        let len = 14 * count;
        let leaf = arena.leaf(&"x".repeat(usize::try_from(len).unwrap()));
        let mut root = leaf;
        for start in 0..count {
            let cut = arena.try_substr(leaf, start..len - count + start).unwrap();
            root = arena.concat(root, cut);
        }
        let (frozen, ids) = arena.freeze().unwrap();
        let x = arena.leaf("x");
        let longer = arena.concat(x, root);
        let root = frozen.get(ids.of(root).unwrap()).unwrap();
        let measured = Measured::of(root, arena.get(longer).unwrap()).unwrap();
        assert_eq!(measured.order(), Ordering::Less);
        measured.work.units.get()
    };
    let (small, large) = (work(100), work(1000));
    assert!(large <= 12 * small, "{small}, {large}");
}

#[test]
fn the_work_of_an_order_grows_as_the_nodes() {
    let work = |levels: usize, lean: usize, part: usize| {
        let at = levels / 4 * part;
        let [(one, left), (other, right)] = ["c", "d"].map(|end| chain(levels, lean, at, end));
        let (left, right) = (one.get(left).unwrap(), other.get(right).unwrap());
        let measured = Measured::of(left, right).unwrap();
        assert_eq!(measured.order(), Ordering::Less, "{lean} {part}");
        measured.work.units.get()
    };
    for lean in 0..4 {
        for part in 0..4 {
            let (small, large) = (work(500, lean, part), work(5000, lean, part));
            assert!(large <= 20 * 5000, "{lean} {part}: {large}");
            assert!(large <= 12 * small, "{lean} {part}: {small}, {large}");
        }
    }
}

#[test]
fn the_same_node_of_two_arenas_is_not_the_same_text() {
    let (mut here, mut there) = (ConcatArena::new(), ConcatArena::new());
    let (a, b) = (here.leaf("a"), there.leaf("b"));
    assert_ne!(here.get(a).unwrap(), there.get(b).unwrap());
}

#[test]
fn the_last_byte_that_can_be_counted_decides() {
    let mut arena = ConcatArena::new();
    let x = arena.leaf("x");
    let mut powers = alloc::vec![x];
    for _ in 0..128 {
        let power = *powers.last().unwrap();
        powers.push(arena.concat(power, power));
    }
    // 2^128 - 2 bytes, with the longest part at either end.
    let ascending = powers[1..128]
        .iter()
        .fold(arena.leaf(""), |text, &power| arena.concat(text, power));
    let descending = powers[1..128]
        .iter()
        .fold(arena.leaf(""), |text, &power| arena.concat(power, text));
    let [a, b] = ["a", "b"].map(|text| arena.leaf(text));
    let [huge, more] = [powers[128], powers[126]];
    let ends = [a, b].map(|end| {
        let end = arena.concat(end, more);
        arena.concat(end, huge)
    });
    let left = arena.concat(ascending, ends[0]);
    let right = arena.concat(descending, ends[1]);
    let beyond = [a, b].map(|end| {
        let text = arena.concat(huge, end);
        arena.concat(text, more)
    });
    let order = |left, right| order(arena.get(left).unwrap(), arena.get(right).unwrap());
    assert_eq!(order(left, right), Ordering::Less);
    assert_eq!(order(right, left), Ordering::Greater);
    assert_eq!(order(ascending, left), Ordering::Less);
    assert_eq!(order(ascending, descending), Ordering::Equal);
    assert_eq!(order(left, huge), Ordering::Less);
    // The bytes that differ cannot be counted: the fingerprints decide.
    assert_ne!(order(beyond[0], beyond[1]), Ordering::Equal);
    assert_eq!(
        order(beyond[0], beyond[1]),
        order(beyond[1], beyond[0]).reverse()
    );
}

#[test]
fn kept_and_computed_fingerprints_of_a_huge_text_are_the_same() {
    let arenas = [
        ConcatArena::new(),
        ConcatArena::new().with_lengths().with_fingerprints(),
    ];
    let [computed, kept] = arenas.map(|mut arena| {
        let mut text = arena.leaf("ab");
        for _ in 0..100 {
            text = arena.concat(text, text);
        }
        arena.get(text).unwrap().fingerprint().unwrap()
    });
    assert_eq!(computed, kept);
}

/// The order of every point divides 2^127 - 2: that many bytes more of a text that repeats have the same map.
#[test]
fn a_prefix_of_the_same_map_is_less() {
    let mut arena = ConcatArena::new();
    let ab = arena.leaf("ab");
    let more = (0..125).fold(ab, |text, _| {
        let twice = arena.concat(text, text);
        arena.concat(twice, ab)
    });
    let long = arena.concat(more, ab);
    let order = order(arena.get(ab).unwrap(), arena.get(long).unwrap());
    assert_eq!(order, Ordering::Less);
}
