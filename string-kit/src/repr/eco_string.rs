//! `EcoString`: 16 bytes, 15 of text inline; the rest on the heap, shared and copied on write.
//!
//! The heap block is a count and a capacity, then the text.

use ecow::EcoString;

use crate::{CapturedStr, Profile};

/// The count and the capacity in front of the text.
const HEADER: usize = 2 * size_of::<usize>();

impl CapturedStr for EcoString {
    const PROFILE: Profile = Profile::new("EcoString")
        .inline(EcoString::INLINE_LIMIT)
        .shares()
        .mutable();

    /// The crate aborts if there is no memory: `try_from_text` cannot report it.
    #[inline]
    fn from_text(text: &str) -> Self {
        EcoString::from(text)
    }

    #[inline]
    fn heap_size(&self) -> usize {
        // One that was converted from an empty `EcoVec` is not inline and has no block either.
        if self.is_inline() || self.capacity() == 0 {
            0
        } else {
            HEADER + self.capacity()
        }
    }
}
