//! Where the text of a leaf lies.

use core::ops::Range;

/// A range of an arena's text in 8 bytes: the leaf of a substring lies within that of the whole and
/// copies nothing.
///
/// ```text
/// bit 63                         20 19              0
///     | 44: where it begins        | 20: how long    |
/// ```
///
/// NOTE: two ends would take 16 bytes, which is a third of a 10-million-leaf chain (8 a concatenation,
/// 8 a leaf, its text). The price is that a text of 1 MiB and more becomes several leaves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span(u64);

const LEN_BITS: u32 = 20;

impl Span {
    /// The most bytes of a leaf.
    pub(super) const MAX_LEN: usize = (1 << LEN_BITS) - 1;

    /// The most bytes of all leaves.
    pub(super) const MAX_TEXT: u64 = (1 << (64 - LEN_BITS)) - 1;

    /// A range of at most `MAX_LEN` bytes that ends at `MAX_TEXT` or before.
    #[inline]
    pub(super) fn new(range: &Range<usize>) -> Self {
        debug_assert!(range.len() <= Self::MAX_LEN && range.end as u64 <= Self::MAX_TEXT);
        Self((range.start as u64) << LEN_BITS | range.len() as u64)
    }

    #[inline]
    pub(super) fn len(self) -> usize {
        in_memory(self.0 & Self::MAX_LEN as u64)
    }

    #[inline]
    pub(super) fn range(self) -> Range<usize> {
        let start = in_memory(self.0 >> LEN_BITS);
        start..start + self.len()
    }
}

/// A place or a length that memory has had.
#[inline]
fn in_memory(number: u64) -> usize {
    #[expect(clippy::cast_possible_truncation, reason = "it was a usize")]
    let number = number as usize;
    number
}
