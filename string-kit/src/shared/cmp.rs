//! Comparison and hashing by the text alone, be it inline, static or on the heap.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

use super::{LocalStr, SharedStr};

/// Implements equality, order and hashing of a handle, and its comparison with other string types.
macro_rules! compare {
    ($($ty:ty),*) => {$(
        impl PartialEq for $ty {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                self.as_str() == other.as_str()
            }
        }

        impl Eq for $ty {}

        impl PartialOrd for $ty {
            #[inline]
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $ty {
            #[inline]
            fn cmp(&self, other: &Self) -> Ordering {
                self.as_str().cmp(other.as_str())
            }
        }

        /// Hashes as `str` does, which `Borrow<str>` requires.
        impl Hash for $ty {
            #[inline]
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.as_str().hash(state);
            }
        }

        impl PartialOrd<str> for $ty {
            #[inline]
            fn partial_cmp(&self, other: &str) -> Option<Ordering> {
                Some(self.as_str().cmp(other))
            }
        }

        impl PartialOrd<$ty> for str {
            #[inline]
            fn partial_cmp(&self, other: &$ty) -> Option<Ordering> {
                Some(self.cmp(other.as_str()))
            }
        }

        eq_text!($ty: str, &str, String, Box<str>, Cow<'_, str>, Arc<str>, Rc<str>);
    )*};
}

/// Implements equality with other string types, in both directions.
macro_rules! eq_text {
    ($ty:ty: $($other:ty),*) => {$(
        impl PartialEq<$other> for $ty {
            #[inline]
            fn eq(&self, other: &$other) -> bool {
                let other: &str = other.as_ref();
                self.as_str() == other
            }
        }

        impl PartialEq<$ty> for $other {
            #[inline]
            fn eq(&self, other: &$ty) -> bool {
                other == self
            }
        }
    )*};
}

compare!(SharedStr, LocalStr);

impl PartialEq<LocalStr> for SharedStr {
    #[inline]
    fn eq(&self, other: &LocalStr) -> bool {
        self.as_str() == other.as_str()
    }
}

impl PartialEq<SharedStr> for LocalStr {
    #[inline]
    fn eq(&self, other: &SharedStr) -> bool {
        self.as_str() == other.as_str()
    }
}
