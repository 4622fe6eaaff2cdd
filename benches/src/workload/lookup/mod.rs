//! Finding keys in maps, by every representation.
//!
//! ```text
//! keys --> maps ---\
//!    \---> queries --> lookups
//! ```

mod keys;
mod lines;
mod map;

pub use keys::{Keys, Kind, MOST, Queries};
pub use lines::Paths;
pub use map::{Entries, LOOKUPS, Map, Shape, Subject, subjects};
