//! `ArcColdString`: one word, 8 bytes inline, shared.

use std::fmt::Display;

use cold_string::ArcColdString;

use crate::{Facts, Representation};

/// The type.
pub type This = ArcColdString;

impl Representation for This {
    const FACTS: Facts = Facts::owned::<Self>(
        "arc_cold_string",
        "cold_string::ArcColdString",
        super::cold_string::PACKAGE,
    );

    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        value.to_string().into()
    }
}

/// The laws that the type is known to break.
#[cfg(feature = "laws")]
pub mod laws {
    use string_kit_conformance::{Subject, subject};

    use super::This;

    /// Returns the subject.
    #[must_use]
    pub fn subject() -> Subject<This> {
        subject!(This; from_utf8)
    }
}
