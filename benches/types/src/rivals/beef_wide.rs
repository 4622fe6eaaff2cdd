//! `beef::Cow`: three words.
//!
//! The laws about serde do not examine it: a `Cow` that is deserialized borrows from the input, so
//! a `Cow<'static, str>` needs an input that is `'static`, and traits are detected without
//! lifetimes.

use beef::Cow;

use crate::{Facts, StringType};

pub type This = Cow<'static, str>;

impl StringType for This {
    const FACTS: Facts = Facts {
        package: super::beef_lean::PACKAGE,
        ..Facts::new("beef_wide", "beef::Cow", "beef::Cow<'static, str>")
    };

    made_by!(|text: &str| Cow::owned(text.to_owned()));
}

laws!(declared(subject!(This, StringType::make, StringType::text)));
