//! `SharedStr`: 16 bytes, up to 16 of text inline; a `&'static str`, or longer text on the heap,
//! shared.
//!
//! The value is the text, or a pointer and a length. The heap block is a count of two words, then
//! the text. If threads contend for the count, it gets shards, in a block of their own.

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
    fn try_from_str(text: &str) -> Result<Self, CaptureError> {
        SharedStr::try_from_str(text)
    }

    try_from_string_by_copy!();
}
