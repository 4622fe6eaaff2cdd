//! A map of strings to scalars, for `#[serde(with = "string_kit_serde::display::map")]`.
//!
//! Into the types that [`map`](crate::map) reads, with the same rule for a key that comes twice. A
//! key may be any scalar too.
//!
//! ```
//! use std::collections::BTreeMap;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Deserialize, Serialize)]
//! struct Post(#[serde(with = "string_kit_serde::display::map")] BTreeMap<String, Box<str>>);
//!
//! let post: Post = serde_json::from_str(r#"{"ok":true,"status":200}"#)?;
//! assert_eq!(serde_json::to_string(&post)?, r#"{"ok":"true","status":"200"}"#);
//! # Ok::<(), serde_json::Error>(())
//! ```

use serde::de::{DeserializeSeed, Deserializer};

use crate::limits::Limits;
#[doc(no_inline)]
pub use crate::map::serialize;
use crate::map::{OneMap, TextMap};

/// Reads a map of scalars into the representations, as text.
///
/// Costs what [`map::deserialize`](crate::map::deserialize()) costs.
///
/// # Errors
///
/// The deserializer's; its `invalid_type` error if the data is no map; those of
/// [`display`](crate::display::deserialize()) for each key and value.
///
/// ```
/// use string_kit_serde::display;
///
/// let mut deserializer = serde_json::Deserializer::from_str(r#"{"id":42}"#);
/// let map: Vec<(String, String)> = display::map::deserialize(&mut deserializer)?;
/// assert_eq!(map, [("id".into(), "42".into())]);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn deserialize<'de, M: TextMap, D: Deserializer<'de>>(from: D) -> Result<M, D::Error> {
    OneMap::new(Limits::new().scalars()).deserialize(from)
}
