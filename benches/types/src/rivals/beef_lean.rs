//! `beef::lean::Cow`: two words.
//!
//! The laws about serde do not examine it: a `Cow` that is deserialized borrows from the input, so
//! a `Cow<'static, str>` needs an input that is `'static`, and traits are detected without
//! lifetimes.

use crate::Package;

pub(super) const PACKAGE: Option<Package> = Some(Package::new("beef", [2020, 3], [2022, 5]));

string_type! {
    beef_lean: beef::lean::Cow<'static, str>, "beef::lean::Cow", PACKAGE,
    |text: &str| This::owned(text.to_owned());
}

laws!(declared(subject!(This, StringType::make, StringType::text)));
