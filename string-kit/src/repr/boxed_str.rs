//! `Box<str>`: 16 bytes, no text inline; all text on the heap, at its exact size.
//!
//! The value is a pointer and a length. The heap block is the text.

use alloc::boxed::Box;
use alloc::string::String;

use crate::{CaptureError, CapturedStr, Profile};

impl CapturedStr for Box<str> {
    const PROFILE: Profile = Profile::new("Box<str>");

    #[inline]
    fn from_text(text: &str) -> Self {
        Box::from(text)
    }

    #[inline]
    fn heap_size(&self) -> usize {
        self.len()
    }

    #[inline]
    fn try_from_str(text: &str) -> Result<Self, CaptureError> {
        String::try_from_str(text).map(String::into_boxed_str)
    }

    #[inline]
    fn into_string(self) -> String {
        str::into_string(self)
    }
}
