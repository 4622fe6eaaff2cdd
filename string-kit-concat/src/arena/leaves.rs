//! `Leaves`: the text of an arena's leaves, and where each of them lies.

use alloc::string::String;
use core::ops::Range;

use super::blocks::Blocks;
use crate::ConcatError;
use crate::dag::{LEAF, NodeId, place};

/// Leaves as ranges of one text. The first, if there is any, is the empty one, and no other is empty.
///
/// NOTE: the text is one `String` rather than blocks: a leaf lies in one piece, so that blocks of 64 KiB
/// would leave much of their ends empty, and a frozen form copies the text as it is.
pub(super) struct Leaves {
    text: String,
    spans: Blocks<Span>,
}

impl Leaves {
    pub(super) const fn new() -> Self {
        Self {
            text: String::new(),
            spans: Blocks::new(),
        }
    }

    /// Returns the number of leaves, the empty one among them.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.spans.len()
    }

    /// Returns the text that all leaves are ranges of.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text of a leaf.
    #[inline]
    pub(super) fn text_of(&self, leaf: NodeId) -> &str {
        &self.text[self.range(leaf)]
    }

    /// Returns the range of the text that a leaf is.
    #[inline]
    pub(super) fn range(&self, leaf: NodeId) -> Range<usize> {
        self.spans[place(leaf)].range()
    }

    #[inline]
    pub(super) fn len_of(&self, leaf: NodeId) -> usize {
        self.spans[place(leaf)].len()
    }

    /// Returns the ranges of the leaves in the order of their ids.
    pub(super) fn ranges(&self) -> impl ExactSizeIterator<Item = Range<usize>> {
        self.spans.iter().map(|span| span.range())
    }

    /// Makes room for one leaf; if there is none, for four.
    pub(super) fn try_reserve(&mut self) -> Result<(), ConcatError> {
        self.spans.try_reserve()
    }

    /// Makes room for text.
    ///
    /// # Errors
    ///
    /// `TooLong` if no span can say where it ends, `Alloc`.
    pub(super) fn try_reserve_text(&mut self, more: usize) -> Result<(), ConcatError> {
        let end = self.text.len().checked_add(more);
        if end.is_none_or(|end| end as u64 > Span::MAX_TEXT) {
            return Err(ConcatError::TooLong);
        }
        Ok(self.text.try_reserve(more)?)
    }

    /// Appends text that there is room for, and returns its range.
    pub(super) fn push_text(&mut self, text: &str) -> Range<usize> {
        let start = self.text.len();
        self.text.push_str(text);
        start..self.text.len()
    }

    /// Adds a leaf that there is room for.
    pub(super) fn push(&mut self, range: &Range<usize>) -> NodeId {
        #[expect(clippy::cast_possible_truncation, reason = "there is an id for it")]
        let index = self.spans.len() as NodeId;
        self.spans.push(Span::new(range));
        LEAF | index
    }

    /// Returns the number of leaves and the bytes of their text, for [`truncate`](Self::truncate).
    pub(super) fn mark(&self) -> (usize, usize) {
        (self.spans.len(), self.text.len())
    }

    /// Removes what was added after a mark.
    pub(super) fn truncate(&mut self, (leaves, text): (usize, usize)) {
        self.spans.truncate(leaves);
        self.text.truncate(text);
    }

    pub(super) fn shrink_to_fit(&mut self) {
        self.spans.shrink_to_fit();
        self.text.shrink_to_fit();
    }

    pub(super) fn heap_size(&self) -> usize {
        self.spans.heap_size() + self.text.capacity()
    }
}

/// A range of the text in 8 bytes. The leaf of a substring lies within that of the whole.
///
/// ```text
/// bit 63                         20 19              0
///     | 44: start                  | 20: length       |
/// ```
///
/// NOTE: two ends would take 16 bytes, a third more for a chain of 10 million leaves (8 bytes a
/// concatenation, 8 a leaf, and its text). In return a text of 1 MiB and more becomes several leaves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span(u64);

const LEN_BITS: u32 = 20;

impl Span {
    /// The most bytes of a leaf.
    pub(super) const MAX_LEN: usize = (1 << LEN_BITS) - 1;

    /// The most bytes of all leaves.
    const MAX_TEXT: u64 = (1 << (64 - LEN_BITS)) - 1;

    /// Returns a span of at most `MAX_LEN` bytes that ends at `MAX_TEXT` or before.
    #[inline]
    fn new(range: &Range<usize>) -> Self {
        debug_assert!(range.len() <= Self::MAX_LEN && range.end as u64 <= Self::MAX_TEXT);
        Self((range.start as u64) << LEN_BITS | range.len() as u64)
    }

    #[inline]
    fn len(self) -> usize {
        in_memory(self.0 & Self::MAX_LEN as u64)
    }

    #[inline]
    fn range(self) -> Range<usize> {
        let start = in_memory(self.0 >> LEN_BITS);
        start..start + self.len()
    }
}

/// Returns a place or a length that was a `usize` before.
#[inline]
fn in_memory(number: u64) -> usize {
    #[expect(clippy::cast_possible_truncation, reason = "it was a usize")]
    let number = number as usize;
    number
}
