//! The maps, and their lookups.

use std::collections::{BTreeMap, HashMap};
use std::fmt::{self, Debug};
use std::hash::{BuildHasherDefault, DefaultHasher};
use std::hint::black_box;

use string_kit::CapturedStr;
use string_kit_subjects::for_each_representation;

use super::{Keys, Paths, Queries};

/// The lookups of a pass: so many that the upper levels of a large tree are in the caches for most
/// of them, whatever was measured before, and so few that they take about a millisecond: a scheduler
/// interrupts few of them.
pub const LOOKUPS: usize = 1024;

/// What kind of map it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `BTreeMap<S, u32>`, built of sorted keys: its nodes are full.
    Tree,
    /// `HashMap<S, u32>` with std's default hasher, its seed fixed.
    Hash,
}

impl Shape {
    /// All of them.
    pub const ALL: [Self; 2] = [Self::Tree, Self::Hash];

    /// The name in reports.
    ///
    /// ```
    /// use string_kit_benches::workload::lookup::Shape;
    ///
    /// assert_eq!(Shape::Tree.name(), "BTreeMap");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tree => "BTreeMap",
            Self::Hash => "HashMap",
        }
    }
}

/// A representation that can be the key of a map.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    /// The name in the list of representations.
    pub name: &'static str,
    /// The size of a value.
    pub size: usize,
    build: fn(Shape, &Keys) -> Map,
}

impl Subject {
    /// A map from each key to its place in order.
    ///
    /// The texts are made in the order of `keys`, which is none: neighbours in the map are none in
    /// memory.
    ///
    /// ```
    /// use string_kit_benches::workload::lookup::{Keys, Kind, Queries, Shape, subjects};
    ///
    /// let keys = Keys::new(Kind::Short, 100);
    /// let map = subjects()[0].build(Shape::Tree, &keys);
    /// assert_eq!(map.check(&Queries::new(&keys, 4096)), Ok(()));
    /// ```
    #[must_use]
    pub fn build(&self, shape: Shape, keys: &Keys) -> Map {
        (self.build)(shape, keys)
    }
}

/// The representations, in the order of string-kit's list.
///
/// ```
/// assert_eq!(string_kit_benches::workload::lookup::subjects()[0].name, "string");
/// ```
#[must_use]
pub fn subjects() -> Vec<Subject> {
    let mut subjects = Vec::new();
    macro_rules! add {
        ($name:ident, $ty:ty) => {
            subjects.push(Subject {
                name: stringify!($name),
                size: size_of::<$ty>(),
                build: build::<$ty>,
            });
        };
    }
    for_each_representation!(add);
    subjects
}

/// A map of some representation.
pub struct Map(Box<dyn Find>);

impl Map {
    /// Looks up [`LOOKUPS`] queries, from this one on.
    ///
    /// ```
    /// use string_kit_benches::workload::lookup::{Keys, Kind, Queries, Shape, subjects};
    ///
    /// let keys = Keys::new(Kind::Short, 100);
    /// let queries = Queries::new(&keys, 4096);
    /// subjects()[0].build(Shape::Hash, &keys).pass(&queries, 1024);
    /// ```
    pub fn pass(&self, queries: &Queries, from: usize) {
        self.0.pass(queries, from);
    }

    /// Whether the first [`LOOKUPS`] queries find the places of their keys.
    ///
    /// # Errors
    ///
    /// Which does not, in words.
    ///
    /// ```
    /// use string_kit_benches::workload::lookup::{Keys, Kind, Queries, Shape, subjects};
    ///
    /// let [few, more] = [1, 100].map(|count| Keys::new(Kind::Short, count));
    /// let map = subjects()[0].build(Shape::Hash, &few);
    /// assert!(map.check(&Queries::new(&more, 4096)).is_err());
    /// ```
    pub fn check(&self, queries: &Queries) -> Result<(), String> {
        for (query, rank) in queries.iter(0, LOOKUPS) {
            let found = self.0.value(query);
            if found != Some(rank) {
                return Err(format!("'{query}' found {found:?}, not {rank}"));
            }
        }
        Ok(())
    }

    /// What is known of the entries that these paths lead to.
    ///
    /// ```
    /// use string_kit_benches::workload::lookup::{Keys, Kind, Paths, Queries, Shape, subjects};
    ///
    /// let keys = Keys::new(Kind::Short, 100);
    /// let queries = Queries::new(&keys, 4096);
    /// let map = subjects()[0].build(Shape::Hash, &keys);
    /// let entries = map.entries(&Paths::hashed(&queries));
    /// assert_eq!(entries.inline, 0.0);
    /// assert!(entries.lines >= 2.0); // the String's own, and its text
    /// ```
    #[must_use]
    pub fn entries(&self, paths: &Paths<'_>) -> Entries {
        self.0.entries(paths)
    }
}

impl Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Map").finish_non_exhaustive()
    }
}

