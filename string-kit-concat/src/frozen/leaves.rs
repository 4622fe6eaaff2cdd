//! The leaves of a frozen arena: ranges of one text, which may overlap.

use alloc::string::String;
use core::ops::Range;

use super::packed::Packed;
use crate::ConcatError;

/// Ranges of a text, in two columns.
///
/// INVARIANT: each is a range of the text's characters.
#[derive(Debug)]
pub(super) struct Leaves {
    pub(super) count: u64,
    pub(super) starts: Packed,
    pub(super) lens: Packed,
    pub(super) greatest_len: u64,
    pub(super) text: String,
}

impl Leaves {
    /// These ranges of a text, which is copied.
    pub(super) fn new<R>(text: &str, ranges: impl Fn() -> R) -> Result<Self, ConcatError>
    where
        R: ExactSizeIterator<Item = Range<u64>>,
    {
        let len = |range: Range<u64>| range.end - range.start;
        let count = ranges().len() as u64;
        let greatest_len = ranges().map(len).max().unwrap_or(0);
        let starts = ranges().map(|range| range.start);
        let mut owned = String::new();
        owned.try_reserve_exact(text.len())?;
        owned.push_str(text);
        Ok(Self {
            count,
            starts: Packed::new(count, text.len() as u64, starts)?,
            lens: Packed::new(count, greatest_len, ranges().map(len))?,
            greatest_len,
            text: owned,
        })
    }

    /// The text of a leaf.
    #[inline]
    pub(super) fn get(&self, leaf: u64) -> &str {
        let (start, len) = (self.starts.get(leaf), self.lens.get(leaf));
        #[expect(clippy::cast_possible_truncation, reason = "they are places in memory")]
        let (start, len) = (start as usize, len as usize);
        &self.text[start..start + len]
    }

    /// Whether all are ranges of the text's characters, and the longest is as long as is said.
    pub(super) fn are_ranges(&self) -> bool {
        let mut greatest_len = 0;
        for leaf in 0..self.count {
            let (start, len) = (self.starts.get(leaf), self.lens.get(leaf));
            let Some(end) = start.checked_add(len) else {
                return false;
            };
            let (Ok(start), Ok(end)) = (usize::try_from(start), usize::try_from(end)) else {
                return false;
            };
            if self.text.get(start..end).is_none() {
                return false;
            }
            greatest_len = len.max(greatest_len);
        }
        greatest_len == self.greatest_len
    }

    pub(super) fn heap_size(&self) -> usize {
        self.starts.heap_size() + self.lens.heap_size() + self.text.capacity()
    }
}
