//! `LeanStr`: 16 bytes inline, shared.

use lean_string::ToLeanStr;

representation! {
    lean_str: lean_string::LeanStr, super::lean_string::PACKAGE, |value| (&value).to_lean_str();
}

laws!(
    subject!(This;
        repeat, from_utf8, from_utf8_lossy,
        try_from_str: |text| CapturedStr::try_from_str(text).ok(),
    ),
    to_lean_str: subject!(This;
        try_capture: |value| value.try_to_lean_str().ok(),
        capture: |value| value.to_lean_str(),
    )
    .named("LeanStr::to_lean_str")
    .known(Law::CaptureIsToString, crate::types::lean_string::FLOATS)
);
