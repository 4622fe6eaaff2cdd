//! The capture of `EcoString`'s own crate.

use ecow::{EcoString, eco_format as format_eco};
use string_kit_conformance::subject;
use string_kit_conformance::{Law, Subject};

/// Returns the subject of `EcoString` with the capture `eco_format!`.
#[must_use]
pub fn eco_format() -> Subject<EcoString> {
    subject!(EcoString; capture: |value| format_eco!("{value}"))
        .named("EcoString: eco_format!")
        .known(Law::OptionIsFree, "ecow 0.3.1: its union has no niche")
}
