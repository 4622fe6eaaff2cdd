//! `CharStr`: 16 bytes inline, shared.

use char_str::CharString;

representation! {
    // Reallocates once to freeze a text on the heap.
    char_str: char_str::CharStr, super::char_string::PACKAGE,
    |value| CharString::capture_natively(value).freeze();
}

laws!(subject!(This;
    concat,
    try_from_str: |text| CapturedStr::try_from_str(text).ok(),
));
