//! `CharStr` and `CharString`: 16 bytes, up to 16 of text inline; longer text on the heap, shared.
//!
//! A `CharStr` is immutable: its heap block is a count, then the text. A `CharString` is copied on
//! write: its heap block is a count and a capacity, then the text. On a 32-bit machine the block of
//! a text of over 16 MB begins with one more word, the length, which `heap_size` leaves out.

use char_str::{CharStr, CharString, ToCharString, ToCharStringError};

use crate::{CaptureError, CaptureErrorKind, CapturedStr, Profile};

/// The size of a count, and of a capacity, in the layout of `char_str` 0.0.4.
const WORD: usize = size_of::<usize>();

impl CapturedStr for CharStr {
    const PROFILE: Profile = Profile::new("CharStr")
        .inline(size_of::<CharStr>())
        .shares();

    #[inline]
    fn from_text(text: &str) -> Self {
        CharStr::from(text)
    }

    /// Returns the size of the heap block, in the layout of `char_str` 0.0.4.
    #[inline]
    fn heap_size(&self) -> usize {
        if self.is_heap_allocated() {
            WORD + self.len()
        } else {
            0
        }
    }

    #[inline]
    fn try_from_str(text: &str) -> Result<Self, CaptureError> {
        CharStr::try_from_str(text).map_err(|_| CaptureErrorKind::Alloc.into())
    }

    try_from_string_by_copy!();
}

impl CapturedStr for CharString {
    const PROFILE: Profile = Profile::new("CharString")
        .inline(size_of::<CharString>())
        .shares()
        .mutable();

    #[inline]
    fn from_text(text: &str) -> Self {
        CharString::from(text)
    }

    /// Returns the size of the heap block, in the layout of `char_str` 0.0.4.
    #[inline]
    fn heap_size(&self) -> usize {
        if self.is_heap_allocated() {
            2 * WORD + self.capacity()
        } else {
            0
        }
    }

    #[inline]
    fn try_from_str(text: &str) -> Result<Self, CaptureError> {
        text.try_to_char_string().map_err(|error| match error {
            ToCharStringError::Reserve(_) => CaptureErrorKind::Alloc.into(),
            ToCharStringError::Fmt(_) => CaptureErrorKind::Format.into(),
        })
    }

    try_from_string_by_copy!();
}
