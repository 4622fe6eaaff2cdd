//! `KString`: 15 bytes inline, else boxed.

use kstring::KStringBase;
use kstring::backend::BoxedStr;

use crate::{Facts, Package, Representation};

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
}

#[cfg(feature = "laws")]
pub(crate) const NO_KSTRING_NICHE: &str = "kstring 2.0.2: its union has no niche";

laws!(subject!(This).known(Law::OptionIsFree, NO_KSTRING_NICHE));
