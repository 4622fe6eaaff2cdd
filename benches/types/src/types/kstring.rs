//! `KString`: 15 bytes inline, else boxed.

use crate::Package;

pub(crate) const PACKAGE: Option<Package> = Some(Package::new("kstring", [2020, 3], [2026, 9]));

representation! {
    kstring: kstring::KStringBase<kstring::backend::BoxedStr>, PACKAGE;
    is_drop_in: false,
}

#[cfg(feature = "laws")]
pub(crate) const NO_KSTRING_NICHE: &str = "kstring 2.0.2: its union has no niche";

laws!(subject!(This).known(Law::OptionIsFree, NO_KSTRING_NICHE));
