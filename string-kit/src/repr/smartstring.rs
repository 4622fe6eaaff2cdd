//! `SmartString`: 24 bytes, 23 of text inline; two modes, which differ in when text moves back in.

use core::fmt::{Display, Write};

use smartstring::{Compact, LazyCompact, SmartString};

use crate::{CapturedStr, CloneCost, Profile};

/// The impl of both modes: they differ in nothing that is seen here but the name.
macro_rules! smart_string {
    ($mode:ty, $name:literal) => {
        impl CapturedStr for SmartString<$mode> {
            const PROFILE: Profile = Profile {
                name: $name,
                inline_capacity: smartstring::MAX_INLINE,
                clone: CloneCost::Copies,
                mutable: true,
            };

            /// The crate aborts if there is no memory: `try_from_text` cannot report it.
            #[inline]
            fn from_text(text: &str) -> Self {
                SmartString::from(text)
            }

            #[inline]
            fn heap_size(&self) -> usize {
                if self.is_inline() { 0 } else { self.capacity() }
            }

            #[inline]
            fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
                let mut captured = Self::new();
                write!(captured, "{value}").expect("a Display implementation returned an error");
                captured
            }
        }

        conforms! {
            [] SmartString<$mode> {
                push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, drain,
                replace_range, extend_from_within, split_off, as_mut_str, capacity, shrink_to_fit,
            }
            RangesAreReadOnce: "smartstring 2.0.0 asks for the bounds of replace_range and \
extend_from_within twice, and checks the first answer alone";
            OptionIsFree: "smartstring 2.0.0 has no niche";
        }
    };
}

smart_string!(LazyCompact, "SmartString<LazyCompact>");
smart_string!(Compact, "SmartString<Compact>");
