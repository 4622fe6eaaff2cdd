//! `Yarn`: 15 bytes inline, never changed.

use crate::Package;

string_type! {
    yarn: byteyarn::Yarn, "Yarn", Some(Package::new("byteyarn", [2023, 8], [2024, 2])), This::copy;
    inline: 15,
}

laws!({
    use byteyarn::{ByteYarn, yarn as format_yarn};
    // With the capture of its own macro.
    declared(subject!(This, StringType::make, StringType::text;
        // NOTE: the first case that breaks the law is harmless. A text that is longer the
        // second time would be written beyond the block, which may end the process.
        concat,
        from_utf8: |bytes| ByteYarn::copy(bytes).to_utf8().ok(),
        capture: |value| format_yarn!("{value}"),
    ))
};
    BorrowedOnce:
        "byteyarn 0.5.1 reads the texts of concat twice, for the length and for the bytes: if a \
         text is longer the second time, it is written beyond the block",
    CaptureReportsErrors:
        "byteyarn 0.5.1 ignores the error in from_fmt: yarn! returns an incomplete text",
    DisplayIsStrs: "byteyarn 0.5.1 ignores width, fill and precision",
    DebugIsStrs: "byteyarn 0.5.1 escapes the single quote too",
);
