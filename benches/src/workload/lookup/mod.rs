//! Finding keys in maps, by every representation.
//!
//! ```text
//! keys --> maps ---\
//!    \---> queries --> lookups
//! ```

mod keys;
mod lines;
mod map;

pub(crate) use keys::{Key, Text, keys, queries};
pub(crate) use lines::Paths;
pub(crate) use map::{Build, LOOKUPS, Map};

use std::fmt::{self, Display};

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(crate) enum Shape {
    /// `BTreeMap<S, u32>`, built of sorted keys: its nodes are full.
    Tree,
    /// `HashMap<S, u32>` with std's default hasher, its seed fixed.
    Hash,
}

impl Shape {
    pub(crate) const ALL: [Self; 2] = [Self::Tree, Self::Hash];
}

impl Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tree => "BTreeMap",
            Self::Hash => "HashMap",
        })
    }
}
