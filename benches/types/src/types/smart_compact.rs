//! `SmartString<Compact>`: inline again whenever a text fits.

use std::fmt::Display;

use smartstring::{Compact, SmartString};

use crate::{Facts, Representation, written};

/// The type.
pub type This = SmartString<Compact>;

impl Representation for This {
    const FACTS: Facts = Facts::owned::<Self>(
        "smart_compact",
        "smartstring::SmartString<smartstring::Compact>",
        super::smart_lazy::PACKAGE,
    );

    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        written(value)
    }
}

/// The laws that the type is known to break.
#[cfg(feature = "laws")]
pub mod laws {
    use string_kit_conformance::{Law, Subject, subject};

    use super::This;
    use crate::types::smart_lazy::smart_string;

    /// Returns the subject.
    #[must_use]
    pub fn subject() -> Subject<This> {
        smart_string!(This)
    }
}
