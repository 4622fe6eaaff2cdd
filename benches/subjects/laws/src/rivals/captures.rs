//! Captures that the crates of string-kit's representations offer. The names of the functions are theirs.

use char_str::{CharString, ToCharString};
use compact_str::{CompactString, ToCompactString};
use ecow::{EcoString, eco_format as format_eco};
use lean_string::{LeanStr, LeanString, ToLeanStr, ToLeanString};
use smol_str::{SmolStr, format_smolstr as format_smol};
use string_kit_conformance::{Law, Subject, subject};

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

/// Returns the subject of `CompactString` with the capture `to_compact_string`.
#[must_use]
pub fn to_compact_string() -> Subject<CompactString> {
    subject!(
        CompactString;
        try_capture: |value| value.try_to_compact_string().ok(),
        capture: |value| value.to_compact_string(),
    )
    .named("CompactString::to_compact_string")
    .known(
        Law::CaptureIsToString,
        "compact_str 0.10.0 formats floats by zmij: 1.0 is \"1.0\" \
         (https://github.com/ParkMyCar/compact_str/issues/351)",
    )
}

/// Returns the subject of `EcoString` with the capture `eco_format!`.
#[must_use]
pub fn eco_format() -> Subject<EcoString> {
    subject!(EcoString; capture: |value| format_eco!("{value}"))
        .named("EcoString: eco_format!")
        .known(Law::OptionIsFree, "ecow 0.3.1: its union has no niche")
}

/// Returns the subject of `SmolStr` with the capture `format_smolstr!`.
#[must_use]
pub fn format_smolstr() -> Subject<SmolStr> {
    subject!(SmolStr; capture: |value| format_smol!("{value}")).named("SmolStr: format_smolstr!")
}

/// The reason why neither capture has the text of `to_string`.
const FLOATS: &str = "lean_string 0.8.0 formats floats by zmij: 1.0 is \"1.0\"";

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
