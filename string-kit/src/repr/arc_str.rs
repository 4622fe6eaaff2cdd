//! `Arc<str>`: a pointer and a length; 16 bytes, the text behind two counts on the heap.
//!
//! An empty one made by `Default` is static in effect: std shares one allocation for all.

use alloc::sync::Arc;

use crate::{CapturedStr, Profile};

impl CapturedStr for Arc<str> {
    const PROFILE: Profile = Profile::new("Arc<str>").shares();

    /// std aborts if there is no memory: `try_from_text` cannot report it.
    #[inline]
    fn from_text(text: &str) -> Self {
        Arc::from(text)
    }

    #[inline]
    fn heap_size(&self) -> usize {
        super::counted_size(self.len())
    }
}
