//! The capture of `CharString`'s own crate, for values whose type it sees.

use char_str::{CharString, ToCharString};
use string_kit_conformance::subject;
use string_kit_conformance::{Law, Subject};

/// Returns the subject of `CharString` with the capture `to_char_string`.
#[must_use]
pub fn to_char_string() -> Subject<CharString> {
    subject!(
        CharString;
        try_capture: |value| value.try_to_char_string().ok(),
        capture: |value| value.to_char_string(),
    )
    .named("CharString::to_char_string")
    .known(
        Law::CaptureIsToString,
        "char_str 0.0.4 formats floats by ryu: 1.0 is \"1.0\"",
    )
}
