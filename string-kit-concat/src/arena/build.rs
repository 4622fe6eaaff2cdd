//! How nodes are added: there is room for all that belongs to one before any of it is written.

use core::ops::Range;

use super::ConcatArena;
use super::span::Span;
use crate::ConcatError;
use crate::dag::{LEAF, NodeId, place};
use crate::fingerprint::Affine;

impl ConcatArena {
    /// Adds a concatenation of two nodes of this arena.
    #[inline]
    pub(super) fn join(&mut self, left: NodeId, right: NodeId) -> Result<NodeId, ConcatError> {
        if left == LEAF {
            return Ok(right);
        }
        if right == LEAF {
            return Ok(left);
        }
        self.push(left, right)
    }

    /// Adds a concatenation of two nodes that are not empty.
    #[inline]
    pub(super) fn push(&mut self, left: NodeId, right: NodeId) -> Result<NodeId, ConcatError> {
        if self.columns.are_on() {
            return self.push_with_columns(left, right);
        }
        let index = self.next_node()?;
        if self.nodes.len() == self.nodes.capacity() {
            self.grow()?;
        }
        self.nodes.push([left, right]);
        Ok(index)
    }

    #[cold]
    fn grow(&mut self) -> Result<(), ConcatError> {
        Ok(self.nodes.try_reserve(1)?)
    }

