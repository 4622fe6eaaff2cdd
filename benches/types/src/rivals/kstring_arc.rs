//! `KString` that shares.

use kstring::KStringBase;
use kstring::backend::ArcStr;

use crate::{Facts, StringType};

/// The type.
pub type This = KStringBase<ArcStr>;

impl StringType for This {
    const FACTS: Facts = Facts {
        inline: 15,
        shares_clones: true,
        ..Facts::new(
            "kstring_arc",
            "KStringBase<ArcStr>",
            "kstring::KStringBase<kstring::backend::ArcStr>",
            crate::types::kstring::PACKAGE,
        )
    };

    fn make(text: &str) -> Self {
        KStringBase::from_ref(text)
    }

    fn text(&self) -> &str {
        self.as_str()
    }
}

/// The laws that the type is known to break.
#[cfg(feature = "laws")]
pub mod laws {
    use string_kit_conformance::{Law, Subject, subject};

    use super::This;
    use crate::types::kstring::laws::NO_KSTRING_NICHE;
    use crate::{StringType, declared};

    /// Returns the subject.
    #[must_use]
    pub fn subject() -> Subject<This> {
        declared(
            subject!(This, StringType::make, StringType::text)
                .known(Law::OptionIsFree, NO_KSTRING_NICHE),
        )
    }
}
