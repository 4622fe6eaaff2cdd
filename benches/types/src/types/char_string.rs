//! `CharString`: growable in 16 bytes, all of them inline.

use std::fmt::Display;

use char_str::{CharString, ToCharString};

use crate::{Facts, Package, Representation};

/// The type.
pub type This = CharString;

pub(crate) const PACKAGE: Option<Package> = Some(Package::new("char_str", [2026, 7], [2026, 9]));

impl Representation for This {
    const FACTS: Facts = Facts::owned::<Self>("char_string", "char_str::CharString", PACKAGE);

    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        (&value).to_char_string()
    }
}

/// The laws that the type is known to break.
#[cfg(feature = "laws")]
pub mod laws {
    use char_str::ToCharString;
    use string_kit::CapturedStr;
    use string_kit_conformance::{Law, Subject, subject};

    use super::This;

    /// Returns the subject.
    #[must_use]
    pub fn subject() -> Subject<This> {
        subject!(This;
            push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, split_off,
            repeat, capacity, with_capacity, reserve, try_reserve, try_push_str, shrink_to_fit,
            from_utf8, from_utf8_lossy,
            try_from_str: |text| CapturedStr::try_from_str(text).ok(),
        )
    }

    /// Returns the subject of the capture of its own crate.
    #[must_use]
    pub fn to_char_string() -> Subject<This> {
        subject!(This;
            try_capture: |value| value.try_to_char_string().ok(),
            capture: |value| value.to_char_string(),
        )
        .named("CharString::to_char_string")
        .known(
            Law::CaptureIsToString,
            "char_str 0.0.4 formats floats by ryu: 1.0 is \"1.0\"",
        )
    }
}
