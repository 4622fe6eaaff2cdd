//! `HipStr<'static>`: 24 bytes; 23 of text inline, or a `&'static str`, or shared on the heap.
//!
//! Text on the heap takes two blocks: a `Vec` of bytes, and the count and the `Vec` itself. A
//! slice of one keeps it whole, and reports it whole.

use alloc::string::String;
use alloc::vec::Vec;

use hipstr::HipStr;

use crate::{CapturedStr, Profile};

/// The block of the count and the `Vec`.
const OWNER: usize = size_of::<usize>() + size_of::<Vec<u8>>();

impl CapturedStr for HipStr<'static> {
    const PROFILE: Profile = Profile::new("HipStr<'static>")
        .inline(HipStr::<'static>::inline_capacity())
        .shares()
        .mutable();

    /// Allocates twice if the text is not inline. The crate aborts if there is no memory:
    /// `try_from_text` cannot report it.
    #[inline]
    fn from_text(text: &str) -> Self {
        HipStr::from(text)
    }

    #[inline]
    fn heap_size(&self) -> usize {
        if self.is_allocated() {
            OWNER + self.capacity()
        } else {
            0
        }
    }

    /// O(1) if the text is on the heap and no clone shares it.
    #[inline]
    fn into_string(self) -> String {
        String::from(self)
    }
}
