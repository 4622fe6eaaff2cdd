//! A [`StrList`] of scalars, for `#[serde(with = "string_kit_serde::display::list")]`.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use string_kit::StrList;
//!
//! #[derive(Deserialize, Serialize)]
//! struct Post(#[serde(with = "string_kit_serde::display::list")] StrList);
//!
//! let post: Post = serde_json::from_str(r#"["id",42,true]"#)?;
//! assert_eq!(post.0, ["id", "42", "true"]);
//! # Ok::<(), serde_json::Error>(())
//! ```

use serde::de::{DeserializeSeed, Deserializer};
use serde::ser::{Serialize, Serializer};
use string_kit::StrList;

use crate::limits::Limits;
use crate::list::OneList;

/// Writes the strings as a sequence of strings, as the list itself is written.
///
/// O(n), no allocation but the serializer's.
///
/// # Errors
///
/// The serializer's.
///
/// ```
/// let list = string_kit::StrList::from(["id", "42"]);
/// let mut json = Vec::new();
/// let mut serializer = serde_json::Serializer::new(&mut json);
/// string_kit_serde::display::list::serialize(&list, &mut serializer)?;
/// assert_eq!(json, br#"["id","42"]"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn serialize<R: Serializer>(list: &StrList, to: R) -> Result<R::Ok, R::Error> {
    list.serialize(to)
}

/// Reads a sequence of scalars, as text, straight into one builder.
///
/// Costs what it costs to read a `StrList` itself: a number's text goes by the stack.
///
/// # Errors
///
/// The deserializer's; its `invalid_type` error if the data is no sequence; those of
/// [`display`](crate::display::deserialize()) for each item.
///
/// ```
/// let mut deserializer = serde_json::Deserializer::from_str(r#"["id",42]"#);
/// let list = string_kit_serde::display::list::deserialize(&mut deserializer)?;
/// assert_eq!(list, ["id", "42"]);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<StrList, D::Error> {
    OneList(Limits::new().scalars()).deserialize(from)
}
