//! `Arc<str>` and `Rc<str>`: 16 bytes, no text inline; all text on the heap, shared.
//!
//! The value is a pointer and a length. The heap block is two counts, then the text. The values of
//! `Default` of an `Arc<str>` share one static block; any other empty text has a block of its own.
//! The counts of an `Rc<str>` are not atomic: a clone costs less, and cannot leave its thread.

use alloc::rc::Rc;
use alloc::sync::Arc;

use crate::{CapturedStr, Profile};

macro_rules! counted {
    ($type:ty, $name:literal) => {
        impl CapturedStr for $type {
            const PROFILE: Profile = Profile::new($name).shares();

            /// Copies `text`. Aborts the program if memory runs out, in `try_from_str` too.
            #[inline]
            fn from_text(text: &str) -> Self {
                Self::from(text)
            }

            /// Returns the size of the heap block, in the layout of std 1.95.
            #[inline]
            fn heap_size(&self) -> usize {
                super::counted_size(self.len())
            }
        }
    };
}

counted!(Arc<str>, "Arc<str>");
counted!(Rc<str>, "Rc<str>");
