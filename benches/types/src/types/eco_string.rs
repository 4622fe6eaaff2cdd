//! `EcoString`: 15 bytes inline, shared and copied on write.

use std::fmt::Display;

use ecow::{EcoString, eco_format};

use crate::{Facts, Package, Representation};

/// The type.
pub type This = EcoString;

impl Representation for This {
    const FACTS: Facts = Facts::owned::<Self>(
        "eco_string",
        "ecow::EcoString",
        Some(Package::new("ecow", [2023, 3], [2026, 9])),
    );

    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        eco_format!("{value}")
    }
}

/// The laws that the type is known to break.
#[cfg(feature = "laws")]
pub mod laws {
    use ecow::eco_format;
    use string_kit_conformance::{Law, Subject, subject};

    use super::This;

    /// Returns the subject.
    #[must_use]
    pub fn subject() -> Subject<This> {
        subject!(This;
            push, push_str, pop, truncate, clear, insert, insert_str, remove, reserve, repeat,
            capacity, with_capacity,
            as_mut_str: |text| text.make_mut(),
        )
        .known(Law::OptionIsFree, NO_ECOW_NICHE)
    }

    /// Returns the subject of the capture of its own crate.
    #[must_use]
    pub fn eco_format() -> Subject<This> {
        subject!(This; capture: |value| eco_format!("{value}"))
            .named("EcoString: eco_format!")
            .known(Law::OptionIsFree, NO_ECOW_NICHE)
    }

    const NO_ECOW_NICHE: &str = "ecow 0.3.1: its union has no niche";
}
