//! A `SmolStr` that becomes a `String`: is anything copied twice?

use std::hint::black_box;

use smol_str::SmolStr;
use string_kit::CapturedStr;

use super::case::Case;

type Conversion = fn(SmolStr) -> String;

/// Returns the conversions of texts that are inline, just inline, and on the heap.
pub(super) fn cases() -> impl Iterator<Item = Case> {
    let ways: [(&str, Conversion); 3] = [
        ("convert_into_string", SmolStr::into_string),
        ("convert_from", String::from),
        ("convert_to_string", |value| value.to_string()),
    ];
    [8, 23, 60].into_iter().flat_map(move |length| {
        ways.map(|(function, convert)| {
            let value = SmolStr::new("x".repeat(length));
            let run = move || drop(black_box(convert(black_box(&value).clone())));
            Case::new(function, format!("smol_str_{length}"), run)
        })
    })
}
