//! `SharedStr`: 16 bytes, 15 of text inline; a `&'static str`, or longer text on the heap, shared.
//!
//! The value is the text, or a pointer and a length. The heap block is two words, then the text. If
//! threads collide on the count, it is split into shards.

use crate::{CaptureError, CapturedStr, Profile, SharedStr};

impl CapturedStr for SharedStr {
    const PROFILE: Profile = Profile::new("SharedStr")
        .inline(SharedStr::INLINE_CAPACITY)
        .shares();

    #[inline]
    fn from_text(text: &str) -> Self {
        SharedStr::from(text)
    }

    #[inline]
    fn heap_size(&self) -> usize {
        SharedStr::heap_size(self)
    }

    #[inline]
    fn try_from_text(text: &str) -> Result<Self, CaptureError> {
        SharedStr::try_copy(text)
    }

    #[inline]
    fn as_str(&self) -> &str {
        SharedStr::as_str(self)
    }

    #[inline]
    fn is_inline(&self) -> bool {
        SharedStr::is_inline(self)
    }
}
