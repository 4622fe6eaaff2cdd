//! `SmolStr`: 24 bytes; 23 of text inline, white space in a static, the rest in an `Arc<str>`.

use core::fmt::Display;

use smol_str::{SmolStr, format_smolstr};

use crate::{CapturedStr, CloneCost, Profile};

impl CapturedStr for SmolStr {
    const PROFILE: Profile = Profile {
        name: "SmolStr",
        inline_capacity: 23,
        clone: CloneCost::Shares,
        mutable: false,
    };

    /// The crate aborts if there is no memory: `try_from_text` cannot report it.
    #[inline]
    fn from_text(text: &str) -> Self {
        SmolStr::new(text)
    }

    #[inline]
    fn heap_size(&self) -> usize {
        if self.is_heap_allocated() {
            super::counted_size(self.len())
        } else {
            0
        }
    }

    #[inline]
    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        format_smolstr!("{value}")
    }
}

conforms! {
    [] SmolStr { from_utf8 }
}
