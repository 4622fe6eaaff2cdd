//! `SmolStr`: 24 bytes; 23 of text inline, white space in a static, the rest in an `Arc<str>`.

use smol_str::SmolStr;

use crate::{CapturedStr, Profile};

impl CapturedStr for SmolStr {
    const PROFILE: Profile = Profile::new("SmolStr").inline(23).shares();

    /// The crate aborts if there is no memory: `try_from_text` cannot report it.
    #[inline]
    fn from_text(text: &str) -> Self {
        SmolStr::new(text)
    }

    #[inline]
    fn heap_size(&self) -> usize {
        if self.is_heap_allocated() {
            super::counted_size(self.len())
        } else {
            0
        }
    }
}
