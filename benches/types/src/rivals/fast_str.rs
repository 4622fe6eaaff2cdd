//! `FastStr`: 30 bytes inline, else shared.

use faststr::FastStr;

use crate::{Facts, Package, StringType};

pub type This = FastStr;

impl StringType for This {
    const FACTS: Facts = Facts {
        inline: 30,
        shares_clones: true,
        package: Some(Package::new("faststr", [2022, 12], [2026, 1])),
        ..Facts::new("fast_str", "FastStr", "faststr::FastStr")
    };

    made_by!(FastStr::new);
}

laws!({
    // `slice_ref` of a part of the `str` is examined as `slice`.
    declared(subject!(This, StringType::make, StringType::text;
        slice: |text, range| text.slice_ref(&text[range.within(text.len())]),
        from_utf8: |bytes| FastStr::new_u8_slice(bytes).ok(),
    ))
});
