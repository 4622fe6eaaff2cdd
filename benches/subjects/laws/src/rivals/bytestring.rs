//! `ByteString`: a `Bytes` that is UTF-8; 32 bytes, clones share the text.

use bytestring::ByteString;
use string_kit_conformance::subject;
use string_kit_conformance::{Law, Subject};

/// Returns the subject of `ByteString`.
///
/// `split_at` is examined as `split_off`, and `slice_ref` of a part of the `str` as `slice`.
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
        "bytestring 1.5.1: its bytes 1 allocates the reference count at the first clone",
    )
}
