//! `KStringCow`: borrowed, or a `KString`.

use kstring::{KString, KStringCow};

use crate::{Facts, StringType};

/// The type.
pub type This = KStringCow<'static>;

impl StringType for This {
    const FACTS: Facts = Facts {
        inline: 15,
        ..Facts::new(
            "kstring_cow",
            "KStringCow<'static>",
            "kstring::KStringCow<'static>",
            crate::types::kstring::PACKAGE,
        )
    };

    fn make(text: &str) -> Self {
        KString::from_ref(text).into()
    }

    fn text(&self) -> &str {
        self.as_str()
    }
}

/// The laws that the type is known to break.
#[cfg(feature = "laws")]
pub mod laws {

    use super::This;
    use crate::StringType;
    use crate::declared;
    use string_kit_conformance::{Subject, subject};

    /// Returns the subject.
    #[must_use]
    pub fn subject() -> Subject<This> {
        declared(subject!(This, StringType::make, StringType::text))
    }
}
