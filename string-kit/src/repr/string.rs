//! `String`: 24 bytes, no text inline; all text on the heap, where it may grow.
//!
//! The value is a pointer, a length and a capacity. The heap block is the text and spare capacity.

use alloc::string::String;

use crate::{CaptureError, CaptureErrorKind, CapturedStr, Profile};

impl CapturedStr for String {
    const PROFILE: Profile = Profile::new("String").mutable();

    #[inline]
    fn from_text(text: &str) -> Self {
        String::from(text)
    }

    #[inline]
    fn heap_size(&self) -> usize {
        self.capacity()
    }

    #[inline]
    fn try_from_str(text: &str) -> Result<Self, CaptureError> {
        let mut copy = String::new();
        copy.try_reserve_exact(text.len())
            .map_err(|_| CaptureErrorKind::Alloc)?;
        copy.push_str(text);
        Ok(copy)
    }

    #[inline]
    fn into_string(self) -> String {
        self
    }
}
