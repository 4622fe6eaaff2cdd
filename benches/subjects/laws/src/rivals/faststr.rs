//! `FastStr`: 40 bytes; up to 30 bytes of text inline, or a `&'static str`, `Arc<str>`,
//! `Arc<String>` or `Bytes`.

use faststr::FastStr;
use string_kit_conformance::Subject;
use string_kit_conformance::subject;

/// Returns the subject of `FastStr`.
///
/// `slice_ref` of a part of the `str` is examined as `slice`.
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
