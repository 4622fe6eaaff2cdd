//! `ConcatArena` against `String`: every operation in any order, with all columns.

use std::hash::{BuildHasher, RandomState};

use proptest::prelude::*;
use string_kit_concat::{ConcatArena, ConcatError, ConcatId};

/// One step; numbers choose among the texts that are there.
#[derive(Clone, Debug)]
enum Step {
    Leaf(String),
    Concat(usize, usize),
    Append(usize, String),
    Pieces(Vec<String>),
    Substr(usize, usize, usize),
    Rebalance(usize),
    Import(usize),
    Columns(u8),
    Shrink,
}

fn text() -> impl Strategy<Value = String> {
    let chars = prop_oneof![Just('a'), Just('b'), Just('é'), Just('🦀')];
    proptest::collection::vec(chars, 0..5).prop_map(String::from_iter)
}

fn step() -> impl Strategy<Value = Step> {
    let any = any::<usize>;
    prop_oneof![
        3 => text().prop_map(Step::Leaf),
        8 => (any(), any()).prop_map(|(left, right)| Step::Concat(left, right)),
        2 => (any(), text()).prop_map(|(to, text)| Step::Append(to, text)),
        2 => proptest::collection::vec(text(), 0..9).prop_map(Step::Pieces),
        4 => (any(), any(), any()).prop_map(|(of, start, end)| Step::Substr(of, start, end)),
        2 => any().prop_map(Step::Rebalance),
        1 => any().prop_map(Step::Import),
        1 => (0..8_u8).prop_map(Step::Columns),
        1 => Just(Step::Shrink),
    ]
}

/// An arena of those that have these columns.
fn arena(columns: u8) -> ConcatArena {
    let mut arena = ConcatArena::new();
    turn_on(&mut arena, columns);
    arena
}

fn turn_on(arena: &mut ConcatArena, columns: u8) {
    if columns & 1 != 0 {
        arena.try_keep_lengths().unwrap();
    }
    if columns & 2 != 0 {
        arena.try_keep_fingerprints().unwrap();
    }
    if columns & 4 != 0 {
        arena.try_hash_cons().unwrap();
    }
}

struct Model {
    arena: ConcatArena,
    texts: Vec<(ConcatId, String)>,
}

/// Longer ones make a run slow.
const MAX_LEN: usize = 20_000;

impl Model {
    fn pick(&self, number: usize) -> (ConcatId, String) {
        self.texts[number % self.texts.len()].clone()
    }

    fn take(&mut self, step: Step) {
        let (id, expected) = match step {
            Step::Leaf(text) => (self.arena.leaf(&text), text),
            Step::Concat(left, right) => {
                let ((left, left_text), (right, right_text)) = (self.pick(left), self.pick(right));
                if left_text.len() + right_text.len() > MAX_LEN {
                    return;
                }
                let id = self.arena.concat(left, right);
                if right_text.is_empty() {
                    assert_eq!(id, left);
                }
                (id, left_text + &right_text)
            }
            Step::Append(to, text) => {
                let (id, whole) = self.pick(to);
                (self.arena.append(id, &text), whole + &text)
            }
            Step::Pieces(pieces) => (self.arena.concat_pieces(&pieces), pieces.concat()),
            Step::Substr(of, start, end) => {
                let (id, whole) = self.pick(of);
                let (start, end) = (start % (whole.len() + 2), end % (whole.len() + 2));
                let leaf_bytes = self.arena.leaf_bytes();
                let part = self.arena.try_substr(id, start..end);
                assert_eq!(self.arena.leaf_bytes(), leaf_bytes, "nothing is copied");
                let Some(expected) = whole.get(start..end) else {
                    let error = if start <= end && end <= whole.len() {
                        ConcatError::NotCharBoundary
                    } else {
                        ConcatError::OutOfRange
                    };
                    assert_eq!(part, Err(error), "{start}..{end} of {whole:?}");
                    return;
                };
                if end == whole.len() {
                    let rest = self.arena.substr(id, start..);
                    assert_eq!(self.arena.get(rest).unwrap(), expected);
                }
                (part.unwrap(), expected.to_owned())
            }
            Step::Rebalance(of) => {
                let (id, text) = self.pick(of);
                (self.arena.rebalance(id), text)
            }
            Step::Import(of) => {
                let (id, text) = self.pick(of);
                // There and back.
                let mut other = ConcatArena::new();
                let there = other.import(self.arena.get(id).unwrap());
                assert_eq!(other.get(there).unwrap(), self.arena.get(id).unwrap());
                assert!(other.leaves() <= self.arena.leaves());
                (self.arena.import(other.get(there).unwrap()), text)
            }
            Step::Columns(columns) => return turn_on(&mut self.arena, columns),
            Step::Shrink => return self.arena.shrink_to_fit(),
        };
        assert_eq!(self.arena.get(id).unwrap(), *expected);
        self.texts.push((id, expected));
    }

