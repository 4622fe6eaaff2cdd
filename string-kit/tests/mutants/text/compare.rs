//! Equality, order and hash.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use super::{Text, Views};
use crate::table::Bug;

impl<const BUG: u8, K: Views> PartialEq for Text<BUG, K> {
    fn eq(&self, other: &Self) -> bool {
        let (room, others) = (self.text.capacity(), other.text.capacity());
        self.text == other.text && (room == others || !Self::has(Bug::EqLooksAtRoom))
    }
}

impl<const BUG: u8, K: Views> Eq for Text<BUG, K> {}

#[allow(clippy::non_canonical_partial_ord_impl)] // What the lint is against is a bug here.
impl<const BUG: u8, K: Views> PartialOrd for Text<BUG, K> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        if Self::has(Bug::PartialOrdByLength) {
            return Some(self.text.len().cmp(&other.text.len()).then(self.cmp(other)));
        }
        Some(self.cmp(other))
    }
}

impl<const BUG: u8, K: Views> Ord for Text<BUG, K> {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_text = self.text.cmp(&other.text);
        if Self::has(Bug::OrderByLength) {
            return self.text.len().cmp(&other.text.len()).then(by_text);
        }
        by_text
    }
}

impl<const BUG: u8, K: Views> Hash for Text<BUG, K> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if Self::has(Bug::HashWithoutEnd) {
            return state.write(self.text.as_bytes());
        }
        let slack = self.text.capacity() - self.text.len();
        if Self::has(Bug::HashLooksAtRoom) && slack > 0 {
            state.write_usize(slack);
        }
        self.text.hash(state);
    }
}

impl<const BUG: u8, K: Views> PartialEq<str> for Text<BUG, K> {
    fn eq(&self, other: &str) -> bool {
        if Self::has(Bug::EqualToLonger) {
            return other.starts_with(&self.text);
        }
        self.text == other
    }
}

impl<const BUG: u8, K: Views> PartialEq<String> for Text<BUG, K> {
    fn eq(&self, other: &String) -> bool {
        self.text == *other
    }
}

impl<const BUG: u8, K: Views> PartialEq<Text<BUG, K>> for str {
    fn eq(&self, other: &Text<BUG, K>) -> bool {
        self == other.text
    }
}

impl<const BUG: u8, K: Views> PartialOrd<str> for Text<BUG, K> {
    fn partial_cmp(&self, other: &str) -> Option<Ordering> {
        Some(self.text.as_str().cmp(other))
    }
}