    fn push_with_columns(&mut self, left: NodeId, right: NodeId) -> Result<NodeId, ConcatError> {
        if let Some(cons) = &self.columns.cons
            && let Some(known) = cons.find_node(&self.nodes, [left, right])
        {
            return Ok(known);
        }
        let index = self.next_node()?;
        let (len, map) = (self.joined_len(left, right), self.joined_map(left, right));
        self.nodes.try_reserve(1)?;
        let columns = &mut self.columns;
        if let Some(lens) = &mut columns.lens {
            lens.try_reserve(1)?;
        }
        if let Some(maps) = &mut columns.maps {
            maps.nodes.try_reserve(1)?;
        }
        if let Some(cons) = &mut columns.cons {
            cons.reserve_node(&self.nodes)?;
        }
        self.nodes.push([left, right]);
        if let Some(lens) = &mut columns.lens {
            lens.extend(len);
        }
        if let Some(maps) = &mut columns.maps {
            maps.nodes.extend(map);
        }
        if let Some(cons) = &mut columns.cons {
            cons.insert_node(&self.nodes, index);
        }
        Ok(index)
    }

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
            let (mut rest, mut whole) = (text, arena.balanced());
            while !rest.is_empty() {
                let piece;
                (piece, rest) = rest.split_at(rest.floor_char_boundary(Span::MAX_LEN));
                whole.add_text(piece)?;
            }
            whole.finish()
        })
    }

    /// The leaf that is empty.
    pub(super) fn add_empty(&mut self) -> Result<NodeId, ConcatError> {
        if self.spans.is_empty() {
            self.reserve_leaf()?;
            self.push_empty();
        }
        leaf_index(0)
    }

    fn add_leaf(&mut self, text: &str) -> Result<NodeId, ConcatError> {
        if let Some(cons) = &self.columns.cons
            && let Some(known) = cons.find_leaf(self, text)
        {
            return Ok(known);
        }
        let start = self.text.len();
        let end = start
            .checked_add(text.len())
            .filter(|&end| end as u64 <= Span::MAX_TEXT)
            .ok_or(ConcatError::TooLong)?;
        self.reserve_leaf()?;
        self.text.try_reserve(text.len())?;
        self.text.push_str(text);
        self.push_leaf(start..end)
    }

    /// Adds a part of a leaf, which shares its text.
    pub(super) fn add_cut(
        &mut self,
        leaf: NodeId,
        cut: Range<usize>,
    ) -> Result<NodeId, ConcatError> {
        let whole = self.spans[place(leaf)];
        if cut.len() == whole.len() {
            return Ok(leaf);
        }
        if cut.is_empty() {
            return self.add_empty();
        }
        let text = &self.text_of(leaf)[cut.clone()];
        if let Some(cons) = &self.columns.cons
            && let Some(known) = cons.find_leaf(self, text)
        {
            return Ok(known);
        }
        self.reserve_leaf()?;
        let start = whole.range().start;
        self.push_leaf(start + cut.start..start + cut.end)
    }

    /// Makes room for a leaf, and for the empty one before it.
    fn reserve_leaf(&mut self) -> Result<(), ConcatError> {
        let more = 1 + usize::from(self.spans.is_empty());
        if self.spans.len() + more > place(self.most_ids() - 1) + 1 {
            return Err(ConcatError::Full);
        }
        self.spans.try_reserve(more)?;
        if let Some(maps) = &mut self.columns.maps {
            maps.leaves.try_reserve(more)?;
        }
        if let Some(cons) = &mut self.columns.cons {
            let (text, spans) = (&self.text, &self.spans);
            cons.reserve_leaves(more, |leaf| text_of(text, spans, leaf))?;
        }
        Ok(())
    }

    fn push_empty(&mut self) {
        self.spans.push(Span::new(&(0..0)));
        if let Some(maps) = &mut self.columns.maps {
            maps.leaves.push(Affine::EMPTY);
        }
    }

    /// Adds a leaf that there is room for.
    fn push_leaf(&mut self, range: Range<usize>) -> Result<NodeId, ConcatError> {
        if self.spans.is_empty() {
            self.push_empty();
        }
        let index = leaf_index(self.spans.len())?;
        self.spans.push(Span::new(&range));
        if let Some(maps) = &mut self.columns.maps {
            maps.leaves.push(Affine::of(self.text[range].as_bytes()));
        }
        if let Some(cons) = &mut self.columns.cons {
            let (text, spans) = (&self.text, &self.spans);
            cons.insert_leaf(index, |leaf| text_of(text, spans, leaf));
        }
        Ok(index)
    }

    /// Does what takes several steps, or, if one fails, nothing.
    pub(super) fn all_or_nothing<R>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<R, ConcatError>,
    ) -> Result<R, ConcatError> {
        let before = (self.nodes.len(), self.spans.len(), self.text.len());
        let done = work(self);
        if done.is_err() {
            self.take_back(before);
        }
        done
    }

    #[cold]
    fn take_back(&mut self, (nodes, spans, text): (usize, usize, usize)) {
        let columns = &mut self.columns;
        if let Some(cons) = &mut columns.cons {
            for number in nodes..self.nodes.len() {
                cons.remove_node(&self.nodes, number as NodeId);
            }
            for at in spans.max(1)..self.spans.len() {
                let index = leaf_index(at).expect("it was one");
                cons.remove_leaf(text_of(&self.text, &self.spans, index), index);
            }
        }
        if let Some(lens) = &mut columns.lens {
            lens.truncate(nodes);
        }
        if let Some(maps) = &mut columns.maps {
            maps.nodes.truncate(nodes);
            maps.leaves.truncate(spans);
        }
        self.nodes.truncate(nodes);
        self.spans.truncate(spans);
        self.text.truncate(text);
    }

    /// The text of a leaf.
    #[inline]
    pub(super) fn text_of(&self, leaf: NodeId) -> &str {
        text_of(&self.text, &self.spans, leaf)
    }
}

#[inline]
pub(super) fn text_of<'a>(text: &'a str, spans: &[Span], leaf: NodeId) -> &'a str {
    &text[spans[place(leaf)].range()]
}

/// The id of the leaf at a place.
fn leaf_index(at: usize) -> Result<NodeId, ConcatError> {
    let number = NodeId::try_from(at).ok();
    let number = number.filter(|number| number & LEAF == 0);
    number.map(|number| number | LEAF).ok_or(ConcatError::Full)
}
