//! `CharStr` and `CharString`: 16 bytes, all 16 of text inline; the rest on the heap, shared.
//!
//! The heap block of a `CharStr`, which never changes, is a count, then the text; that of a
//! `CharString`, which is copied on write, is a count and a capacity, then the text. On a 32-bit
//! machine one of over 16 MB has its length in front too, a word that `heap_size` does not see.

use char_str::{CharStr, CharString, ToCharString, ToCharStringError};

use crate::{CaptureError, CaptureErrorKind, CapturedStr, Profile};

/// The count in front of the text of a `CharStr`, and again the capacity in a `CharString`.
const WORD: usize = size_of::<usize>();

impl CapturedStr for CharStr {
    const PROFILE: Profile = Profile::new("CharStr")
        .inline(size_of::<CharStr>())
        .shares();

    #[inline]
    fn from_text(text: &str) -> Self {
        CharStr::from(text)
    }

    #[inline]
    fn heap_size(&self) -> usize {
        if self.is_heap_allocated() {
            WORD + self.len()
        } else {
            0
        }
    }

    #[inline]
    fn try_from_text(text: &str) -> Result<Self, CaptureError> {
        CharStr::try_from_str(text).map_err(|_| CaptureErrorKind::Alloc.into())
    }
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

    #[inline]
    fn heap_size(&self) -> usize {
        if self.is_heap_allocated() {
            2 * WORD + self.capacity()
        } else {
            0
        }
    }

    #[inline]
    fn try_from_text(text: &str) -> Result<Self, CaptureError> {
        text.try_to_char_string().map_err(|error| match error {
            ToCharStringError::Reserve(_) => CaptureErrorKind::Alloc.into(),
            ToCharStringError::Fmt(_) => CaptureErrorKind::Format.into(),
        })
    }
}
