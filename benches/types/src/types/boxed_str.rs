//! `Box<str>`: on the heap, at its exact size.

use std::fmt::Display;

use crate::{Facts, Representation};

/// The type.
pub type This = Box<str>;

impl Representation for This {
    const FACTS: Facts = Facts {
        layout: Some("pointer, length: a word each"),
        ..Facts::owned::<Self>("boxed_str", "Box<str>", None)
    };

    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        value.to_string().into()
    }
}

/// The laws that the type is known to break.
#[cfg(feature = "laws")]
pub mod laws {
    use string_kit::CapturedStr;
    use string_kit_conformance::{Subject, subject};

    use super::This;

    /// Returns the subject.
    #[must_use]
    pub fn subject() -> Subject<This> {
        subject!(This;
            as_mut_str: |text| text,
            try_from_str: |text| CapturedStr::try_from_str(text).ok(),
        )
    }
}
