//! `SmartString`: 24 bytes, 23 of text inline; two modes, which differ in when text moves back in.

use smartstring::{Compact, LazyCompact, SmartString};

use crate::{CapturedStr, Profile};

/// The impl of both modes: they differ in nothing that is seen here but the name.
macro_rules! smart_string {
    ($mode:ty, $name:literal) => {
        impl CapturedStr for SmartString<$mode> {
            const PROFILE: Profile = Profile::new($name)
                .inline(smartstring::MAX_INLINE)
                .mutable();

            /// The crate aborts if there is no memory: `try_from_text` cannot report it.
            #[inline]
            fn from_text(text: &str) -> Self {
                SmartString::from(text)
            }

            #[inline]
            fn heap_size(&self) -> usize {
                if self.is_inline() { 0 } else { self.capacity() }
            }
        }
    };
}

smart_string!(LazyCompact, "SmartString<LazyCompact>");
smart_string!(Compact, "SmartString<Compact>");
