//! `FastStr`: 30 bytes inline, else shared.

use crate::Package;

string_type! {
    fast_str: faststr::FastStr, "FastStr", Some(Package::new("faststr", [2022, 12], [2026, 1])),
    This::new;
    inline: 30,
    shares_clones: true,
}

laws!(
    // `slice_ref` of a part of the `str` is examined as `slice`.
    declared(subject!(This, StringType::make, StringType::text;
        slice: |text, range| text.slice_ref(&text[range.within(text.len())]),
        from_utf8: |bytes| This::new_u8_slice(bytes).ok(),
    ))
);
