//! `ArcColdString`: 8 bytes; up to 8 bytes of text inline, or a pointer to a count, a length and
//! the text.

use cold_string::ArcColdString;
use string_kit_conformance::Subject;
use string_kit_conformance::subject;

/// Returns the subject of `ArcColdString`.
///
/// The types of the crate with a smaller count are left out: on purpose, they never free a text
/// that had more clones than the count can hold.
#[must_use]
pub fn arc_cold_string() -> Subject<ArcColdString> {
    subject!(ArcColdString; from_utf8)
        .inline_capacity(size_of::<ArcColdString>())
        .shares(true)
}
