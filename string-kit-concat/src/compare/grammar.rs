//! The order of two texts whose first bytes are the same, by the prints of their prefixes.

use core::cmp::Ordering;

use alloc::vec::Vec;

use crate::ConcatError;
use crate::dag::{ConcatRef, EMPTY, LEAF, NodeId, Nodes, place};
use crate::fingerprint::Affine;
use crate::fold::try_push;
use crate::outline::Outline;
use crate::rebalance::rebalance;

/// Leaves are cut to this, as a part of one is looked at byte by byte.
const MAX_LEAF: usize = 512;

/// Two depths whose product is at most this need no balance.
const SHALLOW: u64 = 1 << 14;

/// The concatenations that two texts reach, and what was found out about each.
#[derive(Default)]
pub(super) struct Grammar<'a> {
    outline: Outline,
    leaves: Vec<&'a [u8]>,
    /// `u128::MAX` stands for that many or more.
    lens: Vec<u128>,
    maps: Vec<Affine>,
    leaf_maps: Vec<Affine>,
}

impl<'a> Grammar<'a> {
    /// The order of two texts; equal ones may be told from each other where they are longer than can be
    /// counted.
    ///
    /// Takes O(n) time and space for n nodes where both are shallow, else O(n log N) for N bytes.
    pub(super) fn order<D: Nodes, E: Nodes>(
        left: ConcatRef<'a, D>,
        right: ConcatRef<'a, E>,
    ) -> Result<Option<Ordering>, ConcatError> {
        let mut grammar = Self::default();
        try_push(&mut grammar.leaves, &[])?;
        let mut texts = [grammar.add(left)?, grammar.add(right)?];
        grammar.measure()?;
        for text in &mut texts {
            *text = grammar.countable(*text)?;
        }
        grammar.measure()?;
        if !grammar.is_shallow(texts)? {
            grammar = grammar.balanced(&mut texts)?;
        }
        grammar.print()?;
        grammar.first_difference(texts)
    }

    fn add<D: Nodes>(&mut self, text: ConcatRef<'a, D>) -> Result<NodeId, ConcatError> {
        let leaves = &mut self.leaves;
        self.outline.add(text, true, |outline, _, text| {
            let pieces = text.as_bytes().chunks(MAX_LEAF);
            let first = index_of(leaves.len())?;
            leaves.try_reserve(pieces.len())?;
            leaves.extend(pieces);
            chain(outline, first, index_of(leaves.len())?)
        })
    }

    /// Finds the lengths of the concatenations that are new.
    fn measure(&mut self) -> Result<(), ConcatError> {
        let known = self.lens.len();
        self.lens.try_reserve(place(self.outline.len()) - known)?;
        for (left, right) in self.outline.iter().skip(known) {
            self.lens
                .push(self.len(left).saturating_add(self.len(right)));
        }
        Ok(())
    }

    /// Finds the prints of all.
    fn print(&mut self) -> Result<(), ConcatError> {
        self.leaf_maps.try_reserve_exact(self.leaves.len())?;
        self.leaf_maps
            .extend(self.leaves.iter().map(|leaf| Affine::of(leaf)));
        self.maps.try_reserve_exact(place(self.outline.len()))?;
        for (left, right) in self.outline.iter() {
            self.maps.push(self.map(left).then(self.map(right)));
        }
        Ok(())
    }

    fn len(&self, number: NodeId) -> u128 {
        if number & LEAF == 0 {
            self.lens[place(number)]
        } else {
            self.leaves[place(number)].len() as u128
        }
    }

    fn map(&self, number: NodeId) -> Affine {
        if number & LEAF == 0 {
            self.maps[place(number)]
        } else {
            self.leaf_maps[place(number)]
        }
    }

    fn is_shallow(&self, texts: [NodeId; 2]) -> Result<bool, ConcatError> {
        let mut depths: Vec<u32> = Vec::new();
        depths.try_reserve_exact(place(self.outline.len()))?;
        let depth = |depths: &[u32], part: NodeId| {
            if part & LEAF == 0 {
                depths[place(part)]
            } else {
                0
            }
        };
        for (left, right) in self.outline.iter() {
            let deepest = depth(&depths, left).max(depth(&depths, right));
            depths.push(deepest.saturating_add(1));
        }
        let [left, right] = texts.map(|text| u64::from(depth(&depths, text)));
        Ok(left.saturating_mul(right) <= SHALLOW)
    }

