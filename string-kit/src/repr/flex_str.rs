//! `flexstr::SharedStr`: 24 bytes; 22 of text inline, or a `&'static str`, `Arc<str>` or `Box<str>`.
//!
//! `From<String>` makes a `Box<str>`, inline or not: a first clone copies it into an `Arc<str>`,
//! and so does the next. Its `Debug` shows which of the four it is, not the text alone.

use alloc::string::String;

use flexstr::{FlexStr, SharedStr};

use crate::{CapturedStr, Profile};

impl CapturedStr for SharedStr {
    const PROFILE: Profile = Profile::new("flexstr::SharedStr")
        .inline(size_of::<String>() - 2)
        .shares();

    /// std aborts if there is no memory: `try_from_text` cannot report it.
    #[inline]
    fn from_text(text: &str) -> Self {
        FlexStr::from_borrowed(text).into_owned()
    }

    #[inline]
    fn heap_size(&self) -> usize {
        match self {
            FlexStr::Borrowed(_) | FlexStr::Inlined(_) => 0,
            FlexStr::RefCounted(text) => super::counted_size(text.len()),
            FlexStr::Boxed(text) => text.len(),
        }
    }

    /// O(1) if it was made from a `String`.
    #[inline]
    fn into_string(self) -> String {
        self.into_owned_type()
    }
}
