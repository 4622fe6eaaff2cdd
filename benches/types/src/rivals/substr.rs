//! `Substr`: a slice of an `ArcStr`.

use arcstr::Substr;

use crate::{Facts, StringType};

/// The type.
pub type This = Substr;

impl StringType for This {
    const FACTS: Facts = Facts {
        shares_clones: true,
        ..Facts::new(
            "substr",
            "Substr",
            "arcstr::Substr",
            crate::types::arcstr::PACKAGE,
        )
    };

    fn make(text: &str) -> Self {
        text.into()
    }

    fn text(&self) -> &str {
        self
    }
}

/// The laws that the type is known to break.
#[cfg(feature = "laws")]
pub mod laws {
    use string_kit_conformance::{Law, Subject, subject};

    use super::This;
    use crate::declared;

    /// A bug that two laws find.
    const BEYOND: &str = "arcstr 1.2.0 compares the end of a range with the end of the slice in \
        the whole text, not with the length of the slice: substr of a slice can return text after \
        the slice";

    /// Returns the subject.
    #[must_use]
    pub fn subject() -> Subject<This> {
        declared(
            subject!(This; slice: |text, range| text.substr(range))
                .known(Law::RangesKeepCharacters, BEYOND)
                .known(Law::EditsAsStringDoes, BEYOND),
        )
    }
}
