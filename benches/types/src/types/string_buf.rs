//! `StringBuf<24>`: growable, 24 bytes inline.

use crate::{STRING_KIT, written};

representation! {
    string_buf: string_kit::StringBuf<24>, STRING_KIT, |value| written(value);
}

/// The laws that the type is known to break.
#[cfg(feature = "laws")]
pub mod laws {
    use string_kit::CapturedStr;
    use string_kit::StringBuf;
    use string_kit_conformance::{Law, Subject, subject};

    use super::This;

    pub fn subject() -> Subject<This> {
        with_capacity::<24>()
    }

    /// Returns the subject of a `StringBuf` with any inline capacity.
    pub fn with_capacity<const N: usize>() -> Subject<StringBuf<N>> {
        subject!(StringBuf<N>;
            push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, drain,
            replace_range, extend_from_within, split_off, as_mut_str, repeat, capacity,
            with_capacity, reserve, try_reserve, try_push_str, shrink_to_fit, from_utf8,
            from_utf8_lossy,
            try_from_str: |text| CapturedStr::try_from_str(text).ok(),
        )
        .known(Law::OptionIsFree, "SmallVec 1 has no niche")
        .unexamined(&[Law::BorrowedOnce])
    }
}
