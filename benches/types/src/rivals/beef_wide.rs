//! `beef::Cow`: three words.
//!
//! The laws about serde do not examine it: a `Cow` that is deserialized borrows from the input, so
//! a `Cow<'static, str>` needs an input that is `'static`, and traits are detected without
//! lifetimes.

string_type! {
    beef_wide: beef::Cow<'static, str>, "beef::Cow", super::beef_lean::PACKAGE,
    |text: &str| This::owned(text.to_owned());
}

laws!(declared(subject!(This, StringType::make, StringType::text)));
