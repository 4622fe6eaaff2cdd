//! `FastStr`: 40 bytes; 30 of text inline, or a `&'static str`, `Arc<str>`, `Arc<String>` or
//! `Bytes`.

use faststr::FastStr;
use string_kit_conformance::Subject;
use string_kit_conformance::subject;

/// `FastStr`; `slice_ref`, of a part of the text that `str` gives, stands for `slice`.
#[must_use]
pub fn fast_str() -> Subject<FastStr> {
    subject!(
        FastStr, |text| FastStr::new(text), |text| text.as_str();
        slice: |text, range| text.slice_ref(&text[range.within(text.len())]),
        from_utf8: |bytes| FastStr::new_u8_slice(bytes).ok(),
    )
    .inline_capacity(30)
    .shares(true)
}
