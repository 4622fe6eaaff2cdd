//! `CompactString`: 24 bytes, all 24 of text inline; the rest on the heap, where it may grow.
//!
//! The heap block has no header and at least 32 bytes, so that a text of 25 to 31 bytes leaves
//! slack. `From<String>` takes the `String`'s block over, slack and all.

use alloc::string::String;

use compact_str::CompactString;

use crate::{CaptureError, CaptureErrorKind, CapturedStr, Profile};

/// The greatest capacity that fits the value, which keeps one byte of a word for itself; a greater
/// one, of 16 MB on a 32-bit machine, lies in front of the text.
const MAX_INLINE_CAPACITY: usize = (usize::MAX >> 8) - 1;

impl CapturedStr for CompactString {
    const PROFILE: Profile = Profile::new("CompactString")
        .inline(size_of::<String>())
        .mutable();

    #[inline]
    fn from_text(text: &str) -> Self {
        CompactString::new(text)
    }

    #[inline]
    fn heap_size(&self) -> usize {
        if !self.is_heap_allocated() {
            0
        } else if self.capacity() <= MAX_INLINE_CAPACITY {
            self.capacity()
        } else {
            (size_of::<usize>() + self.capacity()).next_multiple_of(align_of::<usize>())
        }
    }

    #[inline]
    fn try_from_text(text: &str) -> Result<Self, CaptureError> {
        CompactString::try_new(text).map_err(|_| CaptureErrorKind::Alloc.into())
    }

    /// O(1) if the text is on the heap: the block becomes the `String`'s.
    #[inline]
    fn into_string(self) -> String {
        CompactString::into_string(self)
    }
}
