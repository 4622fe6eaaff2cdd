//! `CharString`: growable in 16 bytes, all of them inline.

use char_str::ToCharString;

use crate::Package;

pub(crate) const PACKAGE: Option<Package> = Some(Package::new("char_str", [2026, 7], [2026, 9]));

representation! {
    char_string: char_str::CharString, PACKAGE, |value| (&value).to_char_string();
}

laws!(
    subject!(This;
        push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, split_off,
        repeat, capacity, with_capacity, reserve, try_reserve, try_push_str, shrink_to_fit,
        from_utf8, from_utf8_lossy,
        try_from_str: |text| CapturedStr::try_from_str(text).ok(),
    ),
    to_char_string: subject!(This;
        try_capture: |value| value.try_to_char_string().ok(),
        capture: |value| value.to_char_string(),
    )
    .named("CharString::to_char_string")
    .known(
        Law::CaptureIsToString,
        "char_str 0.0.4 formats floats by ryu: 1.0 is \"1.0\"",
    )
);
