//! `Cow<'static, str>`: a static text, or a `String`.

use std::borrow::Cow;
use std::fmt::Display;

use crate::{Facts, Representation};

/// The type.
pub type This = Cow<'static, str>;

impl Representation for This {
    const FACTS: Facts = Facts {
        is_drop_in: false,
        layout: Some("pointer, length, capacity: a word each, in any order"),
        ..Facts::owned::<Self>("cow", "std::borrow::Cow<'static, str>", None)
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
            push_str: |text, more| text.to_mut().push_str(more),
            as_mut_str: |text| text.to_mut().as_mut_str(),
            try_from_str: |text| CapturedStr::try_from_str(text).ok(),
        )
    }
}
