//! Tests of private properties: heights, steps, and counts at their limit.

use std::vec::Vec;
use std::{format, vec};

use crate::count::LIMIT;
use crate::node::{Kind, Ref};
use crate::parts::opened;
use crate::patch::try_close;
use crate::slab::steps;
use crate::tree::{tallest, try_link};
use crate::{ConcatError, ConcatStr};

/// Checks the height of each node, and returns that of the text. `level` is true if the text was
/// never concatenated.
fn check(text: Ref<'_>, level: bool) -> u32 {
    assert!(
        text.count() <= LIMIT.get(),
        "a node has too many references"
    );
    match text.kind() {
        Kind::Leaf(leaf) => {
            assert!(!leaf.is_empty(), "a leaf has a text");
            assert!(leaf.is_ascii() || !text.is_ascii());
            0
        }
        Kind::Inner(left, right) => {
            let heights = [check(left, level), check(right, level)];
            assert_eq!(text.height(), 1 + heights[0].max(heights[1]));
            assert_eq!(text.len(), left.len() + right.len());
            assert!(left.is_ascii() && right.is_ascii() || !text.is_ascii());
            assert!(text.height() <= tallest(text.len()), "the tree is too tall");
            assert!(
                !level || heights[0].abs_diff(heights[1]) <= 1,
                "the tree is not level"
            );
            text.height()
        }
        Kind::Patch(patch) => {
            assert!(patch.at + patch.del <= patch.base.len());
            assert!(patch.base.is_ascii() && patch.text.is_ascii() || !text.is_ascii());
            assert!(!patch.base.is_patch() || !patch.base.patch().base.is_patch());
            check(patch.base, level)
        }
    }
}

fn draws(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed;
    move |end| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 32).unwrap_or_default() % end.max(1)
    }
}

/// Edits, cuts and joins versions at random, and checks the tree and the text after each step.
fn program(seed: u64, steps: usize, joins: bool) {
    let mut draw = draws(seed);
    let start = "0123456789abcdé\n".repeat(if joins { 1 } else { 300 });
    let mut versions = vec![(ConcatStr::from(&*start), start)];
    let mut last = 0;
    for _ in 0..steps {
        let pick = draw(versions.len());
        // A version that has one owner is written in place.
        let (mut text, mut model) = match draw(2) {
            0 if versions.len() > 1 => versions.swap_remove(pick),
            _ => versions[pick].clone(),
        };
        let place = match draw(3) {
            0 => draw(model.len() + 1),
            _ => (last + draw(84)).saturating_sub(42).min(model.len()),
        };
        let from = model.floor_char_boundary(place);
        let len = [60, model.len()][usize::from(draw(8) == 0)];
        let to = model.floor_char_boundary(model.len().min(from + draw(len)));
        let other = draw(versions.len());
        match draw(if joins { 24 } else { 20 }) {
            0 => {
                let end = text.split_off(from);
                assert_eq!(end, model[from..]);
                text = if joins { end.concat(&text) } else { end };
                model = model.split_off(from) + if joins { &model } else { "" };
            }
            1 => {
                text = text.substr(from..);
                model.drain(..from);
            }
            20.. => {
                text = text.concat(&versions[other].0);
                model += &versions[other].1;
            }
            kind => {
                // A long text at the end is joined.
                let times = match kind {
                    3 | 11 if joins || from < model.len() => draw(60),
                    _ => 1,
                };
                let with = ["", "x", "é", "twenty-one bytes of it"][kind % 4].repeat(times);
                let to = if kind < 12 { from } else { to };
                text.replace_range(from..to, &with);
                model.replace_range(from..to, &with);
                last = from + with.len();
            }
        }
        assert_eq!(text, model);
        assert_eq!(text.cmp(&versions[other].0), model.cmp(&versions[other].1));
        if let Some(node) = text.0.get() {
            check(node, !joins);
        }
        if (1..20_000).contains(&model.len()) {
            versions.push((text, model));
        }
        if versions.len() > 40 {
            versions.swap_remove(draw(40));
        }
    }
    assert!(versions.iter().all(|(text, model)| text == model));
}

