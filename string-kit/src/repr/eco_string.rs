//! `EcoString`: 16 bytes, up to 15 of text inline; longer text on the heap, shared and copied on
//! write.
//!
//! The heap block is a count and a capacity, then the text.

use ecow::EcoString;

use crate::{CapturedStr, Profile};

/// The count and the capacity in front of the text, in the layout of `ecow` 0.3.1.
const HEADER: usize = 2 * size_of::<usize>();

impl CapturedStr for EcoString {
    const PROFILE: Profile = Profile::new("EcoString")
        .inline(EcoString::INLINE_LIMIT)
        .shares()
        .mutable();

    /// Copies `text`. Aborts the program if memory runs out, in `try_from_str` too.
    #[inline]
    fn from_text(text: &str) -> Self {
        EcoString::from(text)
    }

    /// Returns the size of the heap block, in the layout of `ecow` 0.3.1.
    #[inline]
    fn heap_size(&self) -> usize {
        // A value made from an empty `EcoVec` is not inline, but has no block.
        if self.is_inline() || self.capacity() == 0 {
            0
        } else {
            HEADER + self.capacity()
        }
    }
}
