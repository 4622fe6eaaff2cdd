//! `CharStr`: 16 bytes inline, shared.

use char_str::{CharStr, CharString};

use crate::{Facts, Representation};

pub type This = CharStr;

impl Representation for This {
    const FACTS: Facts =
        Facts::owned::<Self>("char_str", "char_str::CharStr", super::char_string::PACKAGE);

    // Reallocates once to freeze a text on the heap.
    captured_by!(|value| CharString::capture_natively(value).freeze());
}

laws!(subject!(This;
    concat,
    try_from_str: |text| CapturedStr::try_from_str(text).ok(),
));
