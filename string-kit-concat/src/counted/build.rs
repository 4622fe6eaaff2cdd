//! A builder of texts from many pieces: it gathers them into leaves, and those into a balanced tree.

use alloc::string::String;
use alloc::vec::Vec;

use super::form::Form;
use super::handle::{Handle, joined};
use crate::ConcatError;
use crate::fold::try_push;

/// The bytes of text to which a leaf is filled.
///
/// From 64 bytes on the overhead of a leaf (a node, a length, the allocator's) is less than half of its text,
/// and it is copied at the speed of memory.
const LEAF: usize = 256;

/// A text that grows at its end: short pieces become leaves of some 256 bytes.
pub(super) struct Builder<F: Form> {
    /// Trees that are still to be joined. Each has a power of two of leaves, and more than the next: the
    /// digits of `leaves` as a binary number.
    trees: Vec<Handle<F>>,
    leaves: usize,
    /// The text behind the trees.
    leaf: String,
}

impl<F: Form> Builder<F> {
    pub(super) const fn new() -> Self {
        Self {
            trees: Vec::new(),
            leaves: 0,
            leaf: String::new(),
        }
    }

    pub(super) fn push_str(&mut self, piece: &str) -> Result<(), ConcatError> {
        if self.leaf.len() + piece.len() > LEAF {
            self.end_leaf()?;
        }
        if piece.len() > LEAF {
            return self.push_tree(Handle::copy(piece)?);
        }
        self.leaf.try_reserve(piece.len())?;
        self.leaf.push_str(piece);
        Ok(())
    }

    pub(super) fn push(&mut self, text: Handle<F>) -> Result<(), ConcatError> {
        self.end_leaf()?;
        self.push_tree(text)
    }

    fn end_leaf(&mut self) -> Result<(), ConcatError> {
        let leaf = Handle::copy(&self.leaf)?;
        self.leaf.clear();
        self.push_tree(leaf)
    }

    fn push_tree(&mut self, mut tree: Handle<F>) -> Result<(), ConcatError> {
        if tree.is_empty() {
            return Ok(());
        }
        for _ in 0..self.leaves.trailing_ones() {
            tree = joined(self.trees.pop().unwrap_or_else(Handle::new), tree)?;
        }
        self.leaves += 1;
        try_push(&mut self.trees, tree)
    }

    pub(super) fn finish(mut self) -> Result<Handle<F>, ConcatError> {
        self.end_leaf()?;
        let mut whole = Handle::new();
        while let Some(left) = self.trees.pop() {
            whole = joined(left, whole)?;
        }
        Ok(whole)
    }
}
