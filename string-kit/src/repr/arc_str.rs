//! `Arc<str>`: 16 bytes, no text inline; all text on the heap, shared.
//!
//! The value is a pointer and a length. The heap block is two counts, then the text. The values of
//! `Default` share one static block; any other empty text has a block of its own.

use alloc::sync::Arc;

use crate::{CapturedStr, Profile};

impl CapturedStr for Arc<str> {
    const PROFILE: Profile = Profile::new("Arc<str>").shares();

    /// Copies `text`. Aborts the program if memory runs out, in `try_from_text` too.
    #[inline]
    fn from_text(text: &str) -> Self {
        Arc::from(text)
    }

    /// Returns the size of the heap block, in the layout of std 1.95.
    #[inline]
    fn heap_size(&self) -> usize {
        super::counted_size(self.len())
    }
}
