//! `ByteString`: a `Bytes` that is UTF-8; 32 bytes, shared.

use bytestring::ByteString;
use string_kit_conformance::subject;
use string_kit_conformance::{Law, Subject};

/// `ByteString`; `split_at` stands for `split_off`, and `slice_ref`, of a part of the text that `str`
/// gives, for `slice`.
#[must_use]
pub fn byte_string() -> Subject<ByteString> {
    subject!(
        ByteString;
        slice: |text, range| text.slice_ref(&text[range.within(text.len())]),
        split_off: |text, at| {
            let (front, back) = text.split_at(at);
            *text = front;
            back
        },
        from_utf8: |bytes| ByteString::try_from(bytes).ok(),
    )
    .shares(true)
    .known(
        Law::ClonesShare,
        "bytes 1 allocates its count with the first clone",
    )
}
