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
pub(crate) use map::{LOOKUPS, Map, Shape, Subject, subjects};
