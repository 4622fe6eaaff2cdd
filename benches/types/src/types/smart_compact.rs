//! `SmartString<Compact>`: inline again whenever a text fits.

use smartstring::{Compact, SmartString};

use crate::{Facts, Representation, written};

pub type This = SmartString<Compact>;

impl Representation for This {
    const FACTS: Facts = Facts::owned::<Self>(
        "smart_compact",
        "smartstring::SmartString<smartstring::Compact>",
        super::smart_lazy::PACKAGE,
    );

    captured_by!(|value| written(value));
}

laws!({
    use crate::types::smart_lazy::smart_string;
    smart_string!(This)
});
