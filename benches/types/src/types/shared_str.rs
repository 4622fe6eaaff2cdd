//! `SharedStr`: clones do not contend.

use std::fmt::Display;

use string_kit::SharedStr;

use crate::{Facts, Representation, STRING_KIT};

/// The type.
pub type This = SharedStr;

impl Representation for This {
    const FACTS: Facts = Facts {
        clones_contend: false,
        ..Facts::owned::<Self>("shared_str", "string_kit::SharedStr", STRING_KIT)
    };

    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        value.to_string().into()
    }
}

/// The laws that the type is known to break.
#[cfg(feature = "laws")]
pub mod laws {
    use string_kit_conformance::{Law, Subject, subject};

    use super::This;

    /// Returns the subject.
    #[must_use]
    pub fn subject() -> Subject<This> {
        subject!(This;
            slice, from_utf8, from_utf8_lossy,
            try_from_str: |text| This::try_from_str(text).ok(),
        )
        .unexamined(&[
            Law::WriteIsToString,
            Law::BorrowedOnce,
            Law::ClosuresMayPanic,
            Law::DrainsMayLeak,
            Law::CapacityIsRoom,
            Law::CapacityOverflowIsRefused,
            Law::ShrinkingKeepsText,
        ])
    }
}
