//! `beef::lean::Cow`: two words.
//!
//! The laws about serde do not examine it: a `Cow` that is deserialized borrows from the input, so
//! a `Cow<'static, str>` needs an input that is `'static`, and traits are detected without
//! lifetimes.

use beef::lean::Cow;

use crate::{Facts, Package, StringType};

pub(super) const PACKAGE: Option<Package> = Some(Package::new("beef", [2020, 3], [2022, 5]));

pub type This = Cow<'static, str>;

impl StringType for This {
    const FACTS: Facts = Facts {
        package: PACKAGE,
        ..Facts::new(
            "beef_lean",
            "beef::lean::Cow",
            "beef::lean::Cow<'static, str>",
        )
    };

    made_by!(|text: &str| Cow::owned(text.to_owned()));
}

laws!(declared(subject!(This, StringType::make, StringType::text)));
