//! Comparison and hashing by the text alone, not by `N`, the capacity or the place of the text.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

use super::StringBuf;

impl<const N: usize, const M: usize> PartialEq<StringBuf<M>> for StringBuf<N> {
    #[inline]
    fn eq(&self, other: &StringBuf<M>) -> bool {
        self.as_str() == other.as_str()
    }
}

impl<const N: usize> Eq for StringBuf<N> {}

impl<const N: usize, const M: usize> PartialOrd<StringBuf<M>> for StringBuf<N> {
    #[inline]
    fn partial_cmp(&self, other: &StringBuf<M>) -> Option<Ordering> {
        Some(self.as_str().cmp(other.as_str()))
    }
}

impl<const N: usize> Ord for StringBuf<N> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_str().cmp(other.as_str())
    }
}

/// Hashes as `str` does, which `Borrow<str>` requires.
impl<const N: usize> Hash for StringBuf<N> {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

/// Implements equality with other string types, in both directions.
macro_rules! eq_text {
    ($($other:ty),*) => {$(
        impl<const N: usize> PartialEq<$other> for StringBuf<N> {
            #[inline]
            fn eq(&self, other: &$other) -> bool {
                let other: &str = other.as_ref();
                self.as_str() == other
            }
        }

        impl<const N: usize> PartialEq<StringBuf<N>> for $other {
            #[inline]
            fn eq(&self, other: &StringBuf<N>) -> bool {
                other == self
            }
        }
    )*};
}

eq_text!(str, &str, String, Box<str>, Cow<'_, str>);

impl<const N: usize> PartialOrd<str> for StringBuf<N> {
    #[inline]
    fn partial_cmp(&self, other: &str) -> Option<Ordering> {
        Some(self.as_str().cmp(other))
    }
}

impl<const N: usize> PartialOrd<StringBuf<N>> for str {
    #[inline]
    fn partial_cmp(&self, other: &StringBuf<N>) -> Option<Ordering> {
        Some(self.cmp(other.as_str()))
    }
}
