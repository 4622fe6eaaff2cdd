//! `beef::Cow`: three words.
//!
//! The laws about serde do not examine it: a `Cow` that is deserialized borrows from the input, so
//! a `Cow<'static, str>` needs an input that is `'static`, and traits are detected without
//! lifetimes.

use beef::Cow;

use crate::{Facts, StringType};

/// The type.
pub type This = Cow<'static, str>;

impl StringType for This {
    const FACTS: Facts = Facts::new(
        "beef_wide",
        "beef::Cow",
        "beef::Cow<'static, str>",
        super::beef_lean::PACKAGE,
    );

    fn make(text: &str) -> Self {
        Cow::owned(text.to_owned())
    }

    fn text(&self) -> &str {
        self
    }
}

/// The laws that the type is known to break.
#[cfg(feature = "laws")]
pub mod laws {
    use string_kit_conformance::{Subject, subject};

    use super::This;
    use crate::{StringType, declared};

    /// Returns the subject.
    #[must_use]
    pub fn subject() -> Subject<This> {
        declared(subject!(This, StringType::make, StringType::text))
    }
}
