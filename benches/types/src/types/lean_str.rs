//! `LeanStr`: 16 bytes inline, shared.

use std::fmt::Display;

use lean_string::{LeanStr, ToLeanStr};

use crate::{Facts, Representation};

/// The type.
pub type This = LeanStr;

impl Representation for This {
    const FACTS: Facts = Facts::owned::<Self>(
        "lean_str",
        "lean_string::LeanStr",
        super::lean_string::PACKAGE,
    );

    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        (&value).to_lean_str()
    }
}

/// The laws that the type is known to break.
#[cfg(feature = "laws")]
pub mod laws {
    use lean_string::ToLeanStr;
    use string_kit::CapturedStr;
    use string_kit_conformance::{Law, Subject, subject};

    use super::This;
    use crate::types::lean_string::laws::FLOATS;

    /// Returns the subject.
    #[must_use]
    pub fn subject() -> Subject<This> {
        subject!(This;
            repeat, from_utf8, from_utf8_lossy,
            try_from_str: |text| CapturedStr::try_from_str(text).ok(),
        )
    }

    /// Returns the subject of the capture of its own crate.
    #[must_use]
    pub fn to_lean_str() -> Subject<This> {
        subject!(This;
            try_capture: |value| value.try_to_lean_str().ok(),
            capture: |value| value.to_lean_str(),
        )
        .named("LeanStr::to_lean_str")
        .known(Law::CaptureIsToString, FLOATS)
    }
}
