//! `ArcColdString`: 8 bytes, all 8 of text inline, or a pointer to a count, a length and the text.

use cold_string::ArcColdString;
use string_kit_conformance::Subject;
use string_kit_conformance::subject;

/// `ArcColdString`. (Those with a smaller count keep a text for ever, on purpose, once it has as
/// many clones as the count can tell.)
#[must_use]
pub fn arc_cold_string() -> Subject<ArcColdString> {
    subject!(ArcColdString; from_utf8)
        .inline_capacity(size_of::<ArcColdString>())
        .shares(true)
}
