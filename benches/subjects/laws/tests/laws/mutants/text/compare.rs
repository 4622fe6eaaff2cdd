//! Equality, order and hash.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use super::{Text, Views};
use crate::mutants::table::{Bug, has};

impl<K: Views> PartialEq for Text<K> {
    fn eq(&self, other: &Self) -> bool {
        let (room, others) = (self.text.capacity(), other.text.capacity());
        self.text == other.text && (room == others || !has(Bug::EqComparesCapacity))
    }
}

impl<K: Views> Eq for Text<K> {}

#[allow(clippy::non_canonical_partial_ord_impl)] // The lint forbids the bug that is here.
impl<K: Views> PartialOrd for Text<K> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        if has(Bug::PartialOrdByLength) {
            return Some(self.text.len().cmp(&other.text.len()).then(self.cmp(other)));
        }
        Some(self.cmp(other))
    }
}

impl<K: Views> Ord for Text<K> {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_text = self.text.cmp(&other.text);
        if has(Bug::OrderByLength) {
            return self.text.len().cmp(&other.text.len()).then(by_text);
        }
        by_text
    }
}

impl<K: Views> Hash for Text<K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if has(Bug::HashWithoutEnd) {
            return state.write(self.text.as_bytes());
        }
        let slack = self.text.capacity() - self.text.len();
        if has(Bug::HashIncludesCapacity) && slack > 0 {
            state.write_usize(slack);
        }
        self.text.hash(state);
    }
}

impl<K: Views> PartialEq<str> for Text<K> {
    fn eq(&self, other: &str) -> bool {
        if has(Bug::EqualToLonger) {
            return other.starts_with(&self.text);
        }
        self.text == other
    }
}

impl<K: Views> PartialEq<String> for Text<K> {
    fn eq(&self, other: &String) -> bool {
        self.text == *other
    }
}

impl<K: Views> PartialEq<Text<K>> for str {
    fn eq(&self, other: &Text<K>) -> bool {
        self == other.text
    }
}

impl<K: Views> PartialOrd<str> for Text<K> {
    fn partial_cmp(&self, other: &str) -> Option<Ordering> {
        Some(self.text.as_str().cmp(other))
    }
}
