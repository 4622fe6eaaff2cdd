//! `ByteString`: `Bytes` that are text.

use bytestring::ByteString;

use crate::{Facts, Package, StringType};

pub type This = ByteString;

impl StringType for This {
    const FACTS: Facts = Facts {
        shares_clones: true,
        package: Some(Package::new("bytestring", [2019, 12], [2026, 4])),
        ..Facts::new("byte_string", "ByteString", "bytestring::ByteString")
    };

    made_by!(This::from);
}

laws!({
    // `split_at` is examined as `split_off`, and `slice_ref` of a part of the `str` as `slice`.
    declared(
        subject!(This;
            slice: |text, range| text.slice_ref(&text[range.within(text.len())]),
            split_off: |text, at| {
                let (front, back) = text.split_at(at);
                *text = front;
                back
            },
            from_utf8: |bytes| ByteString::try_from(bytes).ok(),
        )
        .known(
            Law::ClonesShare,
            "bytestring 1.5.1: its bytes 1 allocates the reference count at the first clone",
        ),
    )
});
