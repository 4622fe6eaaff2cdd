//! Adds nodes: room is made for all entries of a node before any of them is written.

use alloc::vec::Vec;
use core::ops::Range;

use super::ConcatArena;
use super::leaves::Span;
use crate::ConcatError;
use crate::dag::{EMPTY, LEAF, NodeId};
use crate::fingerprint::Affine;
use crate::fold::try_push;

impl ConcatArena {
    /// Adds a concatenation of two nodes of this arena.
    #[inline]
    pub(super) fn join(&mut self, left: NodeId, right: NodeId) -> Result<NodeId, ConcatError> {
        match (left, right) {
            (EMPTY, one) | (one, EMPTY) => Ok(one),
            _ => self.push(left, right),
        }
    }

    /// Adds a concatenation of two nodes that are not empty.
    #[inline]
    pub(super) fn push(&mut self, left: NodeId, right: NodeId) -> Result<NodeId, ConcatError> {
        if self.columns.are_on() {
            return self.push_with_columns(left, right);
        }
        let index = self.next_node()?;
        self.nodes.try_reserve()?;
        self.nodes.push([left, right]);
        Ok(index)
    }

    fn push_with_columns(&mut self, left: NodeId, right: NodeId) -> Result<NodeId, ConcatError> {
        if let Some(cons) = &self.columns.cons
            && let Some(known) = cons.find_node(&self.nodes, [left, right])
        {
            return Ok(known);
        }
        let index = self.next_node()?;
        let (len, map) = (self.joined_len(left, right), self.joined_map(left, right));
        self.nodes.try_reserve()?;
        let columns = &mut self.columns;
        if let Some(lens) = &mut columns.lens {
            lens.try_reserve()?;
        }
        if let Some(maps) = &mut columns.maps {
            maps.nodes.try_reserve()?;
        }
        if let Some(cons) = &mut columns.cons {
            cons.reserve_node(&self.nodes)?;
        }
        self.nodes.push([left, right]);
        if let (Some(lens), Some(len)) = (&mut columns.lens, len) {
            lens.push(len);
        }
        if let (Some(maps), Some(map)) = (&mut columns.maps, map) {
            maps.nodes.push(map);
        }
        if let Some(cons) = &mut columns.cons {
            cons.insert_node(&self.nodes, index);
        }
        Ok(index)
    }

    /// Returns the id of the next concatenation.
    #[inline]
    fn next_node(&self) -> Result<NodeId, ConcatError> {
        let number = NodeId::try_from(self.nodes.len()).ok();
        number
            .filter(|&number| number < self.most_ids())
            .ok_or(ConcatError::Full)
    }

    /// Adds a text of any length.
    pub(super) fn add_text(&mut self, text: &str) -> Result<NodeId, ConcatError> {
        if text.is_empty() {
            return self.add_empty();
        }
        if text.len() <= Span::MAX_LEN {
            return self.add_leaf(text);
        }
        self.all_or_nothing(|arena| {
            let (mut rest, mut whole) = (text, Balanced::new(arena));
            while !rest.is_empty() {
                let piece;
                (piece, rest) = rest.split_at(rest.floor_char_boundary(Span::MAX_LEN));
                whole.add_text(piece)?;
            }
            whole.finish()
        })
    }

    fn add_empty(&mut self) -> Result<NodeId, ConcatError> {
        if self.leaves.len() == 0 {
            self.reserve_leaf()?;
            self.push_empty();
        }
        Ok(EMPTY)
    }

    fn add_leaf(&mut self, text: &str) -> Result<NodeId, ConcatError> {
        if let Some(cons) = &self.columns.cons
            && let Some(known) = cons.find_leaf(&self.leaves, text)
        {
            return Ok(known);
        }
        self.reserve_leaf()?;
        self.leaves.try_reserve_text(text.len())?;
        let range = self.leaves.push_text(text);
        Ok(self.push_leaf(&range))
    }

