//! A [`StrList`] of keys and values as a map, for `#[serde(with = "string_kit_serde::pairs")]`.
//!
//! In containers the marker [`Pairs`](crate::Pairs) does the same. The pairs keep the order of the
//! data, also those of a key that repeats: [`StrList::to_sorted_pairs`] makes lists of the same
//! labels equal.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use string_kit::StrList;
//!
//! #[derive(Deserialize, Serialize)]
//! struct Labels(#[serde(with = "string_kit_serde::pairs")] StrList);
//!
//! let json = r#"{"method":"GET","status":"200"}"#;
//! let labels: Labels = serde_json::from_str(json)?;
//! assert_eq!(labels.0, ["method", "GET", "status", "200"]);
//! assert_eq!(labels.0.get_pair("method"), Some("GET"));
//! assert_eq!(serde_json::to_string(&labels)?, json);
//! # Ok::<(), serde_json::Error>(())
//! ```

use serde::de::{DeserializeSeed, Deserializer};
use serde::ser::{Error, Serializer};
use string_kit::StrList;

use crate::Limits;

/// Writes the pairs as a map, in order. Allocates nothing itself.
///
/// # Errors
///
/// Returns the serializer's errors, and `custom` if the number of strings is odd.
pub fn serialize<W: Serializer>(list: &StrList, to: W) -> Result<W::Ok, W::Error> {
    let pairs = list.pairs();
    match pairs.remainder() {
        Some(key) => Err(W::Error::custom(format_args!(
            "the key {key:?} has no value"
        ))),
        None => to.collect_map(pairs),
    }
}

/// Reads a map of strings. Costs what reading a `StrList` costs.
///
/// # Errors
///
/// Returns the errors of [`captured::deserialize`](crate::captured::deserialize), and
/// `invalid_type` if the data is not a map.
pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<StrList, D::Error> {
    Limits::new().pairs().deserialize(from)
}
