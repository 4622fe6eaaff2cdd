//! `CharStr` and `CharString`: 16 bytes, all 16 of text inline; the rest on the heap, shared.
//!
//! The heap block of a `CharStr`, which never changes, is a count, then the text; that of a
//! `CharString`, which is copied on write, is a count and a capacity, then the text. On a 32-bit
//! machine one of over 16 MB has its length in front too, a word that `heap_size` does not see.

use core::fmt::Display;

use char_str::{CharStr, CharString, ToCharString, ToCharStringError};

use crate::{CaptureError, CapturedStr, CloneCost, Profile};

/// The count in front of the text of a `CharStr`, and again the capacity in a `CharString`.
const WORD: usize = size_of::<usize>();

impl CapturedStr for CharStr {
    const PROFILE: Profile = Profile {
        name: "CharStr",
        inline_capacity: size_of::<CharStr>(),
        clone: CloneCost::Shares,
        mutable: false,
    };

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
        CharStr::try_from_str(text).map_err(|_| CaptureError::Alloc)
    }

    /// A `CharString` that grows, then is frozen: a reallocation more if the text is on the heap.
    #[inline]
    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        CharString::capture_natively(value).freeze()
    }
}

impl CapturedStr for CharString {
    const PROFILE: Profile = Profile {
        name: "CharString",
        inline_capacity: size_of::<CharString>(),
        clone: CloneCost::Shares,
        mutable: true,
    };

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
            ToCharStringError::Reserve(_) => CaptureError::Alloc,
            ToCharStringError::Fmt(_) => CaptureError::Format,
        })
    }

    /// The text is `to_string`'s. It is another where the crate sees a float's own type:
    /// `1.0_f64.to_char_string()` is `1.0`, and `1e16` stays `1e16`.
    #[inline]
    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        (&value).to_char_string()
    }
}

conforms! {
    [] CharStr {
        concat, try_from_str: |text| Self::try_from_text(text).ok(),
    }
}

conforms! {
    [] CharString {
        push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, split_off,
        repeat, capacity, with_capacity, reserve, try_reserve, try_push_str, shrink_to_fit,
        from_utf8, from_utf8_lossy, try_from_str: |text| Self::try_from_text(text).ok(),
    }
}
