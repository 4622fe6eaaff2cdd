//! `Cow<'static, str>`: 24 bytes, no text inline; a `&'static str`, or a `String`.
//!
//! `From<&'static str>` keeps the borrow, and allocates nothing. Any other text is owned. A clone
//! of a borrow allocates nothing; a clone of an owned text copies it.

use alloc::borrow::Cow;
use alloc::string::String;

use crate::{CaptureError, CapturedStr, Profile};

impl CapturedStr for Cow<'static, str> {
    const PROFILE: Profile = Profile::new("Cow<'static, str>").mutable();

    #[inline]
    fn from_text(text: &str) -> Self {
        Cow::Owned(String::from(text))
    }

    #[inline]
    fn heap_size(&self) -> usize {
        match self {
            Cow::Borrowed(_) => 0,
            Cow::Owned(text) => text.capacity(),
        }
    }

    #[inline]
    fn try_from_str(text: &str) -> Result<Self, CaptureError> {
        String::try_from_str(text).map(Cow::Owned)
    }

    #[inline]
    fn into_string(self) -> String {
        self.into_owned()
    }
}
