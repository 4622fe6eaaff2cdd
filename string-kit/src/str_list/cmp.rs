//! Comparison and hashing of a list as the sequence of its strings.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

use super::list::StrList;

impl Eq for StrList {}

impl PartialEq for StrList {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.packed.eq(&other.packed)
    }
}

impl Ord for StrList {
    fn cmp(&self, other: &Self) -> Ordering {
        self.iter().cmp(other)
    }
}

impl PartialOrd for StrList {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Hashes the list in two pieces at most, and not as `[&str]`: to look it up by its strings, use
/// [`StrList::with_strs`] or [`StrList::with_captured`].
impl Hash for StrList {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.packed.hash(state);
    }
}

macro_rules! compared_with {
    ($([$($generics:tt)*] $ty:ty),* $(,)?) => {$(
        impl<T: AsRef<str>, $($generics)*> PartialEq<$ty> for StrList {
            #[inline]
            fn eq(&self, other: &$ty) -> bool {
                self.eq_slice(&other[..])
            }
        }

        impl<T: AsRef<str>, $($generics)*> PartialEq<StrList> for $ty {
            #[inline]
            fn eq(&self, other: &StrList) -> bool {
                other.eq_slice(&self[..])
            }
        }
    )*};
}

compared_with!(
    [] [T],
    [] &[T],
    [const N: usize] [T; N],
    [const N: usize] &[T; N],
    [] Vec<T>,
);

impl StrList {
    fn eq_slice<T: AsRef<str>>(&self, other: &[T]) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter().map(AsRef::as_ref))
    }
}
