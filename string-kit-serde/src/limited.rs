//! Limits as attributes: `#[serde(deserialize_with = "string_kit_serde::limited::...")]`.
//!
//! The constants are the limits of [`Limits`], in this order: the most bytes per string, the most
//! items, and the most bytes of text in total. `usize::MAX` sets no limit. Write `_` for the types:
//! the compiler infers them from the field. If the field's type does not implement `Serialize`, the
//! field also needs a `serialize_with`: the function of the adapter without limits. To accept
//! numbers and booleans too, call [`Limits::scalars`] in a function of your own.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use string_kit::StrList;
//!
//! #[derive(Deserialize, Serialize)]
//! struct Post {
//!     #[serde(
//!         serialize_with = "string_kit_serde::captured::serialize",
//!         deserialize_with = "string_kit_serde::limited::text::<64, _, _>"
//!     )]
//!     title: Box<str>,
//!     #[serde(deserialize_with = "string_kit_serde::limited::list::<16, 3, 40, _>")]
//!     tags: StrList,
//! }
//!
//! let read = serde_json::from_str::<Post>;
//! assert_eq!(read(r#"{"title":"Strings","tags":["rust","text"]}"#)?.tags.len(), 2);
//! let error = read(r#"{"title":"Strings","tags":["a","b","c","d"]}"#).err().unwrap();
//! assert!(error.to_string().starts_with("the data exceeds the limit of 3 items"));
//! # Ok::<(), serde_json::Error>(())
//! ```

use alloc::vec::Vec;
use core::ops::Deref;

use serde::de::{DeserializeSeed, Deserializer};
use string_kit::{CapturedStr, StrList};

use crate::limits::Limits;
use crate::map::TextMap;

/// Reads a string of at most `MAX_LEN` bytes.
///
/// Costs the same as the seed of [`Limits::text`].
///
/// # Errors
///
/// Returns the errors of that seed.
///
/// ```
/// use string_kit_serde::limited;
///
/// let mut deserializer = serde_json::Deserializer::from_str(r#""id""#);
/// let id: Box<str> = limited::text::<2, _, _>(&mut deserializer)?;
/// assert_eq!(&*id, "id");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn text<'de, const MAX_LEN: usize, S, D>(from: D) -> Result<S, D::Error>
where
    S: CapturedStr,
    D: Deserializer<'de>,
{
    Limits::new().max_len(MAX_LEN).text().deserialize(from)
}

/// Reads a sequence of strings within the limits, as [`seq`](crate::seq) does.
///
/// Costs the same as the seed of [`Limits::seq`].
///
/// # Errors
///
/// Returns the errors of that seed.
///
/// ```
/// use string_kit_serde::limited;
///
/// let mut deserializer = serde_json::Deserializer::from_str(r#"["id"]"#);
/// let ids: Vec<String> = limited::seq::<16, 3, 40, _, _, _>(&mut deserializer)?;
/// assert_eq!(ids, ["id"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn seq<'de, const MAX_LEN: usize, const MAX_ITEMS: usize, const MAX_BYTES: usize, S, C, D>(
    from: D,
) -> Result<C, D::Error>
where
    S: CapturedStr,
    C: From<Vec<S>> + Deref<Target = [S]>,
    D: Deserializer<'de>,
{
    let limits = limits::<MAX_LEN, MAX_ITEMS, MAX_BYTES>();
    limits.seq().deserialize(from).map(C::from)
}

/// Reads a sequence of strings within the limits into a list.
///
/// Costs the same as the seed of [`Limits::list`].
///
/// # Errors
///
/// Returns the errors of that seed.
///
/// ```
/// use string_kit_serde::limited;
///
/// let mut deserializer = serde_json::Deserializer::from_str(r#"["id"]"#);
/// assert_eq!(limited::list::<16, 3, 40, _>(&mut deserializer)?, ["id"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn list<'de, const MAX_LEN: usize, const MAX_ITEMS: usize, const MAX_BYTES: usize, D>(
    from: D,
) -> Result<StrList, D::Error>
where
    D: Deserializer<'de>,
{
    let limits = limits::<MAX_LEN, MAX_ITEMS, MAX_BYTES>();
    limits.list().deserialize(from)
}

/// Reads a map of strings within the limits, as [`map`](crate::map) does.
///
/// Costs the same as the seed of [`Limits::map`].
///
/// # Errors
///
/// Returns the errors of that seed.
///
/// ```
/// use std::collections::BTreeMap;
/// use string_kit_serde::limited;
///
/// let mut deserializer = serde_json::Deserializer::from_str(r#"{"id":"42"}"#);
/// let map: BTreeMap<String, String> = limited::map::<16, 3, 40, _, _>(&mut deserializer)?;
/// assert_eq!(map["id"], "42");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn map<'de, const MAX_LEN: usize, const MAX_ITEMS: usize, const MAX_BYTES: usize, M, D>(
    from: D,
) -> Result<M, D::Error>
where
    M: TextMap,
    D: Deserializer<'de>,
{
    let limits = limits::<MAX_LEN, MAX_ITEMS, MAX_BYTES>();
    limits.map().deserialize(from)
}

fn limits<const MAX_LEN: usize, const MAX_ITEMS: usize, const MAX_BYTES: usize>() -> Limits {
    Limits::new()
        .max_len(MAX_LEN)
        .max_items(MAX_ITEMS)
        .max_bytes(MAX_BYTES)
}
