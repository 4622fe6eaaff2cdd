//! `LeanString`: 16 bytes, all 16 of text inline; the rest on the heap, shared and copied on write.
//!
//! The heap block is a count and a capacity, then the text. On a 32-bit machine one of over 16 MB
//! has its length in front too, a word that `heap_size` does not see.

use core::fmt::Display;

use lean_string::{LeanString, ToLeanString, ToLeanStringError};

use crate::{CaptureError, CapturedStr, CloneCost, Profile};

/// The count and the capacity in front of the text.
const HEADER: usize = 2 * size_of::<usize>();

impl CapturedStr for LeanString {
    const PROFILE: Profile = Profile {
        name: "LeanString",
        inline_capacity: size_of::<LeanString>(),
        clone: CloneCost::Shares,
        mutable: true,
    };

    #[inline]
    fn from_text(text: &str) -> Self {
        LeanString::from(text)
    }

    #[inline]
    fn heap_size(&self) -> usize {
        if self.is_heap_allocated() {
            HEADER + self.capacity()
        } else {
            0
        }
    }

    #[inline]
    fn try_from_text(text: &str) -> Result<Self, CaptureError> {
        text.try_to_lean_string().map_err(|error| match error {
            ToLeanStringError::Reserve(_) => CaptureError::Alloc,
            ToLeanStringError::Fmt(_) => CaptureError::Format,
        })
    }

    /// The text is `to_string`'s. It is another where the crate sees a float's own type:
    /// `1.0_f64.to_lean_string()` is `1.0`, and `1e16` stays `1e16`.
    #[inline]
    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        (&value).to_lean_string()
    }
}

conforms! {
    [] LeanString {
        push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, replace_range,
        extend_from_within, split_off, repeat, capacity, with_capacity, reserve, try_reserve,
        try_push_str, shrink_to_fit, from_utf8, from_utf8_lossy, try_from_str: |text| Self::try_from_text(text).ok(),
    }
}
