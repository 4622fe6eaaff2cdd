//! The keys of maps, and the keys that are looked up.

use std::collections::BTreeSet;
use std::fmt::{self, Display};
use std::ops::RangeInclusive;

/// A key with its place in order, from 0.
pub(crate) type Key = (String, u32);

/// The kind of a key's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) enum Text {
    /// 6 to 14 letters: most types keep them inline.
    Short,
    /// Paths of 24 to 40 bytes: no type keeps all of them inline.
    Long,
}

impl Text {
    pub(crate) const ALL: [Self; 2] = [Self::Short, Self::Long];

    /// Returns the least and the greatest length in bytes; each between them is as frequent.
    pub(crate) fn lengths(self) -> RangeInclusive<usize> {
        match self {
            Self::Short => 6..=14,
            Self::Long => 24..=40,
        }
    }

    /// Returns the memory of an entry of a map of `String`: the handle, the value, the text, and
    /// the allocator's addition to it.
    pub(crate) fn entry_bytes(self) -> usize {
        let lengths = self.lengths();
        size_of::<Key>() + usize::midpoint(*lengths.start(), *lengths.end()) + 16
    }

    fn draw(self, random: &mut fastrand::Rng) -> String {
        let length = random.usize(self.lengths());
        let mut text = String::with_capacity(length);
        if self == Self::Long {
            let path = length - LETTERS;
            while text.len() < path {
                text.push_str(WORDS[random.usize(..WORDS.len())]);
                text.push('/');
            }
            text.truncate(path);
        }
        while text.len() < length {
            text.push(random.lowercase());
        }
        text
    }
}

impl Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lengths = self.lengths();
        write!(f, "{} to {} bytes", lengths.start(), lengths.end())
    }
}

/// The letters at the end of a path, which make it differ from most others.
const LETTERS: usize = 6;

const WORDS: [&str; 16] = [
    "account", "billing", "cache", "device", "europe", "gateway", "history", "invoice", "metric",
    "network", "order", "profile", "region", "session", "tenant", "user",
];

pub(crate) fn keys(text: Text, count: usize, random: &mut fastrand::Rng) -> Vec<Key> {
    let mut sorted = BTreeSet::new();
    while sorted.len() < count {
        sorted.insert(text.draw(random));
    }
    copied(&sorted.into_iter().zip(0..).collect::<Vec<_>>(), random)
}

/// Returns at least `count` queries: the keys in another order, repeated in further orders.
pub(crate) fn queries(keys: &[Key], count: usize, random: &mut fastrand::Rng) -> Vec<Key> {
    let mut queries = Vec::new();
    while queries.len() < count {
        queries.extend(copied(keys, random));
    }
    queries
}

/// Copies keys in random order. The copies lie in memory in that order, so that reading them one
/// after the other costs next to nothing.
fn copied(keys: &[Key], random: &mut fastrand::Rng) -> Vec<Key> {
    let mut order: Vec<&Key> = keys.iter().collect();
    random.shuffle(&mut order);
    order.into_iter().cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_differ_and_know_their_places() {
        let mut random = fastrand::Rng::with_seed(1);
        for text in Text::ALL {
            let mut sorted = keys(text, 5_000, &mut random);
            sorted.sort_unstable();
            assert!(sorted.is_sorted_by(|a, b| a.0 < b.0), "{text}");
            for (expected, (key, place)) in (0..).zip(sorted) {
                assert_eq!(place, expected);
                assert!(text.lengths().contains(&key.len()), "{key}");
            }
        }
    }

    #[test]
    fn every_key_is_asked_for_as_often() {
        let mut random = fastrand::Rng::with_seed(1);
        let keys = keys(Text::Long, 30, &mut random);
        let mut queries = queries(&keys, 50, &mut random);
        queries.sort_unstable();
        let mut twice = [&keys[..], &keys].concat();
        twice.sort_unstable();
        assert_eq!(queries, twice);
    }
}
