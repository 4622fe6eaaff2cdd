//! The first byte in which two texts differ, by the fingerprints of their prefixes.

use core::cmp::Ordering;
use core::ops::Range;

use alloc::vec::Vec;

use super::leaves::{Work, maps_of};
use crate::dag::{ConcatRef, LEAF, NodeId, Nodes, is_same, place};
use crate::error::ConcatError;
use crate::fingerprint::{Affine, Print};
use crate::fold::{fold, try_push};
use crate::memo::Pages;
use crate::outline::{Outline, leaf_number};

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
            let number = leaf_number(leaves.len())?;
            try_push(&mut leaves, text.as_bytes())?;
            Ok(number)
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
    /// Takes O((depth + longest leaf) lg N) time for N bytes, and allocates nothing.
    pub(super) fn order(&self) -> Ordering {
        let [left, right] = self.texts.map(|text| self.measure(text));
        if left == right {
            return Ordering::Equal;
        }
        let mut search = Search {
            texts: self,
            positions: self.texts.map(|node| Position {
                node,
                start: 0,
                before: Affine::EMPTY,
            }),
            same: 0,
            map: Affine::EMPTY,
            differs: left.len.min(right.len),
        };
        search.probe(search.differs);
        if search.same == search.differs {
            let by_len = left.len.cmp(&right.len);
            return by_len.then(left.map.cmp(&right.map));
        }
        search.run()
    }
}

/// A binary search for the longest prefix that two texts have in common.
struct Search<'m, 'a> {
    texts: &'m Measured<'a>,
    positions: [Position; 2],
    /// The first `same` bytes are in common, and have this map.
    same: u128,
    map: Affine,
    /// The first `differs` bytes are not in common.
    differs: u128,
}

/// A descent of fewer steps is left as it is.
const SHALLOW: usize = 64;

impl Search<'_, '_> {
    /// Halves the bytes between `same` and `differs` with each probe of their middle, and the levels of a deep text
    /// with each probe of the start or end of a node on the way there.
    ///
    /// The former are at most 128, the latter at most two for each of those. Without the latter, a text that few
    /// bytes make deep and one node makes long is gone down in full for each of the 128.
    fn run(&mut self) -> Ordering {
        loop {
            self.narrow();
            if self.positions.iter().all(|at| at.node & LEAF != 0) {
                let [left, right] = self.positions.map(|Position { node, start, .. }| {
                    let bytes = self.texts.leaves[place(node)];
                    &bytes[offset(start, self.same, bytes)..offset(start, self.differs, bytes)]
                });
                return left.cmp(right);
            }
            for node in self.probe(self.same.midpoint(self.differs)) {
                for place in [node.start, node.end] {
                    if self.same < place && place < self.differs {
                        self.probe(place);
                    }
                }
            }
        }
    }

    /// Goes down to the last nodes that contain all bytes from `same` to `differs`.
    fn narrow(&mut self) {
        for position in &mut self.positions {
            while let Some((left, right)) = self.texts.outline.parts(position.node) {
                self.texts.work.add(1);
                let Measure { map, len } = self.texts.measure(left);
                let end = position.start.saturating_add(len);
                if self.differs <= end {
                    position.node = left;
                } else if self.same >= end {
                    (position.node, position.start) = (right, end);
                    position.before = position.before.then(map);
                } else {
                    break;
                }
            }
        }
    }

    /// Moves `same` or `differs` to a place, and returns a node on the way there in each text.
    fn probe(&mut self, at: u128) -> [Range<u128>; 2] {
        let [(left, on_left), (right, on_right)] =
            self.positions.map(|position| self.prefix(position, at));
        if left == right {
            (self.same, self.map) = (at, left);
        } else {
            self.differs = at;
        }
        [on_left, on_right]
    }

    /// Returns the map of the first `at` bytes of a text, `same` or more, and the range of a node that is between
    /// a quarter and a half of the way down there, or an empty range if the way is short.
    fn prefix(&self, position: Position, at: u128) -> (Affine, Range<u128>) {
        let Position {
            mut node,
            mut start,
            mut before,
        } = position;
        // The last two nodes that were reached after a power of two of steps.
        let (mut steps, mut passed) = (0_usize, [(node, start); 2]);
        while at > start
            && let Some((left, right)) = self.texts.outline.parts(node)
        {
            let Measure { map, len } = self.texts.measure(left);
            let end = start.saturating_add(len);
            // An end that cannot be counted is not before `at`.
            if at < end || end == u128::MAX {
                node = left;
            } else {
                (node, start, before) = (right, end, before.then(map));
            }
            steps += 1;
            if steps.is_power_of_two() {
                passed = [passed[1], (node, start)];
            }
        }
        self.texts.work.add(steps);
        let (on_way, from) = passed[0];
        let len = match steps {
            ..SHALLOW => 0,
            _ => self.texts.measure(on_way).len,
        };
        let on_way = from..from.saturating_add(len);
        if at == start {
            return (before, on_way);
        }
        let bytes = self.texts.leaves[place(node)];
        let end = offset(start, at, bytes);
        if end == bytes.len() {
            return (before.then(self.texts.of_leaves[place(node)]), on_way);
        }
        let (known, from) = if self.same > start {
            (self.map, offset(start, self.same, bytes))
        } else {
            (before, 0)
        };
        self.texts.work.add(end - from);
        (known.then(Affine::of(&bytes[from..end])), on_way)
    }
}

/// Returns the offset in a leaf that starts at `start` of a place in the text, or 0 or the leaf's length if the
/// place is not in the leaf.
fn offset(start: u128, at: u128, bytes: &[u8]) -> usize {
    let offset = usize::try_from(at.saturating_sub(start));
    offset.unwrap_or(usize::MAX).min(bytes.len())
}
