//! `StringBuf<N>`: a word and `N` bytes, two words at least; longer text on the heap.

use alloc::string::String;
use core::fmt::{Display, Write};

use crate::{CaptureError, CapturedStr, CloneCost, Profile, StringBuf};

impl<const N: usize> CapturedStr for StringBuf<N> {
    const PROFILE: Profile = Profile {
        name: "StringBuf",
        inline_capacity: N,
        clone: CloneCost::Copies,
        mutable: true,
    };

    #[inline]
    fn from_text(text: &str) -> Self {
        StringBuf::from(text)
    }

    #[inline]
    fn heap_size(&self) -> usize {
        if self.is_inline() { 0 } else { self.capacity() }
    }

    #[inline]
    fn try_from_text(text: &str) -> Result<Self, CaptureError> {
        let mut copy = StringBuf::new();
        copy.try_reserve_exact(text.len())?;
        copy.push_str(text);
        Ok(copy)
    }

    #[inline]
    fn as_str(&self) -> &str {
        StringBuf::as_str(self)
    }

    #[inline]
    fn into_string(self) -> String {
        StringBuf::into_string(self)
    }

    #[inline]
    fn is_inline(&self) -> bool {
        StringBuf::is_inline(self)
    }

    #[inline]
    fn capture_natively<D: Display + ?Sized>(value: &D) -> Self {
        let mut captured = StringBuf::new();
        write!(captured, "{value}").expect("a Display implementation returned an error");
        captured
    }
}

conforms! {
    [const N: usize] StringBuf<N> {
        push, push_str, pop, truncate, clear, insert, insert_str, remove, retain, drain,
        replace_range, split_off, as_mut_str, capacity, with_capacity, reserve, try_reserve,
        try_push_str, shrink_to_fit, try_from_str: |text| Self::try_from_text(text).ok(),
    }
    OptionIsFree: "SmallVec 1 has no niche";
}
