//! `ByteString`: `Bytes` that are text.

use crate::Package;

string_type! {
    byte_string: bytestring::ByteString, "ByteString",
    Some(Package::new("bytestring", [2019, 12], [2026, 4])), This::from;
    shares_clones: true,
}

laws!(
    // `split_at` is examined as `split_off`, and `slice_ref` of a part of the `str` as `slice`.
    declared(subject!(This;
        slice: |text, range| text.slice_ref(&text[range.within(text.len())]),
        split_off: |text, at| {
            let (front, back) = text.split_at(at);
            *text = front;
            back
        },
        from_utf8: |bytes| This::try_from(bytes).ok(),
    ));
    ClonesShare: "bytestring 1.5.1: its bytes 1 allocates the reference count at the first clone",
);
