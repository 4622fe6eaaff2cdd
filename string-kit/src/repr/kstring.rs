//! `KString`: 24 bytes, 15 of text inline; a `&'static str`, or a `Box<str>`.
//!
//! The name `KString` is not used: kstring deprecates it since 2.0.4, and it is another type if a
//! crate in the build turns on kstring's feature `arc`. The feature `max_inline` changes the inline
//! capacity.

use kstring::KStringBase;
use kstring::backend::BoxedStr;

use crate::{CapturedStr, Profile};

/// `kstring::KString` as its default features define it.
type KString = KStringBase<BoxedStr>;

impl CapturedStr for KString {
    const PROFILE: Profile = Profile::new("KString").inline(15);

    /// Copies `text`. Aborts the program if memory runs out, in `try_from_text` too.
    #[inline]
    fn from_text(text: &str) -> Self {
        KString::from_ref(text)
    }

    /// Returns the size of the heap block, in the layout of `kstring` 2.0.2. Counts a text made by
    /// `From<&'static str>` as if it were on the heap: kstring does not tell them apart.
    #[inline]
    fn heap_size(&self) -> usize {
        if self.is_inline() { 0 } else { self.len() }
    }
}
