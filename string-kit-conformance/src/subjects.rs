//! The subjects of std's and string-kit's own types.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use string_kit::{CapturedStr, SharedStr, StringBuf};

use crate::{Conform, Law, Subject, subject};

impl Conform for String {
    fn subject() -> Subject<Self> {
        // `[S]::concat` is left out: in Rust 1.95 it trusts a `Borrow` whose result changes, and
        // writes past its block (fixed by rust#155708). The law that finds this would end the
        // process.
        subject!(String;
            push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, drain,
            replace_range, extend_from_within, split_off, as_mut_str, capacity, with_capacity,
            reserve, try_reserve, shrink_to_fit,
            from_utf8: |bytes| String::from_utf8(bytes.into()).ok(),
            from_utf8_lossy: |bytes| String::from_utf8_lossy(bytes).into_owned(),
            repeat: |text, times| text.as_str().repeat(times),
            try_from_str: |text| Self::try_from_text(text).ok(),
        )
        .unexamined(&[Law::BorrowedOnce])
    }
}

impl Conform for Box<str> {
    fn subject() -> Subject<Self> {
        subject!(Box<str>;
            as_mut_str: |text| text,
            try_from_str: |text| Self::try_from_text(text).ok(),
        )
    }
}

impl Conform for Arc<str> {
    fn subject() -> Subject<Self> {
        subject!(Arc<str>; as_mut_str: |text| Arc::make_mut(text))
    }
}

impl Conform for Rc<str> {
    fn subject() -> Subject<Self> {
        subject!(Rc<str>; as_mut_str: |text| Rc::make_mut(text))
            .known(Law::IsSendAndSync, "by design: its count is not atomic")
    }
}

impl Conform for Cow<'static, str> {
    fn subject() -> Subject<Self> {
        subject!(Cow<'static, str>;
            push_str: |text, more| text.to_mut().push_str(more),
            as_mut_str: |text| text.to_mut().as_mut_str(),
            try_from_str: |text| Self::try_from_text(text).ok(),
        )
    }
}

impl<const N: usize> Conform for StringBuf<N> {
    fn subject() -> Subject<Self> {
        subject!(StringBuf<N>;
            push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, drain,
            replace_range, extend_from_within, split_off, as_mut_str, repeat, capacity,
            with_capacity, reserve, try_reserve, try_push_str, shrink_to_fit, from_utf8,
            from_utf8_lossy,
            try_from_str: |text| Self::try_from_text(text).ok(),
        )
        .known(Law::OptionIsFree, "SmallVec 1 has no niche")
        .unexamined(&[Law::BorrowedOnce])
    }
}

impl Conform for SharedStr {
    fn subject() -> Subject<Self> {
        subject!(SharedStr;
            slice, from_utf8, from_utf8_lossy,
            try_from_str: |text| Self::try_copy(text).ok(),
        )
        .unexamined(&[
            Law::WriteIsToString,
            Law::BorrowedOnce,
            Law::ClosuresMayPanic,
            Law::DrainsMayLeak,
            Law::CapacityIsRoom,
            Law::CapacityOverflowIsRefused,
            Law::ShrinkingKeepsText,
        ])
    }
}
