//! `LeanString`: growable in 16 bytes, all of them inline.

use lean_string::ToLeanString;

use crate::Package;

pub(crate) const PACKAGE: Option<Package> =
    Some(Package::new("lean_string", [2024, 12], [2026, 10]));

representation! {
    lean_string: lean_string::LeanString, PACKAGE, |value| (&value).to_lean_string();
}

/// Why neither capture has the text of `to_string`.
#[cfg(feature = "laws")]
pub(crate) const FLOATS: &str = "lean_string 0.8.0 formats floats by zmij: 1.0 is \"1.0\"";

laws!(
    subject!(This;
        push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, replace_range,
        extend_from_within, split_off, repeat, capacity, with_capacity, reserve, try_reserve,
        try_push_str, shrink_to_fit, from_utf8, from_utf8_lossy,
        try_from_str: |text| CapturedStr::try_from_str(text).ok(),
    ),
    to_lean_string: subject!(This;
        try_capture: |value| value.try_to_lean_string().ok(),
        capture: |value| value.to_lean_string(),
    )
    .named("LeanString::to_lean_string")
    .known(Law::CaptureIsToString, FLOATS)
);
