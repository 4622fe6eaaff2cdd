//! Which memory a lookup must read: the keys that it compares, their texts, and the value.

use std::borrow::Borrow;
use std::cell::RefCell;
use std::collections::BTreeSet;

use string_kit::CapturedStr;

use super::{Keys, Queries};

/// The bytes that a processor reads at once.
const LINE: usize = 64;

/// How many lookups are followed.
const FOLLOWED: usize = 512;

/// With which keys some lookups compare what they look for.
///
/// In a B-tree that is a matter of how many keys there are and not of their type: what is found
/// with one type holds for all.
#[derive(Clone, Debug)]
pub struct Paths<'a>(Vec<Path<'a>>);

/// One lookup.
#[derive(Clone, Debug)]
struct Path<'a> {
    query: &'a str,
    compared: Vec<&'a str>,
}

impl<'a> Paths<'a> {
    /// The paths of the first queries through a B-tree of these keys.
    ///
    /// ```
    /// use string_kit_benches::workload::lookup::{Keys, Kind, Paths, Queries};
    ///
    /// let keys = Keys::new(Kind::Short, 11); // one node
    /// let queries = Queries::new(&keys, 4096);
    /// let compared = Paths::in_tree(&keys, &queries).comparisons();
    /// assert!((1.0..=11.0).contains(&compared));
    /// ```
    #[must_use]
    pub fn in_tree(keys: &'a Keys, queries: &'a Queries) -> Self {
        let mut sorted = vec![""; keys.count()];
        for (text, rank) in keys.iter() {
            sorted[rank as usize] = text;
        }
        let followed = sorted
            .iter()
            .zip(0..)
            .map(|(text, rank)| Followed { text, rank });
        // A set is a map of no values: its nodes have as many keys.
        let tree: BTreeSet<_> = followed.collect();
        let path = |(query, _)| {
            COMPARED.take();
            tree.get::<str>(query);
            let compared = COMPARED.take().into_iter();
            Path {
                query,
                compared: compared.map(|rank: u32| sorted[rank as usize]).collect(),
            }
        };
        Self(first(queries).map(path).collect())
    }

    /// The same lookups in a hash map, where the key is compared with its like alone: that another
    /// has the same seven bits of hash is rare.
    ///
    /// ```
    /// use string_kit_benches::workload::lookup::{Keys, Kind, Paths, Queries};
    ///
    /// let keys = Keys::new(Kind::Short, 11);
    /// let queries = Queries::new(&keys, 4096);
    /// assert_eq!(Paths::hashed(&queries).comparisons(), 1.0);
    /// ```
    #[must_use]
    pub fn hashed(queries: &'a Queries) -> Self {
        let path = |(query, _)| Path {
            query,
            compared: vec![query],
        };
        Self(first(queries).map(path).collect())
    }

    /// How many keys a lookup compares, on average.
    #[allow(clippy::cast_precision_loss)] // Some hundreds.
    #[must_use]
    pub fn comparisons(&self) -> f64 {
        let compared: usize = self.0.iter().map(|path| path.compared.len()).sum();
        compared as f64 / self.0.len() as f64
    }

    /// The texts that are looked up.
    pub(super) fn queries(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|path| path.query)
    }

    /// How many lines a lookup must read, on average, in a map that has its entries where `entry`
    /// says.
    ///
    /// Of a text it reads as far as it agrees with what is looked up, and one byte on.
    #[allow(clippy::cast_precision_loss)] // Some thousands.
    pub(super) fn lines<'m, S: CapturedStr>(
        &self,
        entry: impl Fn(&str) -> (&'m S, &'m u32),
    ) -> f64 {
        let mut read = 0;
        let mut lines = Vec::new();
        for path in &self.0 {
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
            lines.sort_unstable();
            lines.dedup();
            read += lines.len();
            lines.clear();
        }
        read as f64 / self.0.len() as f64
    }
}

fn first(queries: &Queries) -> impl Iterator<Item = (&str, u32)> {
    queries.iter(0, FOLLOWED.min(queries.count()))
}

/// The lines of so many bytes.
fn touched(start: usize, bytes: usize) -> impl Iterator<Item = usize> {
    start / LINE..=(start + bytes.max(1) - 1) / LINE
}

/// How many bytes two texts begin with alike.
fn common(a: &str, b: &str) -> usize {
    a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count()
}

thread_local! {
    /// The places of the keys that were borrowed, and so compared.
    static COMPARED: RefCell<Vec<u32>> = const { RefCell::new(Vec::new()) };
}

/// A key that notes when a lookup compares it.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Followed<'a> {
    text: &'a str,
    rank: u32,
}

impl Borrow<str> for Followed<'_> {
    fn borrow(&self) -> &str {
        COMPARED.with_borrow_mut(|compared| compared.push(self.rank));
        self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_on_a_line_are_read_once() {
        assert_eq!(touched(64, 64).collect::<Vec<_>>(), [1]);
        assert_eq!(touched(127, 2).collect::<Vec<_>>(), [1, 2]);
        assert_eq!(touched(130, 0).collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn a_path_ends_at_its_query() {
        use crate::workload::lookup::Kind;

        let keys = Keys::new(Kind::Short, 1000);
        let queries = Queries::new(&keys, 4096);
        for path in Paths::in_tree(&keys, &queries).0 {
            assert_eq!(path.compared.last(), Some(&path.query));
        }
    }
}
