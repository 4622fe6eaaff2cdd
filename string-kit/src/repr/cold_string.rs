//! `ColdString` and `ArcColdString`: 8 bytes, up to 8 of text inline; longer text on the heap. The
//! clones of an `ArcColdString` share it.
//!
//! The value is the text or a pointer. The heap block is a length, then the text; that of an
//! `ArcColdString` begins with a count. The length is stored minus 9: in one byte up to 247, else
//! in one byte with the number of further bytes, and those bytes.

use cold_string::{ArcColdString, ColdString};

use crate::{CapturedStr, Profile};

/// Returns the size of the length in front of the text, in the layout of `cold-string` 0.5.0.
fn length_size(len: usize) -> usize {
    let stored = len - size_of::<ColdString>() - 1;
    match stored.checked_sub(247) {
        None | Some(0) => 1,
        Some(rest) => 1 + (rest.ilog2() / u8::BITS) as usize + 1,
    }
}

impl CapturedStr for ColdString {
    const PROFILE: Profile = Profile::new("ColdString").inline(size_of::<ColdString>());

    /// Copies `text`. Aborts the program if memory runs out, in `try_from_str` too.
    #[inline]
    fn from_text(text: &str) -> Self {
        ColdString::new(text)
    }

    /// Returns the size of the heap block, in the layout of `cold-string` 0.5.0.
    #[inline]
    fn heap_size(&self) -> usize {
        if self.is_inline() {
            0
        } else {
            length_size(self.len()) + self.len()
        }
    }
}

impl CapturedStr for ArcColdString {
    const PROFILE: Profile = Profile::new("ArcColdString")
        .inline(size_of::<ArcColdString>())
        .shares();

    /// Copies `text`. Aborts the program if memory runs out, in `try_from_str` too.
    #[inline]
    fn from_text(text: &str) -> Self {
        ArcColdString::new(text)
    }

    /// Returns the size of the heap block, in the layout of `cold-string` 0.5.0.
    #[inline]
    fn heap_size(&self) -> usize {
        if self.is_inline() {
            0
        } else {
            size_of::<usize>() + length_size(self.len()) + self.len()
        }
    }
}
