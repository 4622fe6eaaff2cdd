//! `SmolStr`: 24 bytes, up to 23 of text inline; longer text in an `Arc<str>`, shared.
//!
//! A text that is up to 32 line feeds followed by up to 128 spaces lies in static memory.

use smol_str::SmolStr;

use crate::{CapturedStr, Profile};

impl CapturedStr for SmolStr {
    const PROFILE: Profile = Profile::new("SmolStr").inline(23).shares();

    /// Copies `text`. Aborts the program if memory runs out, in `try_from_str` too.
    #[inline]
    fn from_text(text: &str) -> Self {
        SmolStr::new(text)
    }

    /// Returns the size of the heap block, in the layout of `smol_str` 0.3.7 and std 1.95.
    #[inline]
    fn heap_size(&self) -> usize {
        if self.is_heap_allocated() {
            super::counted_size(self.len())
        } else {
            0
        }
    }
}
