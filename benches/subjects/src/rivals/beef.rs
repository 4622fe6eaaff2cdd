//! beef's two `Cow`s: a `&'static str` or a `String`, in three words or in two.
//!
//! With no serde: what they deserialize borrows from the input, so that one that is `'static` can
//! be had of an input that is `'static` alone, which no probe can tell from one of any.

use string_kit_conformance::Subject;
use string_kit_conformance::subject;

/// `beef::lean::Cow`: 16 bytes, a length and a capacity of 32 bits.
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

/// `beef::Cow`: 24 bytes.
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
