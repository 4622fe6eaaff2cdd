//! `Arc<str>`: on the heap behind two counts.

use std::fmt::Display;
use std::sync::Arc;

use crate::{Facts, Representation};

/// The type.
pub type This = Arc<str>;

impl Representation for This {
    const FACTS: Facts = Facts {
        features: &["rc"],
        layout: Some("pointer to counts and text, length: a word each"),
        ..Facts::owned::<Self>("arc_str", "std::sync::Arc<str>", None)
    };

    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        value.to_string().into()
    }
}

/// The laws that the type is known to break.
#[cfg(feature = "laws")]
pub mod laws {
    use std::sync::Arc;
    use string_kit_conformance::{Subject, subject};

    use super::This;

    /// Returns the subject.
    #[must_use]
    pub fn subject() -> Subject<This> {
        subject!(This; as_mut_str: |text| Arc::make_mut(text))
    }
}
