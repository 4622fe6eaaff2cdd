//! The maps, and their lookups.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, DefaultHasher};
use std::hint::black_box;
use std::marker::PhantomData;

use string_kit::CapturedStr;

use super::lines::Paths;
use super::{Key, Shape};
use crate::workload::representations::Work;

/// The lookups of a pass: so many that most find the upper levels of a large tree in the caches, and so
/// few that the scheduler interrupts few passes.
pub(crate) const LOOKUPS: usize = 1024;

/// Maps whose keys are a representation.
#[derive(Clone, Debug)]
pub(crate) struct Maps {
    /// Builds a map from each key to its place.
    ///
    /// The texts are made in the order of the keys, which is random: neighbours in the map are not
    /// neighbours in memory.
    pub(crate) build: fn(Shape, &[Key]) -> Box<dyn Map>,
}

impl Work for Maps {
    fn of<S: CapturedStr, const TWIN: bool>() -> Self {
        Self {
            build: build::<S, TWIN>,
        }
    }
}

/// Facts about a map's entries, on average.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entries {
    /// The bytes of a key, and of its heap block.
    pub(crate) bytes: f64,
    /// The share of keys that are inline.
    pub(crate) inline: f64,
    /// The lines of 64 bytes that a lookup must read.
    pub(crate) lines: f64,
}

/// A map with keys of some type.
pub(crate) trait Map {
    /// Looks up the queries.
    fn pass(&self, queries: &[Key]);

    /// Returns the value of a key.
    fn value(&self, query: &str) -> Option<u32>;

    /// Returns facts about the entries that these paths lead to.
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

/// A map with its type of key, which the trait of the map does not name. Maps with different tags
/// have machine code of their own.
struct Of<S, M, const TWIN: bool>(M, PhantomData<S>);

impl<S: CapturedStr, M: Entry<S>, const TWIN: bool> Map for Of<S, M, TWIN> {
    fn pass(&self, queries: &[Key]) {
        black_box(TWIN);
        let found = queries.iter().map(|(query, _)| {
            self.0
                .entry(query)
                .map_or(0, |(_, place)| u64::from(*place))
        });
        black_box(found.sum::<u64>());
    }

    fn value(&self, query: &str) -> Option<u32> {
        self.0.entry(query).map(|(_, place)| *place)
    }

    #[allow(clippy::cast_precision_loss)] // Some hundreds of keys.
    fn entries(&self, paths: &Paths<'_>) -> Entries {
        let entry = |text: &str| self.0.entry(text).expect("every path is along keys");
        let keys: Vec<&S> = paths.queries().map(|query| entry(query).0).collect();
        let heap: usize = keys.iter().map(|key| key.heap_size()).sum();
        let inline = keys.iter().filter(|key| key.is_inline()).count();
        let count = keys.len() as f64;
        Entries {
            bytes: size_of::<S>() as f64 + heap as f64 / count,
            inline: inline as f64 / count,
            lines: paths.lines(entry),
        }
    }
}

fn build<S: CapturedStr, const TWIN: bool>(shape: Shape, keys: &[Key]) -> Box<dyn Map> {
    let made = keys
        .iter()
        .map(|(text, place)| (S::from_text(text), *place));
    match shape {
        Shape::Tree => {
            let mut sorted: Vec<(S, u32)> = made.collect();
            sorted.sort_unstable_by_key(|(_, place)| *place);
            Box::new(Of::<S, Tree<S>, TWIN>(
                sorted.into_iter().collect(),
                PhantomData,
            ))
        }
        Shape::Hash => {
            let mut hashed =
                Hashed::with_capacity_and_hasher(keys.len(), BuildHasherDefault::new());
            hashed.extend(made);
            Box::new(Of::<S, Hashed<S>, TWIN>(hashed, PhantomData))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::lookup::{Text, keys, queries};
    use crate::workload::representations::representations;

    #[test]
    fn every_map_finds_what_a_map_of_string_finds() {
        let mut random = fastrand::Rng::with_seed(1);
        for text in Text::ALL {
            let keys = keys(text, 300, &mut random);
            for subject in representations::<Maps>() {
                for shape in Shape::ALL {
                    let map = (subject.work.build)(shape, &keys);
                    for (key, place) in &keys {
                        assert_eq!(map.value(key), Some(*place), "{shape} of {}", subject.name);
                    }
                    assert_eq!(map.value("no key"), None);
                }
            }
        }
    }

    #[test]
    fn text_in_the_key_is_read_with_the_key() {
        let mut random = fastrand::Rng::with_seed(1);
        let keys = keys(Text::Short, 3000, &mut random);
        let queries = queries(&keys, LOOKUPS, &mut random);
        let paths = Paths::of(Shape::Tree, &keys, &queries);
        let entries = |id| {
            let mut maps = representations::<Maps>().into_iter();
            let subject = maps.find(|one| one.name == id).unwrap();
            (subject.work.build)(Shape::Tree, &keys).entries(&paths)
        };
        let (inline, heap) = (entries("SmolStr"), entries("String"));
        assert_eq!((inline.inline, heap.inline), (1.0, 0.0));
        assert!((inline.bytes - 24.0).abs() < 1e-9);
        assert!(inline.lines + 10.0 < heap.lines, "{inline:?} {heap:?}");
    }
}
