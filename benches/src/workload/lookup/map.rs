//! The maps, and their lookups.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, DefaultHasher};
use std::hint::black_box;
use std::{mem, ptr};

use string_kit::CapturedStr;
use string_kit_types::{Representation, Work};

use super::{Key, Shape};

/// The lookups of a pass: so many that most find the upper levels of a large tree in the caches,
/// and so few that the scheduler interrupts few passes.
pub(crate) const LOOKUPS: usize = 1024;

/// Builds a map from each key, which is a representation, to its place.
///
/// The texts are made in the order of the keys, which is random: neighbours in the map are not
/// neighbours in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Build(pub(crate) fn(Shape, &[Key]) -> Box<dyn Map>);

impl Work for Build {
    fn with<S: Representation, const TWIN: bool>() -> Self {
        Self(build::<S, TWIN>)
    }
}

/// An entry of a map, and where it lies in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) value: u32,
    pub(super) value_at: usize,
    /// The address and the size of the key.
    pub(super) key: (usize, usize),
    /// The address of the text; none if it is in the key.
    pub(super) text_at: Option<usize>,
    pub(super) heap_size: usize,
}

pub(crate) trait Map {
    fn pass(&self, queries: &[Key]);

    fn find(&self, query: &str) -> Option<Found>;
}

/// A map with keys of a representation. Maps with different tags have machine code of their own.
enum Keyed<S, const TWIN: bool> {
    Tree(BTreeMap<S, u32>),
    Hash(HashMap<S, u32, BuildHasherDefault<DefaultHasher>>),
}

impl<S: CapturedStr, const TWIN: bool> Map for Keyed<S, TWIN> {
    fn pass(&self, queries: &[Key]) {
        black_box(TWIN);
        match self {
            Self::Tree(map) => sum(queries, |query| map.get_key_value(query)),
            Self::Hash(map) => sum(queries, |query| map.get_key_value(query)),
        }
    }

    fn find(&self, query: &str) -> Option<Found> {
        let (key, value) = match self {
            Self::Tree(map) => map.get_key_value(query)?,
            Self::Hash(map) => map.get_key_value(query)?,
        };
        let text_at = || key.as_str().as_ptr().addr();
        Some(Found {
            value: *value,
            value_at: ptr::from_ref(value).addr(),
            key: (ptr::from_ref(key).addr(), size_of::<S>()),
            text_at: (!key.is_inline()).then(text_at),
            heap_size: key.heap_size(),
        })
    }
}

#[inline]
fn sum<'a, S: 'a>(queries: &[Key], entry: impl Fn(&str) -> Option<(&'a S, &'a u32)>) {
    let mut sum = 0;
    for (query, _) in queries {
        if let Some((_, place)) = entry(query) {
            sum += u64::from(*place);
        }
    }
    black_box(sum);
}

fn build<S: CapturedStr, const TWIN: bool>(shape: Shape, keys: &[Key]) -> Box<dyn Map> {
    let mut made: Vec<S> = Vec::with_capacity(keys.len());
    for (text, _) in keys {
        made.push(S::from_text(text));
    }
    Box::new(match shape {
        Shape::Tree => {
            // PERF: not sorted as pairs of `S`, since a sort is much code for each type.
            let mut order = vec![0; keys.len()];
            for (at, (_, place)) in keys.iter().enumerate() {
                order[*place as usize] = at;
            }
            let sorted = order.iter().map(|&at| mem::take(&mut made[at]));
            Keyed::<S, TWIN>::Tree(sorted.zip(0..).collect())
        }
        Shape::Hash => {
            let mut map = HashMap::with_capacity_and_hasher(keys.len(), BuildHasherDefault::new());
            for (key, (_, place)) in made.into_iter().zip(keys) {
                map.insert(key, *place);
            }
            Keyed::Hash(map)
        }
    })
}
