//! `KString`: 24 bytes; 15 of text inline, or a `&'static str`, or a `Box<str>`.
//!
//! The type is spelled out in the list: kstring deprecates the name `KString` since 2.0.4, and means
//! another type by it where a crate in the build turns on `arc`. One that turns on `max_inline` changes
//! how much is inline.

use super::KString;
use crate::{CapturedStr, CloneCost, Profile};

impl CapturedStr for KString {
    const PROFILE: Profile = Profile {
        name: "KString",
        inline_capacity: 15,
        clone: CloneCost::Copies,
        mutable: false,
    };

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

conforms! {
    [] KString {}
    OptionIsFree: "its union has no niche";
}
