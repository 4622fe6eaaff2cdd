//! `Outline`: the nodes that a text reaches, each once and numbered so that parts come before wholes.

use alloc::vec::Vec;

use super::ConcatError;
use super::arena::ArenaForm;
use super::dag::{IndexOf, Nodes};
use super::fold::{Fold, fold, try_push};
use super::pages::Pages;
use super::view::ConcatRef;
use super::width::Wide;

/// The bit of a number that says that it is a leaf's.
pub(super) const LEAF: u64 = Wide::LEAF;

/// The number of the leaf that is empty, here and in every arena: no concatenation has it.
pub(super) const EMPTY: u64 = LEAF;

/// Concatenations of numbered leaves. What the leaves are the owner knows.
#[derive(Debug, Default)]
pub(super) struct Outline {
    nodes: Vec<<Wide as ArenaForm>::Stored>,
}

impl Outline {
    /// How many concatenations there are: their numbers are those below.
    #[inline]
    pub(super) fn len(&self) -> u64 {
        self.nodes.len() as u64
    }

    /// The parts of a concatenation; nothing for a leaf.
    #[inline]
    pub(super) fn parts(&self, number: u64) -> Option<(u64, u64)> {
        (number & LEAF == 0).then(|| Wide::load(self.nodes[place(number)]))
    }

    /// All concatenations, parts before wholes.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (u64, u64)> + ExactSizeIterator {
        self.nodes.iter().map(|&node| Wide::load(node))
    }

    /// Adds a concatenation.
    #[inline]
    pub(super) fn join(&mut self, left: u64, right: u64) -> Result<u64, ConcatError> {
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
        try_push(&mut self.nodes, Wide::store(left, right))?;
        Ok(number)
    }

    /// Adds what a text reaches. `leaf` gives each leaf its number, once or, if it is not to be
    /// remembered, wherever it is met.
    pub(super) fn add<'a, D: Nodes>(
        &mut self,
        text: ConcatRef<'a, D>,
        remember_leaves: bool,
        leaf: impl FnMut(&mut Self, IndexOf<D>, &'a str) -> Result<u64, ConcatError>,
    ) -> Result<u64, ConcatError> {
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
    L: FnMut(&mut Outline, IndexOf<D>, &'a str) -> Result<u64, ConcatError>,
{
    type Value = u64;

    fn leaf(&mut self, node: IndexOf<D>, text: &'a str) -> Result<u64, ConcatError> {
        if text.is_empty() {
            return Ok(EMPTY);
        }
        (self.leaf)(self.outline, node, text)
    }

    #[inline]
    fn concat(&mut self, left: u64, right: u64) -> Result<u64, ConcatError> {
        self.outline.join(left, right)
    }

    fn remembers_leaves(&self) -> bool {
        self.remember_leaves
    }
}

/// The place of a number in its table.
#[inline]
pub(super) fn place(number: u64) -> usize {
    #[expect(clippy::cast_possible_truncation, reason = "it was a length of memory")]
    let place = (number & !LEAF) as usize;
    place
}
