//! The capture of `SmolStr`'s own crate, and its builder.

use smol_str::{SmolStr, SmolStrBuilder, format_smolstr as format_smol};
use string_kit_conformance::subject;
use string_kit_conformance::{Law, Subject};

/// Returns the subject of `SmolStr` with the capture `format_smolstr!`.
#[must_use]
pub fn format_smolstr() -> Subject<SmolStr> {
    subject!(SmolStr; capture: |value| format_smol!("{value}")).named("SmolStr: format_smolstr!")
}

/// Returns the subject of `SmolStrBuilder`: up to 23 bytes of text inline, or a `String`.
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
        "smol_str 0.3.7 derives Debug, which shows the fields of the builder",
    )
}
