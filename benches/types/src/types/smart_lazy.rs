//! `SmartString<LazyCompact>`: growable, 23 bytes inline.

use crate::{Package, written};

pub(crate) const PACKAGE: Option<Package> =
    Some(Package::new("smartstring", [2020, 5], [2026, 11]).advised("RUSTSEC-2026-0249"));

representation! {
    smart_lazy: smartstring::SmartString<smartstring::LazyCompact>, PACKAGE, |value| written(value);
}

/// Expands to the subject of a `SmartString` in one of its modes.
#[cfg(feature = "laws")]
macro_rules! smart_string {
    ($ty:ty) => {
        subject!($ty;
            push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, drain,
            replace_range, extend_from_within, split_off, as_mut_str, capacity, shrink_to_fit,
        )
        .known(
            Law::RangesAreReadOnce,
            "smartstring 2.0.0 reads the bounds of replace_range and extend_from_within twice, and \
             checks only the first ones",
        )
        .known(Law::OptionIsFree, "smartstring 2.0.0 has no niche")
    };
}
#[cfg(feature = "laws")]
pub(crate) use smart_string;

laws!(smart_string!(This));
