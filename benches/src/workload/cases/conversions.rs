//! A `SmolStr` that becomes a `String`: is anything copied twice?

use std::hint::black_box;

use smol_str::SmolStr;
use string_kit::CapturedStr;

use super::case::Case;

/// Returns the conversions of texts that are inline, just inline, and on the heap.
pub(super) fn cases() -> impl Iterator<Item = Case> {
    let lengths = [(8, "smol_str_8"), (23, "smol_str_23"), (60, "smol_str_60")];
    lengths.into_iter().flat_map(|(length, name)| {
        let value = SmolStr::new("x".repeat(length));
        let convert = |function: &str, convert: fn(SmolStr) -> String| {
            let value = value.clone();
            let run = move || drop(black_box(convert(black_box(&value).clone())));
            Case::new(function, name, run)
        };
        [
            convert("convert_into_string", SmolStr::into_string),
            convert("convert_from", String::from),
            convert("convert_to_string", |value| value.to_string()),
        ]
    })
}
