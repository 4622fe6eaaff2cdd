//! A string that grows by one character at a time, from no bytes.

use std::hint::black_box;

use compact_str::CompactString;
use smartstring::{LazyCompact, SmartString};
use string_kit::StringBuf;

use super::case::Case;

/// Makes the cases of types with `push`, for texts that are inline and on the heap.
macro_rules! pushes {
    ($($name:literal: $ty:ty,)*) => {
        [("push_8", 8), ("push_60", 60)].into_iter().flat_map(|(function, len)| {
            let text = &"a text of sixty characters, which no type has room for inline"[..len];
            [$(Case::new(function, $name, move || {
                let mut string = <$ty>::default();
                black_box(text).chars().for_each(|c| string.push(c));
                black_box(&string);
            })),*]
        })
    };
}

pub(super) fn cases() -> impl Iterator<Item = Case> {
    pushes! {
        "string": String,
        "string_buf": StringBuf<24>,
        "smart_lazy": SmartString<LazyCompact>,
        "compact_string": CompactString,
    }
}
