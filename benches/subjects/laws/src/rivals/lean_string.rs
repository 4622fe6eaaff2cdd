//! `LeanStr`, and the captures of its crate, for values whose type they see.

use lean_string::{LeanStr, LeanString, ToLeanStr, ToLeanString};
use string_kit_conformance::subject;
use string_kit_conformance::{Law, Subject};

/// The reason why neither capture has the text of `to_string`.
const FLOATS: &str = "lean_string 0.8.0 formats floats by zmij: 1.0 is \"1.0\"";

/// Returns the subject of `LeanStr`: 16 bytes; up to 16 bytes of text inline, or a shared text on
/// the heap; immutable.
#[must_use]
pub fn lean_str() -> Subject<LeanStr> {
    subject!(LeanStr; repeat, from_utf8, from_utf8_lossy)
        .inline_capacity(size_of::<LeanStr>())
        .shares(true)
}

/// Returns the subject of `LeanString` with the capture `to_lean_string`.
#[must_use]
pub fn to_lean_string() -> Subject<LeanString> {
    subject!(
        LeanString;
        try_capture: |value| value.try_to_lean_string().ok(),
        capture: |value| value.to_lean_string(),
    )
    .named("LeanString::to_lean_string")
    .known(Law::CaptureIsToString, FLOATS)
}

/// Returns the subject of `LeanStr` with the capture `to_lean_str`.
#[must_use]
pub fn to_lean_str() -> Subject<LeanStr> {
    subject!(
        LeanStr;
        try_capture: |value| value.try_to_lean_str().ok(),
        capture: |value| value.to_lean_str(),
    )
    .named("LeanStr::to_lean_str")
    .known(Law::CaptureIsToString, FLOATS)
}
