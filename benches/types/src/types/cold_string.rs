//! `ColdString`: one word, 8 bytes inline.

use std::fmt::Display;

use cold_string::ColdString;

use crate::{Facts, Package, Representation};

/// The type.
pub type This = ColdString;

pub(crate) const PACKAGE: Option<Package> =
    Some(Package::new("cold-string", [2026, 2], [2026, 10]));

impl Representation for This {
    const FACTS: Facts = Facts::owned::<Self>("cold_string", "cold_string::ColdString", PACKAGE);

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