    fn compare_all(&self) {
        let hasher = RandomState::new();
        for (left, left_text) in &self.texts {
            let left = self.arena.get(*left).unwrap();
            for (right, right_text) in &self.texts {
                let right = self.arena.get(*right).unwrap();
                assert_eq!(left == right, left_text == right_text);
                assert_eq!(left.cmp(&right), left_text.cmp(right_text));
                let same_hash = hasher.hash_one(left) == hasher.hash_one(right);
                assert_eq!(same_hash, left_text == right_text);
                assert_eq!(left == **right_text, left_text == right_text);
                let order = left.partial_cmp(&**right_text);
                assert_eq!(order, Some(left_text.cmp(right_text)));
            }
        }
    }
}

fn check(columns: u8, steps: &[Step]) {
    let mut model = Model {
        arena: arena(columns),
        texts: Vec::new(),
    };
    let empty = model.arena.leaf("");
    model.texts.push((empty, String::new()));
    for step in steps {
        model.take(step.clone());
    }
    model.compare_all();
}

proptest! {
    #[test]
    fn an_arena_is_a_set_of_strings(
        steps in proptest::collection::vec(step(), 0..50),
        columns in 0..8_u8,
    ) {
        check(columns, &steps);
    }
}

/// The text of `unit`, doubled so many times.
fn doubled(arena: &mut ConcatArena, unit: &str, times: u32) -> ConcatId {
    let unit = arena.leaf(unit);
    (0..times).fold(unit, |text, _| arena.concat(text, text))
}

#[test]
fn texts_of_2_to_the_60_bytes_whose_shapes_do_not_align_compare() {
    for columns in 0..8 {
        let mut arena = arena(columns);
        let (ab, ba) = (doubled(&mut arena, "ab", 59), doubled(&mut arena, "ba", 59));
        let [a, b, c] = ["a", "b", "c"].map(|text| arena.leaf(text));
        // a (ba)^n and (ab)^n a are the same text.
        let (left, right) = (arena.concat(a, ba), arena.concat(ab, a));
        assert_eq!(arena.get(left).unwrap(), arena.get(right).unwrap());
        let (left, right) = (arena.concat(left, b), arena.concat(right, c));
        let [left, right] = [left, right].map(|id| arena.get(id).unwrap());
        assert_ne!(left, right);
        assert_eq!(left.cmp(&right), std::cmp::Ordering::Less);
        assert_eq!(right.cmp(&left), std::cmp::Ordering::Greater);
        assert!(arena.get(ab).unwrap() < left);
        let same = RandomState::new();
        assert_ne!(same.hash_one(left), same.hash_one(right));
    }
}

#[test]
fn lengths_beyond_64_bits_and_beyond_128_compare() {
    for (times, columns) in [
        (63, 0),
        (64, 3),
        (100, 1),
        (127, 0),
        (128, 7),
        (129, 0),
        (300, 2),
    ] {
        let mut arena = arena(columns);
        let text = doubled(&mut arena, "a", times);
        let [a, b] = ["a", "b"].map(|text| arena.leaf(text));
        let (first, last) = (arena.concat(a, text), arena.concat(text, a));
        let more = arena.concat(last, b);
        let (start, other) = (arena.concat(b, text), arena.concat(text, b));
        let at = |id| arena.get(id).unwrap();
        assert_eq!(at(first), at(last));
        assert_eq!(at(first).cmp(&at(last)), std::cmp::Ordering::Equal);
        assert_ne!(at(text), at(first));
        assert!(at(first) < at(start) && at(start) > at(last));
        if times < 128 {
            assert!(at(text) < at(first) && at(first) < at(more) && at(last) < at(other));
        } else {
            // In some order, and in the same whichever is asked.
            let order = at(text).cmp(&at(other));
            assert!(order.is_ne());
            assert_eq!(at(other).cmp(&at(text)), order.reverse());
        }
    }
}

