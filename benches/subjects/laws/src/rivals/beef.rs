//! beef's two `Cow`s: a `&'static str` or a `String`, in three words or in two.
//!
//! The laws about serde do not examine them. A `Cow` that is deserialized borrows from the input,
//! so a `Cow<'static, str>` needs an input that is `'static`. The traits are detected without
//! lifetimes, so the kit cannot see that.

use string_kit_conformance::Subject;
use string_kit_conformance::subject;

/// Returns the subject of `beef::lean::Cow`: 16 bytes, with a length and a capacity of 32 bits.
#[must_use]
pub fn beef_lean() -> Subject<beef::lean::Cow<'static, str>> {
    subject!(
        beef::lean::Cow<'static, str>,
        |text| beef::lean::Cow::owned(text.to_owned()),
        |text| text
    )
    .named("beef::lean::Cow")
    .shares(false)
}

/// Returns the subject of `beef::Cow`: 24 bytes.
#[must_use]
pub fn beef_wide() -> Subject<beef::Cow<'static, str>> {
    subject!(
        beef::Cow<'static, str>,
        |text| beef::Cow::owned(text.to_owned()),
        |text| text
    )
    .named("beef::Cow")
    .shares(false)
}
