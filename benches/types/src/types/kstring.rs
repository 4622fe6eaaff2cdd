//! `KString`: 15 bytes inline, else boxed.

use std::fmt::Display;

use kstring::KStringBase;
use kstring::backend::BoxedStr;

use crate::{Facts, Package, Representation};

/// The type.
pub type This = KStringBase<BoxedStr>;

pub(crate) const PACKAGE: Option<Package> = Some(Package::new("kstring", [2020, 3], [2026, 9]));

impl Representation for This {
    const FACTS: Facts = Facts {
        is_drop_in: false,
        ..Facts::owned::<Self>(
            "kstring",
            "kstring::KStringBase<kstring::backend::BoxedStr>",
            PACKAGE,
        )
    };

    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        value.to_string().into()
    }
}

/// The laws that the type is known to break.
#[cfg(feature = "laws")]
pub mod laws {
    use string_kit_conformance::{Law, Subject, subject};

    use super::This;

    /// Returns the subject.
    #[must_use]
    pub fn subject() -> Subject<This> {
        subject!(This).known(Law::OptionIsFree, NO_KSTRING_NICHE)
    }

    pub(crate) const NO_KSTRING_NICHE: &str = "kstring 2.0.2: its union has no niche";
}
