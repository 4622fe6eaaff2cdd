//! The memory that a lookup must read: the keys that it compares, their texts, and the value.

use std::borrow::Borrow;
use std::cell::RefCell;
use std::collections::BTreeSet;

use super::map::Map;
use super::{Key, Shape};

/// The bytes that a processor reads at once.
const LINE: usize = 64;

const FOLLOWED: usize = 512;

/// Some lookups: the query of each, and the keys that it compares.
///
/// In a B-tree these keys depend on the number of keys and not on their type: the paths through a
/// tree of one type hold for all types.
#[derive(Clone, Debug)]
pub(crate) struct Paths<'a>(Vec<(&'a str, Vec<&'a str>)>);

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entries {
    /// The bytes of a key, and of its heap block.
    pub(crate) bytes: f64,
    /// The share of keys that are inline.
    pub(crate) inline: f64,
    /// The lines of 64 bytes that a lookup must read.
    pub(crate) lines: f64,
}

impl<'a> Paths<'a> {
    /// Follows the first queries through a map of these keys.
    pub(crate) fn new(shape: Shape, keys: &'a [Key], queries: &'a [Key]) -> Self {
        let queries = queries.iter().take(FOLLOWED).map(|(query, _)| &**query);
        Self(match shape {
            Shape::Tree => in_tree(keys, queries),
            // Only the found key is compared: another with the same seven bits of hash is rare.
            Shape::Hash => queries.map(|query| (query, vec![query])).collect(),
        })
    }

    /// Returns facts about the entries of a map that the lookups find.
    pub(crate) fn entries(&self, map: &dyn Map) -> Entries {
        let entry = |text: &str| map.find(text).expect("every path is along keys");
        let (mut bytes, mut inline, mut lines) = (0, 0, 0);
        for (query, compared) in &self.0 {
            let found = entry(query);
            bytes += found.key.1 + found.heap_size;
            inline += usize::from(found.text_at.is_none());
            let mut read: BTreeSet<usize> = touched(found.value_at, size_of::<u32>()).collect();
            for text in compared {
                let entry = entry(text);
                read.extend(touched(entry.key.0, entry.key.1));
                if let Some(at) = entry.text_at {
                    // The part of the text that agrees with the query, and one byte more.
                    let until = (common(text, query) + 1).min(text.len());
                    read.extend(touched(at, until));
                }
            }
            lines += read.len();
        }
        let mean = |sum: usize| sum as f64 / self.0.len() as f64;
        Entries {
            bytes: mean(bytes),
            inline: mean(inline),
            lines: mean(lines),
        }
    }
}

#[allow(clippy::mutable_key_type)] // All keys have the same list: their order is that of texts.
fn in_tree<'a>(
    keys: &'a [Key],
    queries: impl Iterator<Item = &'a str>,
) -> Vec<(&'a str, Vec<&'a str>)> {
    let compared = RefCell::default();
    let followed = keys.iter().map(|(text, _)| Followed(text, &compared));
    // A set is a map without values: its nodes have as many keys as a map's.
    let tree: BTreeSet<_> = followed.collect();
    let path = |query| {
        tree.get::<str>(query);
        (query, compared.take())
    };
    queries.map(path).collect()
}

/// Returns the cache lines of `bytes` bytes from `start` on.
fn touched(start: usize, bytes: usize) -> impl Iterator<Item = usize> {
    start / LINE..=(start + bytes.max(1) - 1) / LINE
}

fn common(a: &str, b: &str) -> usize {
    a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count()
}

/// A key, and the list of keys that were borrowed, and so compared, which a lookup adds it to.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Followed<'a, 'b>(&'a str, &'b RefCell<Vec<&'a str>>);

impl Borrow<str> for Followed<'_, '_> {
    fn borrow(&self) -> &str {
        self.1.borrow_mut().push(self.0);
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::lookup::{Build, LOOKUPS, Text, keys, queries};
    use crate::workload::representations::representations;

    #[test]
    fn bytes_on_a_line_are_read_once() {
        assert_eq!(touched(64, 64).collect::<Vec<_>>(), [1]);
        assert_eq!(touched(127, 2).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(touched(130, 0).collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn text_in_the_key_is_read_with_the_key() {
        let mut random = fastrand::Rng::with_seed(1);
        let keys = keys(Text::Short, 3000, &mut random);
        let queries = queries(&keys, LOOKUPS, &mut random);
        let paths = Paths::new(Shape::Tree, &keys, &queries);
        for (query, compared) in &paths.0 {
            assert_eq!(compared.last(), Some(query), "a path ends at its query");
        }
        let entries = |id| {
            let mut maps = representations::<Build>().into_iter();
            let subject = maps.find(|subject| subject.name == id).unwrap();
            paths.entries(&*(subject.work.0)(Shape::Tree, &keys))
        };
        let (inline, heap) = (entries("SmolStr"), entries("String"));
        assert_eq!((inline.inline, heap.inline), (1.0, 0.0));
        assert!((inline.bytes - 24.0).abs() < 1e-9);
        assert!(inline.lines + 10.0 < heap.lines, "{inline:?} {heap:?}");
    }
}