/// What is known of a map's entries, on average.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entries {
    /// The bytes asked of the allocator for a key.
    pub heap_bytes: f64,
    /// The share of keys that are inline.
    pub inline: f64,
    /// The lines of 64 bytes that a lookup must read.
    pub lines: f64,
}

/// A map whose type of key is forgotten.
trait Find {
    fn pass(&self, queries: &Queries, from: usize);
    fn value(&self, query: &str) -> Option<u32>;
    fn entries(&self, paths: &Paths<'_>) -> Entries;
}

/// The two maps, whose lookups have the same name and no trait in common.
trait Entry<S> {
    fn entry(&self, query: &str) -> Option<(&S, &u32)>;
}

type Tree<S> = BTreeMap<S, u32>;
type Hashed<S> = HashMap<S, u32, BuildHasherDefault<DefaultHasher>>;

impl<S: CapturedStr> Entry<S> for Tree<S> {
    #[inline]
    fn entry(&self, query: &str) -> Option<(&S, &u32)> {
        self.get_key_value(query)
    }
}

impl<S: CapturedStr> Entry<S> for Hashed<S> {
    #[inline]
    fn entry(&self, query: &str) -> Option<(&S, &u32)> {
        self.get_key_value(query)
    }
}

/// A map with its type of key, which the trait of the map does not name.
struct Of<S, M>(M, std::marker::PhantomData<S>);

impl<S: CapturedStr, M: Entry<S>> Find for Of<S, M> {
    fn pass(&self, queries: &Queries, from: usize) {
        let values = queries
            .iter(from, LOOKUPS)
            .map(|(query, _)| self.0.entry(query));
        let sum: u64 = values.flatten().map(|(_, value)| u64::from(*value)).sum();
        black_box(sum);
    }

    fn value(&self, query: &str) -> Option<u32> {
        self.0.entry(query).map(|(_, value)| *value)
    }

    #[allow(clippy::cast_precision_loss)] // Some hundreds of keys.
    fn entries(&self, paths: &Paths<'_>) -> Entries {
        let entry = |text: &str| self.0.entry(text).expect("every path is along keys");
        let keys: Vec<&S> = paths.queries().map(|query| entry(query).0).collect();
        let heap_bytes: usize = keys.iter().map(|key| key.heap_size()).sum();
        let inline = keys.iter().filter(|key| key.is_inline()).count();
        Entries {
            heap_bytes: heap_bytes as f64 / keys.len() as f64,
            inline: inline as f64 / keys.len() as f64,
            lines: paths.lines(entry),
        }
    }
}

fn build<S: CapturedStr>(shape: Shape, keys: &Keys) -> Map {
    fn map<S: CapturedStr, M: Entry<S> + 'static>(map: M) -> Map {
        Map(Box::new(Of(map, std::marker::PhantomData)))
    }
    match shape {
        Shape::Tree => {
            let mut sorted: Vec<Option<S>> = keys.iter().map(|_| None).collect();
            for (text, rank) in keys.iter() {
                sorted[rank as usize] = Some(S::from_text(text));
            }
            // NOTE: `flatten` would forget how many there are, and the tree's `Vec` would grow.
            let key = |key: Option<S>| key.expect("every place has a key");
            map::<S, Tree<S>>(sorted.into_iter().map(key).zip(0..).collect())
        }
        Shape::Hash => {
            let mut hashed =
                Hashed::with_capacity_and_hasher(keys.count(), BuildHasherDefault::new());
            hashed.extend(keys.iter().map(|(text, rank)| (S::from_text(text), rank)));
            map::<S, Hashed<S>>(hashed)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::lookup::Kind;

    #[test]
    fn every_map_finds_what_a_map_of_string_finds() {
        for kind in Kind::ALL {
            let keys = Keys::new(kind, 3000);
            let queries = Queries::new(&keys, 2 * LOOKUPS);
            for subject in subjects() {
                for shape in Shape::ALL {
                    let map = subject.build(shape, &keys);
                    assert_eq!(map.check(&queries), Ok(()), "{shape:?} of {}", subject.name);
                    assert_eq!(map.0.value("no key"), None);
                    map.pass(&queries, LOOKUPS);
                }
            }
        }
    }

    #[test]
    fn text_in_the_key_is_read_with_the_key() {
        let keys = Keys::new(Kind::Short, 3000);
        let queries = Queries::new(&keys, LOOKUPS);
        let paths = Paths::in_tree(&keys, &queries);
        let entries = |name| {
            let mut subjects = subjects().into_iter();
            let subject = subjects.find(|subject| subject.name == name).unwrap();
            subject.build(Shape::Tree, &keys).entries(&paths)
        };
        let (inline, heap) = (entries("smol_str"), entries("string"));
        assert_eq!((inline.inline, heap.inline), (1.0, 0.0));
        assert!(inline.lines + 10.0 < heap.lines, "{inline:?} {heap:?}");
    }
}
