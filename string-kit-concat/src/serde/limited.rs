//! Limits as attributes: `#[serde(deserialize_with = "string_kit_concat::serde::limited::...")]`.
//!
//! The limits are constants, in the order of [`Limits`]: the bytes of the longest leaf, the most items,
//! the most bytes of all leaves together; `usize::MAX` sets no limit. `_` stands for the types of the
//! field. The adapter without limits writes the field, as `serialize_with`.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use string_kit_concat::ConcatStr;
//!
//! #[derive(Deserialize, Serialize)]
//! struct Post {
//!     #[serde(
//!         serialize_with = "string_kit_concat::serde::serialize",
//!         deserialize_with = "string_kit_concat::serde::limited::text::<16, 3, 40, _, _>"
//!     )]
//!     body: ConcatStr,
//! }
//!
//! let read = serde_json::from_str::<Post>;
//! let fits = r#"{"body":{"leaves":["na"],"nodes":[[0,0]],"texts":[1]}}"#;
//! assert_eq!(read(fits)?.body, "nana");
//! let error = read(&fits.replace("[[0,0]]", "[[0,0],[1,1]]")).err().unwrap();
//! assert!(error.to_string().starts_with("more than 3 items"));
//! # Ok::<(), serde_json::Error>(())
//! ```

use alloc::vec::Vec;
use core::ops::Deref;

use serde::de::{DeserializeSeed, Deserializer};

use super::arena::Texts;
use super::limits::Limits;
use crate::ConcatStr;

/// Reads nodes and their one text, within limits.
///
/// Costs as much as [`Limits::text`].
///
/// # Errors
///
/// As [`Limits::text`].
///
/// ```
/// use string_kit_concat::ConcatStr;
/// use string_kit_concat::serde::limited;
///
/// let json = r#"{"leaves":["na"],"nodes":[[0,0]],"texts":[1]}"#;
/// let mut deserializer = serde_json::Deserializer::from_str(json);
/// let text: ConcatStr = limited::text::<16, 3, 40, _, _>(&mut deserializer)?;
/// assert_eq!(text, "nana");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn text<'de, const MAX_LEN: usize, const MAX_ITEMS: usize, const MAX_BYTES: usize, D>(
    from: D,
) -> Result<ConcatStr, D::Error>
where
    D: Deserializer<'de>,
{
    let limits = limits::<MAX_LEN, MAX_ITEMS, MAX_BYTES>();
    limits.text().deserialize(from)
}

/// Reads nodes and any number of their texts, within limits.
///
/// Costs as much as [`Limits::seq`].
///
/// # Errors
///
/// As [`Limits::seq`].
///
/// ```
/// use string_kit_concat::ConcatStr;
/// use string_kit_concat::serde::limited;
///
/// let json = r#"{"leaves":["na"],"nodes":[],"texts":[0,0]}"#;
/// let mut deserializer = serde_json::Deserializer::from_str(json);
/// let texts: Vec<ConcatStr> = limited::seq::<16, 3, 40, _, _, _>(&mut deserializer)?;
/// assert_eq!(texts, ["na", "na"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn seq<'de, const MAX_LEN: usize, const MAX_ITEMS: usize, const MAX_BYTES: usize, C, D>(
    from: D,
) -> Result<C, D::Error>
where
    C: From<Vec<ConcatStr>> + Deref<Target = [ConcatStr]>,
    D: Deserializer<'de>,
{
    let limits = limits::<MAX_LEN, MAX_ITEMS, MAX_BYTES>();
    limits.seq().deserialize(from).map(C::from)
}

/// Reads nodes into an arena, within limits, and returns the ids of the texts with it.
///
/// Costs as much as [`Limits::arena`].
///
/// # Errors
///
/// As [`Limits::arena`].
///
/// ```
/// use string_kit_concat::serde::limited;
///
/// let json = r#"{"leaves":["na"],"nodes":[[0,0]],"texts":[1]}"#;
/// let mut deserializer = serde_json::Deserializer::from_str(json);
/// let (arena, ids) = limited::arena::<16, 3, 40, _>(&mut deserializer)?;
/// assert_eq!(arena.get(ids[0]).unwrap(), "nana");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn arena<'de, const MAX_LEN: usize, const MAX_ITEMS: usize, const MAX_BYTES: usize, D>(
    from: D,
) -> Result<Texts, D::Error>
where
    D: Deserializer<'de>,
{
    let limits = limits::<MAX_LEN, MAX_ITEMS, MAX_BYTES>();
    limits.arena().deserialize(from)
}

fn limits<const MAX_LEN: usize, const MAX_ITEMS: usize, const MAX_BYTES: usize>() -> Limits {
    Limits::new()
        .max_len(MAX_LEN)
        .max_items(MAX_ITEMS)
        .max_bytes(MAX_BYTES)
}
