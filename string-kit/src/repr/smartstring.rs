//! `SmartString`: 24 bytes, up to 23 of text inline; longer text on the heap, where it may grow.
//!
//! A text on the heap that became short moves back inline: with the mode `Compact` at once, with
//! `LazyCompact` only in `shrink_to_fit` and `shrink_to`.

use smartstring::{Compact, LazyCompact, SmartString};

use crate::{CapturedStr, Profile};

macro_rules! smart_string {
    ($mode:ty, $name:literal) => {
        impl CapturedStr for SmartString<$mode> {
            const PROFILE: Profile = Profile::new($name)
                .inline(smartstring::MAX_INLINE)
                .mutable();

            /// Copies `text`. Aborts the program if memory runs out, in `try_from_str` too.
            #[inline]
            fn from_text(text: &str) -> Self {
                SmartString::from(text)
            }

            /// Returns the size of the heap block, in the layout of `smartstring` 2.0.0.
            #[inline]
            fn heap_size(&self) -> usize {
                if self.is_inline() { 0 } else { self.capacity() }
            }
        }
    };
}

smart_string!(LazyCompact, "SmartString<LazyCompact>");
smart_string!(Compact, "SmartString<Compact>");
