//! `Rc<str>`: 16 bytes, no text inline; all text on the heap, shared.
//!
//! The value is a pointer and a length. The heap block is two counts, then the text. The counts are
//! not atomic: a clone costs less than an `Arc<str>`'s, and cannot leave its thread.

use alloc::rc::Rc;

use crate::{CapturedStr, Profile};

impl CapturedStr for Rc<str> {
    const PROFILE: Profile = Profile::new("Rc<str>").shares();

    /// Copies `text`. Aborts the program if memory runs out, in `try_from_text` too.
    #[inline]
    fn from_text(text: &str) -> Self {
        Rc::from(text)
    }

    /// Returns the size of the heap block, in the layout of std 1.95.
    #[inline]
    fn heap_size(&self) -> usize {
        super::counted_size(self.len())
    }
}