    /// The text, or as much of it as can be counted. Takes O(depth) new nodes.
    fn countable(&mut self, text: NodeId) -> Result<NodeId, ConcatError> {
        let (mut node, mut left_to_take) = (text, u128::MAX);
        if self.len(text) < u128::MAX {
            return Ok(text);
        }
        let mut prefix = EMPTY;
        while let Some((left, right)) = self.outline.parts(node) {
            let len = self.len(left);
            if len >= left_to_take {
                node = left;
            } else {
                prefix = self.outline.join(prefix, left)?;
                left_to_take -= len;
                node = right;
            }
        }
        let bytes = first_bytes(self.leaves[place(node)], left_to_take);
        let leaf = index_of(self.leaves.len())? | LEAF;
        try_push(&mut self.leaves, bytes)?;
        self.outline.join(prefix, leaf)
    }

    /// The two texts among nodes of logarithmic depth.
    fn balanced(mut self, texts: &mut [NodeId; 2]) -> Result<Self, ConcatError> {
        self.lens = Vec::new();
        let outline = core::mem::take(&mut self.outline);
        rebalance(&outline, texts, &mut self.outline)?;
        drop(outline);
        self.measure()?;
        Ok(self)
    }

    /// The order by the first byte that differs: down the left text, each time into the part whose
    /// prefix differs from the right text's of that length.
    fn first_difference(
        &self,
        [left, right]: [NodeId; 2],
    ) -> Result<Option<Ordering>, ConcatError> {
        let lens = [self.len(left), self.len(right)];
        if lens[0] == lens[1] && self.map(left) == self.map(right) {
            return Ok((lens[0] < u128::MAX).then_some(Ordering::Equal));
        }
        let (mut node, mut same, mut map) = (left, 0, Affine::EMPTY);
        while let Some((first, second)) = self.outline.parts(node) {
            let end = self.len(first).saturating_add(same);
            let end_map = map.then(self.map(first));
            if end <= lens[1] && end_map == self.prefix(right, end) {
                (node, same, map) = (second, end, end_map);
            } else {
                node = first;
            }
        }
        let mut bytes = self.leaves[place(node)];
        let mut pieces = self.pieces_from(right, same)?;
        while !bytes.is_empty() {
            let Some(piece) = self.next_piece(&mut pieces)? else {
                break;
            };
            let common = bytes.len().min(piece.len());
            match bytes[..common].cmp(&piece[..common]) {
                Ordering::Equal => bytes = &bytes[common..],
                order => return Ok(Some(order)),
            }
        }
        Ok(Some(lens[0].cmp(&lens[1])))
    }

    /// The print of the first bytes of a text. Takes O(depth).
    fn prefix(&self, text: NodeId, len: u128) -> Affine {
        let (mut node, mut left_to_take, mut map) = (text, len, Affine::EMPTY);
        while let Some((left, right)) = self.outline.parts(node) {
            let len = self.len(left);
            if len > left_to_take {
                node = left;
            } else {
                map = map.then(self.map(left));
                left_to_take -= len;
                node = right;
            }
        }
        map.then(Affine::of(first_bytes(
            self.leaves[place(node)],
            left_to_take,
        )))
    }

    /// What is from a place to the end: nodes, the next last, and how much of the next is before it.
    fn pieces_from(&self, text: NodeId, at: u128) -> Result<(Vec<NodeId>, usize), ConcatError> {
        let (mut pending, mut node, mut at) = (Vec::new(), text, at);
        while let Some((left, right)) = self.outline.parts(node) {
            let len = self.len(left);
            if at < len {
                try_push(&mut pending, right)?;
                node = left;
            } else {
                at -= len;
                node = right;
            }
        }
        try_push(&mut pending, node)?;
        Ok((pending, usize::try_from(at).unwrap_or(usize::MAX)))
    }

    fn next_piece(
        &self,
        (pending, skip): &mut (Vec<NodeId>, usize),
    ) -> Result<Option<&'a [u8]>, ConcatError> {
        let Some(mut node) = pending.pop() else {
            return Ok(None);
        };
        while let Some((left, right)) = self.outline.parts(node) {
            try_push(pending, right)?;
            node = left;
        }
        let bytes = self.leaves[place(node)];
        let skip = core::mem::take(skip).min(bytes.len());
        Ok(Some(&bytes[skip..]))
    }
}

fn first_bytes(bytes: &[u8], most: u128) -> &[u8] {
    usize::try_from(most).map_or(bytes, |most| &bytes[..most.min(bytes.len())])
}

/// The leaves of these numbers as one text, with as few levels as they allow.
fn chain(outline: &mut Outline, first: NodeId, end: NodeId) -> Result<NodeId, ConcatError> {
    if end - first == 1 {
        return Ok(first | LEAF);
    }
    let middle = first.midpoint(end);
    let (left, right) = (chain(outline, first, middle)?, chain(outline, middle, end)?);
    outline.join(left, right)
}

/// Returns the number of a leaf at an index.
fn index_of(index: usize) -> Result<NodeId, ConcatError> {
    let number = NodeId::try_from(index).ok();
    number
        .filter(|number| number & LEAF == 0)
        .ok_or(ConcatError::Full)
}