#[test]
fn a_part_of_a_text_longer_than_64_bits_is_found() {
    for columns in 0..8 {
        let mut arena = arena(columns);
        let text = doubled(&mut arena, "ab", 100);
        let z = arena.leaf("z");
        let text = arena.concat(text, z);
        let len = (1_u128 << 101) + 1;
        let part = arena.substr(text, len - 4..);
        assert_eq!(arena.get(part).unwrap(), "babz");
        let part = arena.substr(text, 1_u128 << 80..=1_u128 << 80);
        assert_eq!(arena.get(part).unwrap(), "a");
        assert_eq!(arena.try_substr(text, ..=len), Err(ConcatError::OutOfRange));
        assert_eq!(arena.try_substr(text, ..len), Ok(text));
        let before = arena.concatenations();
        let part = arena.substr(text, 1..len - 1);
        assert!(arena.concatenations() - before <= 200);
        assert_ne!(arena.get(part).unwrap(), arena.get(text).unwrap());
    }
}

#[test]
fn ranges_that_no_text_has_are_errors() {
    use std::ops::Bound;
    let mut arena = ConcatArena::new();
    let text = arena.concat_pieces(["né", "e"]);
    let out = Err(ConcatError::OutOfRange);
    assert_eq!(arena.try_substr(text, 5..), out);
    let (start, end) = (4, 3);
    assert_eq!(arena.try_substr(text, start..end), out);
    assert_eq!(arena.try_substr(text, ..=u128::MAX), out);
    assert_eq!(
        arena.try_substr(text, (Bound::Excluded(u128::MAX), Bound::Unbounded)),
        out
    );
    assert_eq!(
        arena.try_substr(text, 2..2),
        Err(ConcatError::NotCharBoundary)
    );
    assert_eq!(
        arena.try_substr(text, 2..),
        Err(ConcatError::NotCharBoundary)
    );
    for at in [0, 1, 3, 4_u128] {
        let empty = arena.substr(text, at..at);
        assert_eq!(arena.get(empty).unwrap(), "");
    }
}

#[test]
fn deep_chains_are_compared_balanced_and_cut_without_recursion() {
    const DEPTH: u32 = 300_000;
    let mut arena = ConcatArena::new();
    let letters = ["a", "b", "c"].map(|text| arena.leaf(text));
    let (mut left, mut right) = (arena.leaf(""), arena.leaf(""));
    for n in 0..DEPTH as usize {
        left = arena.concat(left, letters[n * n % 3]);
        let back = DEPTH as usize - 1 - n;
        right = arena.concat(letters[back * back % 3], right);
    }
    assert_eq!(arena.get(left).unwrap(), arena.get(right).unwrap());
    let longer = arena.concat(right, letters[0]);
    assert!(arena.get(left).unwrap() < arena.get(longer).unwrap());
    for chain in [left, right] {
        let before = arena.concatenations();
        let balanced = arena.rebalance(chain);
        assert_eq!(arena.concatenations() - before, DEPTH as usize - 1);
        assert_eq!(arena.get(balanced).unwrap(), arena.get(chain).unwrap());
    }
    let middle = arena.substr(left, 100_000..100_010);
    let also = arena.substr(right, 100_000..100_010);
    assert_eq!(arena.get(middle).unwrap(), arena.get(also).unwrap());
}

#[test]
fn the_pair_that_collides_mod_2_to_the_61_is_told_apart() {
    for columns in [0, 2] {
        let mut arena = arena(columns);
        let [a, b, empty] = ["a", "b", ""].map(|text| arena.leaf(text));
        let (mut run, mut power, mut left) = (empty, a, (1_u64 << 61) - 3);
        while left > 0 {
            if left & 1 == 1 {
                run = arena.concat(run, power);
            }
            power = arena.concat(power, power);
            left >>= 1;
        }
        let ends = |arena: &mut ConcatArena, first, last| {
            let text = arena.concat(first, run);
            arena.concat(text, last)
        };
        let (baa, aab) = (ends(&mut arena, b, a), ends(&mut arena, a, b));
        let [baa, aab] = [baa, aab].map(|id| arena.get(id).unwrap());
        assert_ne!(baa.fingerprint(), aab.fingerprint());
        assert!(baa != aab && baa > aab);
    }
}

#[test]
fn an_arena_of_millions_of_nodes_is_debugged_in_a_line() {
    let mut arena = arena(7);
    doubled(&mut arena, "ab", 20);
    assert_eq!(
        format!("{arena:?}"),
        "ConcatArena { concatenations: 20, leaves: 1, leaf_bytes: 2, \
         columns: {\"lengths\", \"fingerprints\", \"hash_consed\"}, .. }"
    );
}
