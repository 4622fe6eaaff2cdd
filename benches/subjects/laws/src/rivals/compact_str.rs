//! The capture of `CompactString`'s own crate, for values whose type it sees.

use compact_str::{CompactString, ToCompactString};
use string_kit_conformance::subject;
use string_kit_conformance::{Law, Subject};

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
