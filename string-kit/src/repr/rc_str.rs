//! `Rc<str>`: a pointer and a length; 16 bytes, the text behind two counts on the heap.
//!
//! The counts are not atomic: a clone is cheaper than an `Arc<str>`'s, and stays on its thread.

use alloc::rc::Rc;

use crate::{CapturedStr, Profile};

impl CapturedStr for Rc<str> {
    const PROFILE: Profile = Profile::new("Rc<str>").shares();

    /// std aborts if there is no memory: `try_from_text` cannot report it.
    #[inline]
    fn from_text(text: &str) -> Self {
        Rc::from(text)
    }

    #[inline]
    fn heap_size(&self) -> usize {
        super::counted_size(self.len())
    }
}
