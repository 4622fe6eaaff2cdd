//! `SmolStr`'s own capture, and what it is built with.

use smol_str::{SmolStr, SmolStrBuilder, format_smolstr as format_smol};
use string_kit_conformance::subject;
use string_kit_conformance::{Law, Subject};

/// `format_smolstr!`.
#[must_use]
pub fn format_smolstr() -> Subject<SmolStr> {
    subject!(SmolStr as CapturedStr; capture: |value| format_smol!("{value}"))
        .named("SmolStr: format_smolstr!")
}

/// `SmolStrBuilder`: 23 bytes of text inline, then a `String`.
#[must_use]
pub fn smol_str_builder() -> Subject<SmolStrBuilder> {
    subject!(
        SmolStrBuilder,
        |text| {
            let mut builder = SmolStrBuilder::new();
            builder.push_str(text);
            builder
        },
        |builder| builder.as_str();
        push, push_str, with_capacity,
    )
    .inline_capacity(23)
    .shares(false)
    .known(
        Law::DebugIsStrs,
        "smol_str 0.3.7 derives it: it shows how the text is kept",
    )
}
