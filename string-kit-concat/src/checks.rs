//! Tests of private properties: heights, steps, and counts at their limit.

mod differences;
mod joins;
mod patches;

use std::vec;
use std::vec::Vec;

use crate::ConcatStr;
use crate::count::LIMIT;
use crate::node::{Kind, Ref};
use crate::slab::steps;
use crate::tree::tallest;

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

fn count(steps: usize, mut step: impl FnMut(usize)) -> (usize, usize) {
    let taken: Vec<usize> = (0..steps).map(|n| steps::counted(|| step(n)).1).collect();
    (taken.iter().copied().max().unwrap_or(0), taken.iter().sum())
}

fn height(text: &ConcatStr) -> u32 {
    text.0.get().map_or(0, Ref::height)
}