    /// Adds a part of a leaf, which shares its text.
    pub(super) fn add_cut(
        &mut self,
        leaf: NodeId,
        cut: Range<usize>,
    ) -> Result<NodeId, ConcatError> {
        if cut.is_empty() {
            return self.add_empty();
        }
        let start = self.leaves.range(leaf).start;
        if let Some(cons) = &self.columns.cons
            && let Some(known) =
                cons.find_leaf(&self.leaves, &self.leaves.text_of(leaf)[cut.clone()])
        {
            return Ok(known);
        }
        self.reserve_leaf()?;
        Ok(self.push_leaf(&(start + cut.start..start + cut.end)))
    }

    /// Makes room for a leaf, and for the empty one before it: a list that is empty gets room for four.
    fn reserve_leaf(&mut self) -> Result<(), ConcatError> {
        if self.leaves.len() >= self.most_ids() as usize {
            return Err(ConcatError::Full);
        }
        self.leaves.try_reserve()?;
        if let Some(maps) = &mut self.columns.maps {
            maps.leaves.try_reserve()?;
        }
        if let Some(cons) = &mut self.columns.cons {
            cons.reserve_leaf(&self.leaves)?;
        }
        Ok(())
    }

    fn push_empty(&mut self) {
        self.leaves.push(&(0..0));
        if let Some(maps) = &mut self.columns.maps {
            maps.leaves.push(Affine::EMPTY);
        }
    }

    /// Adds a leaf that there is room for.
    fn push_leaf(&mut self, range: &Range<usize>) -> NodeId {
        if self.leaves.len() == 0 {
            self.push_empty();
        }
        let leaf = self.leaves.push(range);
        if let Some(maps) = &mut self.columns.maps {
            let text = self.leaves.text_of(leaf);
            maps.leaves.push(Affine::of(text.as_bytes()));
        }
        if let Some(cons) = &mut self.columns.cons {
            cons.insert_leaf(&self.leaves, leaf);
        }
        leaf
    }

    /// Does work of several steps; if one fails, removes all nodes that the work added.
    pub(super) fn all_or_nothing<R>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<R, ConcatError>,
    ) -> Result<R, ConcatError> {
        let before = (self.nodes.len(), self.leaves.mark());
        let done = work(self);
        if done.is_err() {
            self.take_back(before);
        }
        done
    }

    #[cold]
    #[expect(clippy::cast_possible_truncation, reason = "they are numbers of ids")]
    fn take_back(&mut self, (nodes, (leaves, text)): (usize, (usize, usize))) {
        let columns = &mut self.columns;
        if let Some(cons) = &mut columns.cons {
            for node in nodes..self.nodes.len() {
                cons.remove_node(&self.nodes, node as NodeId);
            }
            for leaf in leaves..self.leaves.len() {
                cons.remove_leaf(&self.leaves, LEAF | leaf as NodeId);
            }
        }
        if let Some(lens) = &mut columns.lens {
            lens.truncate(nodes);
        }
        if let Some(maps) = &mut columns.maps {
            maps.nodes.truncate(nodes);
            maps.leaves.truncate(leaves);
        }
        self.nodes.truncate(nodes);
        self.leaves.truncate((leaves, text));
    }
}

/// A concatenation of many pieces, as a binary counter of perfect trees: each has more levels than the next.
pub(super) struct Balanced<'a> {
    arena: &'a mut ConcatArena,
    trees: Vec<(NodeId, u32)>,
}

impl<'a> Balanced<'a> {
    pub(super) fn new(arena: &'a mut ConcatArena) -> Self {
        Self {
            arena,
            trees: Vec::new(),
        }
    }

    /// Appends a piece.
    pub(super) fn add_text(&mut self, text: &str) -> Result<(), ConcatError> {
        let mut tree = (self.arena.add_text(text)?, 0);
        if text.is_empty() {
            return Ok(());
        }
        while let Some((left, level)) = self.trees.pop_if(|(_, level)| *level == tree.1) {
            tree = (self.arena.join(left, tree.0)?, level + 1);
        }
        try_push(&mut self.trees, tree)
    }

    /// Returns the concatenation of all pieces.
    pub(super) fn finish(mut self) -> Result<NodeId, ConcatError> {
        let Some((mut whole, _)) = self.trees.pop() else {
            return self.arena.add_empty();
        };
        while let Some((left, _)) = self.trees.pop() {
            whole = self.arena.join(left, whole)?;
        }
        Ok(whole)
    }
}
