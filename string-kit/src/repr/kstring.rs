//! `KString`: 24 bytes; 15 of text inline, or a `&'static str`, or a `Box<str>`.
//!
//! The type is spelled out: kstring deprecates the name `KString` since 2.0.4, and gives it to another
//! type where a crate in the build turns on `arc`. A crate that turns on `max_inline` changes how much
//! is inline.

use kstring::KStringBase;
use kstring::backend::BoxedStr;

use crate::{CapturedStr, Profile};

/// `kstring::KString` as its default features define it.
type KString = KStringBase<BoxedStr>;

impl CapturedStr for KString {
    const PROFILE: Profile = Profile::new("KString").inline(15);

    /// The crate aborts if there is no memory: `try_from_text` cannot report it.
    #[inline]
    fn from_text(text: &str) -> Self {
        KString::from_ref(text)
    }

    /// A text made by `From<&'static str>` counts as if it were on the heap: the crate does not
    /// tell which it is.
    #[inline]
    fn heap_size(&self) -> usize {
        if self.is_inline() { 0 } else { self.len() }
    }
}
