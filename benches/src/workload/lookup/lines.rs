//! The memory that a lookup must read: the keys that it compares, their texts, and the value.

use std::borrow::Borrow;
use std::cell::RefCell;
use std::collections::BTreeSet;

use string_kit::CapturedStr;

use super::{Key, Shape};

/// The bytes that a processor reads at once.
const LINE: usize = 64;

/// The number of lookups that are followed.
const FOLLOWED: usize = 512;

/// Some lookups, with the keys that each compares.
///
/// In a B-tree these keys depend on the number of keys and not on their type: the paths through a tree
/// of one type hold for all types.
#[derive(Clone, Debug)]
pub(crate) struct Paths<'a>(Vec<Path<'a>>);

#[derive(Clone, Debug)]
struct Path<'a> {
    query: &'a str,
    compared: Vec<&'a str>,
}

impl<'a> Paths<'a> {
    /// Follows the first queries through a map of these keys.
    pub(crate) fn of(shape: Shape, keys: &'a [Key], queries: &'a [Key]) -> Self {
        let queries = queries.iter().take(FOLLOWED).map(|(query, _)| &**query);
        Self(match shape {
            Shape::Tree => in_tree(keys, queries),
            // Only the found key is compared: another with the same seven bits of hash is rare.
            Shape::Hash => queries.map(|query| Path::of(query, vec![query])).collect(),
        })
    }

    /// Returns the texts that are looked up.
    pub(super) fn queries(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|path| path.query)
    }

    /// Returns the number of lines that a lookup in a map must read, on average. `entry` returns the
    /// places of an entry.
    ///
    /// Of a text it reads the part that agrees with the query, and one byte more.
    #[allow(clippy::cast_precision_loss)] // Some thousands.
    pub(super) fn lines<'m, S: CapturedStr>(
        &self,
        entry: impl Fn(&str) -> (&'m S, &'m u32),
    ) -> f64 {
        let mut read = 0;
        for path in &self.0 {
            let mut lines = BTreeSet::new();
            for text in &path.compared {
                let (key, _) = entry(text);
                lines.extend(touched(std::ptr::from_ref(key).addr(), size_of::<S>()));
                if !key.is_inline() {
                    let until = (common(text, path.query) + 1).min(text.len());
                    lines.extend(touched(key.as_str().as_ptr().addr(), until));
                }
            }
            let (_, value) = entry(path.query);
            lines.extend(touched(std::ptr::from_ref(value).addr(), size_of::<u32>()));
            read += lines.len();
        }
        read as f64 / self.0.len() as f64
    }
}

impl<'a> Path<'a> {
    fn of(query: &'a str, compared: Vec<&'a str>) -> Self {
        Self { query, compared }
    }
}

/// Follows queries through a B-tree.
fn in_tree<'a>(keys: &'a [Key], queries: impl Iterator<Item = &'a str>) -> Vec<Path<'a>> {
    let mut sorted = vec![""; keys.len()];
    for (text, place) in keys {
        sorted[*place as usize] = text;
    }
    let followed = sorted.iter().zip(0..);
    // A set is a map without values: its nodes have as many keys as a map's.
    let tree: BTreeSet<_> = followed
        .map(|(text, place)| Followed { text, place })
        .collect();
    let path = |query| {
        COMPARED.take();
        tree.get::<str>(query);
        let compared = COMPARED.take().into_iter();
        Path::of(
            query,
            compared.map(|place| sorted[place as usize]).collect(),
        )
    };
    queries.map(path).collect()
}

/// Returns the cache lines of `bytes` bytes from `start` on.
fn touched(start: usize, bytes: usize) -> impl Iterator<Item = usize> {
    start / LINE..=(start + bytes.max(1) - 1) / LINE
}

/// Returns the number of bytes that two texts begin with alike.
fn common(a: &str, b: &str) -> usize {
    a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count()
}

thread_local! {
    /// The places of the keys that were borrowed, and so compared.
    static COMPARED: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

/// A key that records when a lookup compares it.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Followed<'a> {
    text: &'a str,
    place: u32,
}

impl Borrow<str> for Followed<'_> {
    fn borrow(&self) -> &str {
        COMPARED.with_borrow_mut(|compared| compared.push(self.place));
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::lookup::{Text, keys, queries};

    #[test]
    fn bytes_on_a_line_are_read_once() {
        assert_eq!(touched(64, 64).collect::<Vec<_>>(), [1]);
        assert_eq!(touched(127, 2).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(touched(130, 0).collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn a_path_ends_at_its_query() {
        let mut random = fastrand::Rng::with_seed(1);
        let keys = keys(Text::Short, 1000, &mut random);
        let queries = queries(&keys, 1000, &mut random);
        for path in Paths::of(Shape::Tree, &keys, &queries).0 {
            assert_eq!(path.compared.last(), Some(&path.query));
        }
    }
}
