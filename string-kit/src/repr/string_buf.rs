//! `StringBuf<N>`: one word plus the larger of two words and `N` bytes, up to `N` bytes of text
//! inline; longer text on the heap, where it may grow.
//!
//! The heap block is the text and spare capacity.

use alloc::string::String;

use crate::{CapturedStr, Profile, StringBuf, TextError};

impl<const N: usize> CapturedStr for StringBuf<N> {
    const PROFILE: Profile = Profile::new("StringBuf").inline(N).mutable();

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call costs as much")]
    fn from_text(text: &str) -> Self {
        StringBuf::from(text)
    }

    #[inline]
    fn heap_size(&self) -> usize {
        if self.is_inline() { 0 } else { self.capacity() }
    }

    #[inline]
    fn try_from_str(text: &str) -> Result<Self, TextError> {
        let mut copy = StringBuf::try_with_capacity(text.len())?;
        copy.push_str(text);
        Ok(copy)
    }

    #[inline]
    fn into_string(self) -> String {
        StringBuf::into_string(self)
    }
}
