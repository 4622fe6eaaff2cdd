//! `LeanStr`, and the captures of `LeanString`'s crate, of values whose type they see.

use lean_string::{LeanStr, LeanString, ToLeanStr, ToLeanString};
use string_kit_conformance::subject;
use string_kit_conformance::{Law, Subject};

/// Why neither is `to_string`.
const FLOATS: &str = "lean_string 0.8.0 formats floats by zmij: 1.0 is \"1.0\"";

/// `LeanStr`: 16 bytes, all 16 of text inline; the rest on the heap, shared, and never changed.
#[must_use]
pub fn lean_str() -> Subject<LeanStr> {
    subject!(LeanStr; repeat, from_utf8, from_utf8_lossy)
        .inline_capacity(size_of::<LeanStr>())
        .shares(true)
}

/// `to_lean_string`.
#[must_use]
pub fn to_lean_string() -> Subject<LeanString> {
    subject!(
        LeanString as CapturedStr;
        try_capture: |value| value.try_to_lean_string().ok(),
        capture: |value| value.to_lean_string(),
    )
    .named("LeanString::to_lean_string")
    .known(Law::CaptureIsToString, FLOATS)
}

/// `to_lean_str`.
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
