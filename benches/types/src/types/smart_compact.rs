//! `SmartString<Compact>`: inline again whenever a text fits.

use std::fmt::Display;

use smartstring::{Compact, SmartString};

use crate::{Facts, Representation, written};

pub type This = SmartString<Compact>;

impl Representation for This {
    const FACTS: Facts = Facts::owned::<Self>(
        "smart_compact",
        "smartstring::SmartString<smartstring::Compact>",
        super::smart_lazy::PACKAGE,
    );

    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        written(value)
    }
}

laws!({
    use crate::types::smart_lazy::smart_string;
    smart_string!(This)
});
