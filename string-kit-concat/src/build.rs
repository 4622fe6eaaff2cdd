//! Replacing all matches of a pattern, in one pass that builds the new tree from its leaves up.

use alloc::string::String;

use crate::error::ConcatError;
use crate::find::Search;
use crate::iter::Chunks;
use crate::node::{LEAF_MAX, Node};
use crate::pattern::Matcher;
use crate::slice::ConcatSlice;
use crate::text::{ConcatStr, checked_sum, try_of_slice};
use crate::tree::{try_join, try_slice};

/// The bytes between two matches from which on their nodes are shared, not copied: some four leaves.
const SHARED: usize = 4 * LEAF_MAX;

/// Returns the text with at most `most` matches replaced by another text.
pub(crate) fn try_replaced(
    part: ConcatSlice<'_>,
    matcher: impl Matcher,
    with: &str,
    most: usize,
) -> Result<ConcatStr, ConcatError> {
    let mut base = try_of_slice(part)?;
    crate::patch::try_close(&mut base.0)?;
    let text = base.as_slice();
    let mut search = Search::new(text, matcher);
    let mut builder = Builder::new(text)?;
    let (mut done, mut count) = (0, 0);
    while count < most
        && let Some((from, to)) = search.try_next()?
    {
        count += 1;
        builder.copy(done, from)?;
        builder.push(with)?;
        done = to;
    }
    if count == 0 {
        return Ok(base);
    }
    builder.copy(done, text.len())?;
    builder.finish()
}

/// A text that is built from left to right.
struct Builder<'a> {
    text: ConcatSlice<'a>,
    chunks: Chunks<'a>,
    /// What is left of a piece of the text.
    piece: &'a str,
    /// The byte of the text that the piece begins at.
    at: usize,
    /// The next leaf.
    leaf: String,
    /// Trees, each lower than the one before: at most one of each height.
    trees: [Option<Node>; 64],
    count: usize,
    /// The bytes of the trees and the leaf.
    len: usize,
}

impl<'a> Builder<'a> {
    /// The text has no patches.
    fn new(text: ConcatSlice<'a>) -> Result<Self, ConcatError> {
        let mut leaf = String::new();
        crate::find::try_reserve(&mut leaf, LEAF_MAX)?;
        Ok(Self {
            text,
            chunks: text.chunks(),
            piece: "",
            at: 0,
            leaf,
            trees: [const { None }; 64],
            count: 0,
            len: 0,
        })
    }

    /// Appends bytes from..to of the text, which do not lie before those that were appended.
    fn copy(&mut self, from: usize, to: usize) -> Result<(), ConcatError> {
        let node = self.text.node().filter(|_| to - from >= SHARED);
        if let Some(node) = node {
            self.end_leaf()?;
            self.len += to - from;
            checked_sum([self.len, 0])?;
            if let Some(tree) = try_slice(node, from, to)? {
                self.push_tree(tree)?;
            }
            (self.chunks, self.piece) = (self.text.part(to, self.text.len()).chunks(), "");
            self.at = to;
            return Ok(());
        }
        while self.at < from {
            self.take(from - self.at);
        }
        while self.at < to {
            let piece = self.take(to - self.at);
            self.push(piece)?;
        }
        Ok(())
    }

    /// Takes the next bytes of the text, up to the end of a piece.
    fn take(&mut self, most: usize) -> &'a str {
        if self.piece.is_empty() {
            self.piece = self.chunks.next().unwrap_or_default();
        }
        let (now, later) = self.piece.split_at(most.min(self.piece.len()));
        (self.piece, self.at) = (later, self.at + now.len());
        now
    }

    /// Appends a text.
    fn push(&mut self, mut text: &str) -> Result<(), ConcatError> {
        self.len += text.len();
        checked_sum([self.len, 0])?;
        while !text.is_empty() {
            let room = text.len().min(LEAF_MAX - self.leaf.len());
            let (now, later) = text.split_at(text.floor_char_boundary(room));
            self.leaf.push_str(now);
            if !later.is_empty() {
                self.end_leaf()?;
            }
            text = later;
        }
        Ok(())
    }

    fn end_leaf(&mut self) -> Result<(), ConcatError> {
        if !self.leaf.is_empty() {
            let leaf = Node::try_leaf(&[&self.leaf])?;
            self.leaf.clear();
            self.push_tree(leaf)?;
        }
        Ok(())
    }

    /// Joins a tree with those before it that are not higher.
    fn push_tree(&mut self, tree: Node) -> Result<(), ConcatError> {
        let mut tree = Some(tree);
        while self.count > 0 {
            let last = &mut self.trees[self.count - 1];
            let height = |tree: &Option<Node>| tree.as_ref().map(|tree| tree.get().height());
            if height(last) > height(&tree) {
                break;
            }
            tree = try_join(last.take(), tree)?;
            self.count -= 1;
        }
        self.trees[self.count] = tree;
        self.count += 1;
        Ok(())
    }

    fn finish(mut self) -> Result<ConcatStr, ConcatError> {
        self.end_leaf()?;
        let mut text = None;
        while self.count > 0 {
            self.count -= 1;
            text = try_join(self.trees[self.count].take(), text)?;
        }
        Ok(ConcatStr::from_node(text))
    }
}
