//! `Yarn`: 16 bytes; up to 15 bytes of text inline, or a `&'static str`, or a `Box<str>`.

use byteyarn::{ByteYarn, Yarn, yarn as format_yarn};
use string_kit_conformance::subject;
use string_kit_conformance::{Law, Subject};

/// Returns the subject of `Yarn`, with the capture of its own macro.
#[must_use]
pub fn yarn() -> Subject<Yarn> {
    subject!(
        Yarn, Yarn::copy, |text| text.as_str();
        // NOTE: the first case that breaks the law is harmless. A text that is longer the second
        // time would be written beyond the block, which may end the process.
        concat,
        from_utf8: |bytes| ByteYarn::copy(bytes).to_utf8().ok(),
        capture: |value| format_yarn!("{value}"),
    )
    .inline_capacity(15)
    .shares(false)
    .known(
        Law::BorrowedOnce,
        "byteyarn 0.5.1 reads the texts of concat twice, for the length and for the bytes: if a \
         text is longer the second time, it is written beyond the block",
    )
    .known(
        Law::CaptureReportsErrors,
        "byteyarn 0.5.1 ignores the error in from_fmt: yarn! returns an incomplete text",
    )
    .known(
        Law::DisplayIsStrs,
        "byteyarn 0.5.1 ignores width, fill and precision",
    )
    .known(
        Law::DebugIsStrs,
        "byteyarn 0.5.1 escapes the single quote too",
    )
}