#[test]
fn programs() {
    LIMIT.set(3);
    program(1, 1500, false);
    program(2, 1500, true);
    let digits = ConcatStr::from("0123");
    assert_ne!(digits.slice(1..3), digits.slice(2..4));
}

/// Returns the most and the sum of the slots that each step of a sequence takes.
fn count(steps: usize, mut step: impl FnMut(usize)) -> (usize, usize) {
    let taken: Vec<usize> = (0..steps).map(|n| steps::counted(|| step(n)).1).collect();
    (taken.iter().copied().max().unwrap_or(0), taken.iter().sum())
}

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

#[test]
fn edits_take_few_slots() {
    let mut draw = draws(5);
    let mut text = ConcatStr::from(&*"0123456789".repeat(10_000));
    let mut kept = Vec::new();
    let (most, all) = count(2000, |_| {
        let at = draw(text.len());
        text.replace_range(at..=at, "xy");
        kept.push(text.clone());
    });
    assert!(
        most <= 80 && all <= 2000 * 40,
        "{most} at most, {all} in all"
    );
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

fn height(text: &ConcatStr) -> u32 {
    text.0.get().map_or(0, Ref::height)
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

#[test]
fn typing_in_a_text_of_one_owner_takes_no_slots() {
    let mut short = ConcatStr::from("a leaf");
    let ((), taken) = steps::counted(|| (0..4).for_each(|_| short.push('x')));
    assert_eq!((&short, taken), (&ConcatStr::from("a leafxxxx"), 0));

    let mut text = ConcatStr::from(&*"0123456789".repeat(100));
    text.insert(500, 'a');
    let ((), taken) = steps::counted(|| {
        (501..516).for_each(|at| text.insert(at, 'b'));
        (0..10).for_each(|_| text.replace_range(505..=505, "c"));
        assert_eq!(text.remove(515), 'b');
    });
    assert_eq!(taken, 0);
    assert_eq!(text.slice(498..517), "89abbbbcbbbbbbbbb01");
}

/// Returns a text of three leaves of 248, 98 and 104 bytes: the first one beside the others.
fn three_leaves() -> ConcatStr {
    let mut text = ConcatStr::from(&*"0123456789".repeat(60));
    text.replace_range(248..438, &"-".repeat(40));
    assert_eq!((text.len(), height(&text)), (450, 2));
    text
}

#[test]
fn small_leaves_at_a_cut_become_one() {
    let text = three_leaves();
    let mut edited = text.clone();
    edited.replace_range(..240, &"+".repeat(40));
    for (part, len) in [(text.substr(240..), 210), (edited, 250)] {
        assert_eq!((part.len(), height(&part)), (len, 1));
    }
}

#[test]
fn a_leaf_that_is_too_long_is_split_in_the_middle_or_at_its_end() {
    let leaf = "x".repeat(240);
    let halves = format!("{}é", "a".repeat(39));
    for (at, with, lens) in [
        (240, "a".repeat(40), [251, 29]),
        (100, "a".repeat(40), [140, 140]),
        // The middle lies within a character.
        (100, halves, [139, 142]),
    ] {
        let (mut text, mut model) = (ConcatStr::from(&*leaf), leaf.clone());
        text.insert_str(at, &with);
        model.insert_str(at, &with);
        assert_eq!(text, model);
        assert!(text.chunks().map(str::len).eq(lens), "{at}: {with}");
    }
}

#[test]
fn an_edit_of_a_leaf_of_one_owner_is_in_place() {
    let mut text = three_leaves();
    let with = "+".repeat(40);
    let ((), taken) = steps::counted(|| text.replace_range(400..440, &with));
    assert_eq!(taken, 2, "the two nodes above it");
    let kept = text.clone();
    let ((), taken) = steps::counted(|| text.replace_range(400..440, &with));
    assert_eq!((taken, kept), (3, text));

    // The root is not level.
    let mut text = ConcatStr::from(&*"0123456789".repeat(60)).concat(&ConcatStr::from("."));
    let ((), taken) = steps::counted(|| text.replace_range(..40, &with));
    assert_eq!((height(&text), taken), (3, 2));
}

#[test]
fn a_full_patch_is_written_with_the_edit_that_touches_it() {
    let mut text = ConcatStr::from(&*"0123456789".repeat(100));
    text.insert_str(500, &"a".repeat(32));
    assert!(has_patch(&text));
    text.insert(510, 'b');
    let patched = format!("89{}b{}01", "a".repeat(10), "a".repeat(22));
    assert_eq!(text.slice(498..535), *patched);
    assert!(!has_patch(&text));
}

#[test]
fn a_full_patch_before_another_one_leaves_that_in_its_place() {
    let digits = "0123456789".repeat(100);
    let (mut text, mut model) = (ConcatStr::from(&*digits), digits);
    let full = "a".repeat(32);
    for (from, to, with) in [(800, 805, "zz"), (100, 107, &full), (110, 111, "bcd")] {
        text.replace_range(from..to, with);
        model.replace_range(from..to, with);
        assert_eq!(text, model);
        assert!(has_patch(&text));
    }
}

#[test]
fn patches_of_a_low_tree_are_written_without_a_new_one() {
    let mut text = ConcatStr::from(&*"0123456789".repeat(100));
    text.insert(800, 'a');
    text.insert(100, 'b');
    let (closed, taken) = steps::counted(|| try_close(&mut text.0));
    assert!(closed.is_ok() && !has_patch(&text));
    assert_eq!((taken, height(&text)), (5, 3));
}

#[test]
fn a_part_of_a_text_leaves_a_patch_beside_it_away() {
    let base = ConcatStr::from(&*"0123456789".repeat(100));
    let mut text = base.clone();
    text.insert(500, 'a');
    assert_eq!(text.substr(..502), text.slice(..502));
    assert_eq!(steps::counted(|| text.substr(..)), (text.clone(), 0));
    for (part, of_base) in [(0..500, 0..500), (501..1001, 500..1000), (0..300, 0..300)] {
        let counts = steps::counted(|| text.substr(part));
        assert_eq!(counts.0, base.slice(of_base.clone()));
        assert_eq!(counts, steps::counted(|| base.substr(of_base)));
    }
}

#[test]
fn edits_of_two_patches_in_turns_take_few_slots() {
    for places in [[100, 800], [800, 100]] {
        let mut text = ConcatStr::from(&*"0123456789".repeat(100));
        let mut turn = |with| {
            for at in places {
                text.replace_range(at..=at, with);
            }
        };
        turn("a");
        let ((), taken) = steps::counted(|| ["b", "c", "d"].into_iter().for_each(turn));
        assert_eq!(taken, 3, "the upper patch, which lies on the edited one");
        assert!(places.iter().all(|&at| text.slice(at..=at) == "d"));
    }
}

#[test]
fn an_edit_before_a_patch_that_replaces_a_part_of_another_is_in_its_place() {
    let digits = "0123456789".repeat(100);
    let (mut text, mut model) = (ConcatStr::from(&*digits), digits);
    let [lower, upper, more] = [("l", 20), ("u", 20), ("v", 12)].map(|(c, n)| c.repeat(n));
    for (from, to, with) in [
        (110, 110, &*lower),
        (100, 100, &upper),
        (120, 132, ""),
        (110, 110, &more),
        (100, 100, "b"),
    ] {
        text.replace_range(from..to, with);
        model.replace_range(from..to, with);
        assert_eq!(text, model);
    }
}

fn has_patch(text: &ConcatStr) -> bool {
    text.0.get().is_some_and(Ref::is_patch)
}

#[test]
fn short_texts_have_no_patches() {
    for (len, has) in [(64, false), (65, true)] {
        let shared = ConcatStr::from(&*"x".repeat(len));
        let mut text = shared.clone();
        text.insert(5, 'a');
        assert_eq!((shared.len(), has_patch(&text)), (len, has));

        // A third place, where the two patches make the text short.
        let shared = ConcatStr::from(&*"x".repeat(100));
        let mut text = shared.clone();
        text.replace_range(..50, &"a".repeat(32));
        text.truncate(len);
        assert!(has_patch(&text) && shared.len() == 100);
        text.insert_str(5, &"b".repeat(32));
        assert_eq!((text.len(), has_patch(&text)), (len + 32, has));
    }
}

#[test]
fn a_patch_that_grows_keeps_the_boundaries_of_characters() {
    for at in [501, 510] {
        let mut text = ConcatStr::from(&*"0123456789".repeat(100));
        text.insert(500, 'a');
        let kept = text.clone();
        text.insert(at, 'é');
        assert_eq!(text.try_substr(..=at), Err(ConcatError::NotCharBoundary));
        assert_eq!(kept.slice(498..503), "89a01");
    }
}

#[test]
fn equality_opens_the_paths_to_a_difference_alone() {
    let mut draw = draws(3);
    let mut text = ConcatStr::from(&*"0123456789".repeat(10_000));
    for _ in 0..1000 {
        let at = draw(text.len());
        text.replace_range(at..=at, "x");
    }
    let with = |places: [usize; 3], by: &str| {
        let mut version = text.clone();
        // Of three places two have patches, and one is in the tree.
        for at in places {
            version.replace_range(at..=at, by);
        }
        version
    };
    let version = with([50_000, 90_000, 10_000], "a");
    for (other, equal) in [
        (with([50_000, 90_000, 10_000], "a"), true),
        (with([90_000, 10_000, 50_000], "a"), true),
        (with([50_000, 90_000, 10_000], "b"), false),
        (with([50_000, 90_000, 10_001], "a"), false),
    ] {
        let (same, opened) = opened::counted(|| version == other);
        assert_eq!(same, equal);
        // The text has some 700 leaves, on up to 12 levels.
        assert!(opened <= 120, "{opened}");
    }
}

#[test]
fn differences_are_found_along_the_paths_to_them() {
    let mut draw = draws(4);
    let mut text = ConcatStr::from(&*"0123456789".repeat(10_000));
    for _ in 0..1000 {
        let at = draw(text.len());
        text.insert_str(at, "x");
    }
    let places = [90_000, 70_000, 50_000, 30_000, 10_000];
    for count in 1..=5 {
        let mut version = text.clone();
        for &at in &places[..count] {
            version.replace_range(at..at + 3, "a longer text");
        }
        let (ranges, opened) = opened::counted(|| text.diff(&version).collect::<Vec<_>>());
        assert_eq!(ranges.len(), count);
        for (index, (removed, inserted)) in ranges.into_iter().rev().enumerate() {
            assert_eq!(removed, places[index]..places[index] + 3);
            assert_eq!(inserted.len(), 13);
            assert_eq!(version.slice(inserted), "a longer text");
        }
        // The text has some 700 leaves, on up to 12 levels.
        assert!(opened <= 120 + 60 * count, "{opened}");
    }
    let (ranges, opened) = opened::counted(|| text.diff(&text.clone()).count());
    assert_eq!((ranges, opened), (0, 0));

    // The shorter of two parts that change places is deleted and inserted.
    let parts = [0..20_000, 20_000..60_000, 60_000..text.len()].map(|part| text.substr(part));
    let moved = parts[1].concat(&parts[0]).concat(&parts[2]);
    let ranges: Vec<_> = text
        .diff(&moved)
        .map(|(old, new)| (old.len(), new.len()))
        .collect();
    let sum = ranges
        .iter()
        .fold((0, 0), |sum, range| (sum.0 + range.0, sum.1 + range.1));
    assert!(sum.0 < 21_000 && sum.1 < 21_000, "{ranges:?}");
}
