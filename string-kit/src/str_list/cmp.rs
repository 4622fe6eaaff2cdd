//! Comparison and hashing of a list as the sequence of its strings.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

use super::StrList;

impl Eq for StrList {}

/// Compares numbers of strings and payloads, in O(n) over the bytes: equal lists have equal
/// payloads.
impl PartialEq for StrList {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.packed.payload() == other.packed.payload()
    }
}

/// Compares string by string, in O(n) over the text, as slices of strings are compared.
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

/// Hashes as `[&str]` and `Vec<String>` do, in O(n) over the text.
impl Hash for StrList {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.len());
        for string in self {
            string.hash(state);
        }
    }
}

impl<T: AsRef<str>> PartialEq<[T]> for StrList {
    fn eq(&self, other: &[T]) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter().map(AsRef::as_ref))
    }
}

impl<T: AsRef<str>> PartialEq<StrList> for [T] {
    fn eq(&self, other: &StrList) -> bool {
        other == self
    }
}

impl<T: AsRef<str>, const N: usize> PartialEq<[T; N]> for StrList {
    fn eq(&self, other: &[T; N]) -> bool {
        *self == other[..]
    }
}

impl<T: AsRef<str>, const N: usize> PartialEq<StrList> for [T; N] {
    fn eq(&self, other: &StrList) -> bool {
        *other == self[..]
    }
}

impl<T: AsRef<str>> PartialEq<Vec<T>> for StrList {
    fn eq(&self, other: &Vec<T>) -> bool {
        *self == other[..]
    }
}

impl<T: AsRef<str>> PartialEq<StrList> for Vec<T> {
    fn eq(&self, other: &StrList) -> bool {
        *other == self[..]
    }
}
