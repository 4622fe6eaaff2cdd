//! `Yarn`: 16 bytes; 15 of text inline, or a `&'static str`, or a `Box<str>`.

use byteyarn::{ByteYarn, Yarn, yarn as format_yarn};
use string_kit_conformance::subject;
use string_kit_conformance::{Law, Subject};

/// `Yarn`, captured by its own macro.
#[must_use]
pub fn yarn() -> Subject<Yarn> {
    subject!(
        Yarn, Yarn::copy, |text| text.as_str();
        // NOTE: what breaks the law first is harmless; an answer that is longer the second time is
        // written beyond the block, and the process may end.
        concat,
        from_utf8: |bytes| ByteYarn::copy(bytes).to_utf8().ok(),
        capture: |value| format_yarn!("{value}"),
    )
    .inline_capacity(15)
    .shares(false)
    .known(
        Law::BorrowedOnce,
        "byteyarn 0.5.1 sizes concat by one answer of AsRef, and copies another unchecked: a longer \
         one is written beyond the block",
    )
    .known(
        Law::CaptureReportsErrors,
        "byteyarn 0.5.1 drops the error in from_fmt: yarn! gives half a text",
    )
    .known(
        Law::DisplayIsStrs,
        "byteyarn 0.5.1 writes text, and takes no notice of width, fill and precision",
    )
    .known(Law::DebugIsStrs, "byteyarn 0.5.1 escapes the single quote, too")
}
