//! `Outline`: the nodes that a text reaches, each once and numbered so that parts come before wholes.

use alloc::vec::Vec;

use super::ConcatError;
use super::dag::{ConcatRef, EMPTY, LEAF, NodeId, Nodes, place};
use super::fold::{Fold, fold, try_push};
use super::pages::Pages;

/// Concatenations of numbered leaves. What the leaves are the owner knows.
#[derive(Debug, Default)]
pub(super) struct Outline {
    nodes: Vec<[NodeId; 2]>,
}

impl Outline {
    /// How many concatenations there are: their numbers are those below.
    #[inline]
    pub(super) fn len(&self) -> NodeId {
        self.nodes.len() as NodeId
    }

    /// The parts of a concatenation; nothing for a leaf.
    #[inline]
    pub(super) fn parts(&self, number: NodeId) -> Option<(NodeId, NodeId)> {
        (number & LEAF == 0).then(|| self.nodes[place(number)].into())
    }

    /// All concatenations, parts before wholes.
    pub(super) fn iter(
        &self,
    ) -> impl DoubleEndedIterator<Item = (NodeId, NodeId)> + ExactSizeIterator {
        self.nodes.iter().map(|&node| node.into())
    }

    /// Adds a concatenation.
    #[inline]
    pub(super) fn join(&mut self, left: NodeId, right: NodeId) -> Result<NodeId, ConcatError> {
        if left == EMPTY {
            return Ok(right);
        }
        if right == EMPTY {
            return Ok(left);
        }
        let number = self.len();
        if number >= LEAF {
            return Err(ConcatError::Full);
        }
        try_push(&mut self.nodes, [left, right])?;
        Ok(number)
    }

    /// Adds what a text reaches. `leaf` gives each leaf its number, once or, if it is not to be
    /// remembered, wherever it is met.
    pub(super) fn add<'a, D: Nodes>(
        &mut self,
        text: ConcatRef<'a, D>,
        remember_leaves: bool,
        leaf: impl FnMut(&mut Self, NodeId, &'a str) -> Result<NodeId, ConcatError>,
    ) -> Result<NodeId, ConcatError> {
        fold(
            text,
            &mut Pages::new(),
            &mut self.adding(remember_leaves, leaf),
        )
    }

    /// What adds texts, as [`add`](Self::add) does.
    pub(super) fn adding<L>(&mut self, remember_leaves: bool, leaf: L) -> Adding<'_, L> {
        Adding {
            outline: self,
            leaf,
            remember_leaves,
        }
    }
}

/// See [`Outline::adding`].
pub(super) struct Adding<'o, L> {
    outline: &'o mut Outline,
    leaf: L,
    remember_leaves: bool,
}

impl<'a, D: Nodes, L> Fold<'a, D> for Adding<'_, L>
where
    L: FnMut(&mut Outline, NodeId, &'a str) -> Result<NodeId, ConcatError>,
{
    type Value = NodeId;

    fn leaf(&mut self, node: NodeId, text: &'a str) -> Result<NodeId, ConcatError> {
        if text.is_empty() {
            return Ok(EMPTY);
        }
        (self.leaf)(self.outline, node, text)
    }

    #[inline]
    fn concat(&mut self, left: NodeId, right: NodeId) -> Result<NodeId, ConcatError> {
        self.outline.join(left, right)
    }

    fn remembers_leaves(&self) -> bool {
        self.remember_leaves
    }
}
