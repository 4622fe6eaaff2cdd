//! `ConcatStr` by its text.

use alloc::string::String;
use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

use super::ConcatStr;
use crate::dag::Dag;
use crate::view::ConcatRef;
use crate::width::Width;

/// By text, as [`ConcatRef`] is compared: by the first bytes, and then by fingerprints, in O(nodes).
///
/// # Panics
///
/// If there is no room to compare; [`fingerprint`](ConcatStr::fingerprint) reports that.
///
/// ```
/// use string_kit_concat::ConcatStr;
///
/// let [a, b]: [ConcatStr; 2] = [ConcatStr::from("na").repeat(1 << 40), ConcatStr::from("nana").repeat(1 << 39)];
/// assert_eq!(a, b);
/// ```
impl<W: Width, V: Width> PartialEq<ConcatStr<V>> for ConcatStr<W> {
    fn eq(&self, other: &ConcatStr<V>) -> bool {
        self.view() == other.view()
    }
}

impl<W: Width> Eq for ConcatStr<W> {}

impl<W: Width, V: Width> PartialOrd<ConcatStr<V>> for ConcatStr<W> {
    fn partial_cmp(&self, other: &ConcatStr<V>) -> Option<Ordering> {
        self.view().partial_cmp(&other.view())
    }
}

/// By text, as a `str` is ordered; in O(nodes log n) for texts of n bytes that do not differ early.
///
/// # Panics
///
/// If there is no room to compare.
impl<W: Width> Ord for ConcatStr<W> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.view().cmp(&other.view())
    }
}

/// By text, and so the same for equal texts whatever their nodes; not what a `str` hashes to.
///
/// # Panics
///
/// If there is no room for the walk.
impl<W: Width> Hash for ConcatStr<W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.view().hash(state);
    }
}

impl<W: Width, D: Dag> PartialEq<ConcatRef<'_, D>> for ConcatStr<W> {
    fn eq(&self, other: &ConcatRef<'_, D>) -> bool {
        self.view() == *other
    }
}

impl<W: Width, D: Dag> PartialEq<ConcatStr<W>> for ConcatRef<'_, D> {
    fn eq(&self, other: &ConcatStr<W>) -> bool {
        *self == other.view()
    }
}

impl<W: Width> PartialEq<str> for ConcatStr<W> {
    fn eq(&self, other: &str) -> bool {
        self.view() == *other
    }
}

impl<W: Width> PartialEq<&str> for ConcatStr<W> {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

impl<W: Width> PartialEq<String> for ConcatStr<W> {
    fn eq(&self, other: &String) -> bool {
        *self == **other
    }
}

impl<W: Width> PartialEq<ConcatStr<W>> for str {
    fn eq(&self, other: &ConcatStr<W>) -> bool {
        *other == *self
    }
}

impl<W: Width> PartialEq<ConcatStr<W>> for &str {
    fn eq(&self, other: &ConcatStr<W>) -> bool {
        *other == **self
    }
}

impl<W: Width> PartialOrd<str> for ConcatStr<W> {
    fn partial_cmp(&self, other: &str) -> Option<Ordering> {
        self.view().partial_cmp(other)
    }
}
