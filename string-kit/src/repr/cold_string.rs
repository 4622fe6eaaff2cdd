//! `ColdString`: 8 bytes, all 8 of text inline, or a pointer to a length and the text.
//!
//! The length on the heap, less 9, is one byte up to 247, else a byte that says how many follow.

use cold_string::ColdString;

use crate::{CapturedStr, Profile};

/// The bytes that the length of a text on the heap takes.
fn length_size(len: usize) -> usize {
    let stored = len - size_of::<ColdString>() - 1;
    match stored.checked_sub(247) {
        None | Some(0) => 1,
        Some(rest) => 1 + (rest.ilog2() / u8::BITS) as usize + 1,
    }
}

impl CapturedStr for ColdString {
    const PROFILE: Profile = Profile::new("ColdString").inline(size_of::<ColdString>());

    /// The crate aborts if there is no memory: `try_from_text` cannot report it.
    #[inline]
    fn from_text(text: &str) -> Self {
        ColdString::new(text)
    }

    #[inline]
    fn heap_size(&self) -> usize {
        if self.is_inline() {
            0
        } else {
            length_size(self.len()) + self.len()
        }
    }
}
