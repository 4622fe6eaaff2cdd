//! The first byte in which two texts differ, by the fingerprints of their prefixes.

use core::cmp::Ordering;

use alloc::vec::Vec;

use super::Work;
use super::leaves::maps_of;
use crate::ConcatError;
use crate::dag::{ConcatRef, LEAF, NodeId, Nodes, is_same, place};
use crate::fingerprint::{Affine, Print};
use crate::fold::{fold, try_push};
use crate::memo::Pages;
use crate::outline::Outline;

/// The length and the map of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Measure {
    map: Affine,
    /// `u128::MAX` stands for that many bytes or more.
    len: u128,
}

/// A node of a text that contains the first difference.
#[derive(Clone, Copy)]
struct Position {
    node: NodeId,
    /// The number of bytes before the node's, and their map.
    start: u128,
    before: Affine,
}

/// The nodes that two texts reach, with the length and the map of each.
pub(super) struct Measured<'a> {
    outline: Outline,
    leaves: Vec<&'a [u8]>,
    of_leaves: Vec<Affine>,
    of_concats: Vec<Measure>,
    texts: [NodeId; 2],
    pub(super) work: Work,
}

impl<'a> Measured<'a> {
    /// Measures all nodes of two texts, in O(nodes) time and space and the time of [`maps_of`].
    pub(super) fn of<D: Nodes, E: Nodes>(
        left: ConcatRef<'a, D>,
        right: ConcatRef<'a, E>,
    ) -> Result<Self, ConcatError> {
        let (mut outline, mut leaves) = (Outline::default(), Vec::new());
        // The place of the empty leaf's number.
        try_push(&mut leaves, &[][..])?;
        let mut adding = outline.adding(true, |_: &mut Outline, _, text: &'a str| {
            let number = NodeId::try_from(leaves.len()).ok();
            let number = number.filter(|number| number & LEAF == 0);
            let number = number.ok_or(ConcatError::Full)?;
            try_push(&mut leaves, text.as_bytes())?;
            Ok(number | LEAF)
        });
        let mut memo = Pages::new();
        let first = fold(left, &mut memo, &mut adding)?;
        if !is_same(left.dag, right.dag) {
            memo = Pages::new();
        }
        let texts = [first, fold(right, &mut memo, &mut adding)?];
        drop(memo);

        let work = Work::default();
        let mut measured = Self {
            of_leaves: maps_of(&leaves, &work)?,
            of_concats: Vec::new(),
            outline,
            leaves,
            texts,
            work,
        };
        let count = place(measured.outline.len());
        measured.of_concats.try_reserve_exact(count)?;
        for (left, right) in measured.outline.iter() {
            let (left, right) = (measured.measure(left), measured.measure(right));
            measured.of_concats.push(Measure {
                map: left.map.then(right.map),
                len: left.len.saturating_add(right.len),
            });
        }
        measured.work.add(count);
        Ok(measured)
    }

    fn measure(&self, node: NodeId) -> Measure {
        if node & LEAF == 0 {
            return self.of_concats[place(node)];
        }
        Measure {
            map: self.of_leaves[place(node)],
            len: self.leaves[place(node)].len() as u128,
        }
    }

    /// Returns the fingerprints of both texts.
    pub(super) fn prints(&self) -> [Print; 2] {
        self.texts.map(|text| {
            let Measure { map, len } = self.measure(text);
            let len = u64::try_from(len).unwrap_or(u64::MAX);
            Print { map, len }
        })
    }

    /// Returns the order of both texts: that of the first `u128::MAX` bytes, and then of the fingerprints.
    ///
    /// A binary search for the longest prefix that both have: at most 129 steps, lg of the shorter text's
    /// length, of O(depth) time, of which each reads at most the half of one leaf of each text. Allocates
    /// nothing.
    pub(super) fn order(&self) -> Ordering {
        let [left, right] = self.texts.map(|text| self.measure(text));
        if left == right {
            return Ordering::Equal;
        }
        let mut positions = self.texts.map(|node| Position {
            node,
            start: 0,
            before: Affine::EMPTY,
        });
        // The texts have their first `same` bytes in common, and not those before `differs`.
        let (mut same, mut same_map) = (0, Affine::EMPTY);
        let mut differs = left.len.min(right.len);
        let prefixes = |positions: &[Position; 2], at, same, map| {
            let [left, right] = positions;
            let left = self.prefix(*left, at, same, map);
            (left == self.prefix(*right, at, same, map)).then_some(left)
        };
        if prefixes(&positions, differs, same, same_map).is_some() {
            let by_len = left.len.cmp(&right.len);
            return by_len.then(left.map.cmp(&right.map));
        }
        loop {
            for position in &mut positions {
                self.narrow(position, same, differs);
            }
            if positions.iter().all(|position| position.node & LEAF != 0) {
                let [left, right] = positions.map(|Position { node, start, .. }| {
                    let bytes = self.leaves[place(node)];
                    &bytes[offset(start, same, bytes)..offset(start, differs, bytes)]
                });
                return left.cmp(right);
            }
            let middle = same.midpoint(differs);
            match prefixes(&positions, middle, same, same_map) {
                Some(map) => (same, same_map) = (middle, map),
                None => differs = middle,
            }
        }
    }

    /// Goes down to the last node that contains all bytes from `same` to `differs`.
    fn narrow(&self, position: &mut Position, same: u128, differs: u128) {
        while let Some((left, right)) = self.outline.parts(position.node) {
            self.work.add(1);
            let Measure { map, len } = self.measure(left);
            let end = position.start.saturating_add(len);
            if differs <= end {
                position.node = left;
            } else if same >= end {
                (position.node, position.start) = (right, end);
                position.before = position.before.then(map);
            } else {
                break;
            }
        }
    }

    /// Returns the map of the first `at` bytes of a text; `same_map` is that of the first `same`, which
    /// `at` is not less than.
    fn prefix(&self, position: Position, at: u128, same: u128, same_map: Affine) -> Affine {
        let Position {
            mut node,
            mut start,
            mut before,
        } = position;
        while at > start
            && let Some((left, right)) = self.outline.parts(node)
        {
            self.work.add(1);
            let Measure { map, len } = self.measure(left);
            let end = start.saturating_add(len);
            // An end that cannot be counted is not before `at`.
            if at < end || end == u128::MAX {
                node = left;
            } else {
                (node, start, before) = (right, end, before.then(map));
            }
        }
        if at == start {
            return before;
        }
        let bytes = self.leaves[place(node)];
        let end = offset(start, at, bytes);
        if end == bytes.len() {
            return before.then(self.of_leaves[place(node)]);
        }
        let (known, from) = if same > start {
            (same_map, offset(start, same, bytes))
        } else {
            (before, 0)
        };
        self.work.add(end - from);
        known.then(Affine::of(&bytes[from..end]))
    }
}

/// Returns the offset in a leaf that starts at `start` of a place in the text, or 0 or the leaf's length if the
/// place is not in the leaf.
fn offset(start: u128, at: u128, bytes: &[u8]) -> usize {
    let offset = usize::try_from(at.saturating_sub(start));
    offset.unwrap_or(usize::MAX).min(bytes.len())
}
