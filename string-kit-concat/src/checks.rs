//! Tests of private properties: heights, steps, counts at their limit, and mutations that must fail.

use std::process::Command;
use std::vec::Vec;
use std::{env, format, iter};

use crate::ConcatStr;
use crate::count::LIMIT;
use crate::mutated::{Planted, VARIABLE};
use crate::node::{Kind, Ref};
use crate::slab::steps;
use crate::tree::tallest;

#[path = "../tests/it/program.rs"]
mod program;

/// Checks the height of each node, and returns that of the text. `level` is true if the text was never concatenated.
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
            assert!(text.height() <= tallest(text.len()), "the tree is too tall");
            assert!(
                !level || heights[0].abs_diff(heights[1]) <= 1,
                "the tree is not level"
            );
            text.height()
        }
        Kind::Patch(patch) => {
            assert!(patch.at + patch.del <= patch.base.len());
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

/// Runs a random program, and checks the tree after each step.
fn program(seed: u64, steps: usize, joins: bool) {
    let mut draw = draws(seed);
    let bytes = iter::repeat_with(|| draw(256).to_le_bytes()[0]);
    let bytes: Vec<u8> = bytes.take(10 * steps).collect();
    let start = "0123456789abcdé\n".repeat(if joins { 1 } else { 300 });
    program::run(&bytes, &start, joins, |text| {
        if let Some(node) = text.0.get() {
            check(node, !joins);
        }
    });
}

/// Runs the programs. A mutation that is planted must fail them.
#[test]
fn programs() {
    LIMIT.set(3);
    program(1, 1500, false);
    program(2, 1500, true);
    let digits = ConcatStr::from("0123");
    assert_ne!(digits.slice(1..3), digits.slice(2..4));
    boundaries();
    freed();
}

/// Checks that the slots of dropped texts are used again.
fn freed() {
    let run = || {
        let mut text = ConcatStr::from("0123456789").repeat(100);
        let kept: Vec<_> = (0..200)
            .map(|n| {
                text.insert_str((n * 7) % 1000, "x");
                text.clone()
            })
            .collect();
        assert_eq!(kept[199].len(), 1200);
    };
    run();
    let live = steps::live();
    run();
    assert_eq!(steps::live(), live, "slots are lost");
}

fn boundaries() {
    let mut model = "é".repeat(400);
    let mut text = ConcatStr::from(&*model);
    model.insert(2, 'x');
    text.insert(2, 'x');
    for at in 0..=model.len() {
        assert_eq!(
            text.is_char_boundary(at),
            model.is_char_boundary(at),
            "{at}"
        );
    }
}

#[test]
fn mutations_fail_the_programs() {
    for planted in Planted::ALL {
        let ended = Command::new(env::current_exe().expect("it runs"))
            .args(["--exact", "checks::programs"])
            .env(VARIABLE, format!("{planted:?}"))
            .output()
            .expect("it starts");
        assert!(
            !ended.status.success(),
            "the programs hold with {planted:?}"
        );
    }
}

/// Returns the most and the sum of the slots that each step of a sequence takes.
fn count(steps: usize, mut step: impl FnMut(usize)) -> (usize, usize) {
    let taken: Vec<usize> = (0..steps).map(|n| steps::of(|| step(n)).1).collect();
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
            if n % 3 == 0 {
                kept.push(text.clone());
            }
        });
        assert!(
            most <= 200 && all <= 3000 * 12,
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
        let (again, taken) = steps::of(|| text.concat(&piece));
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
