//! A field that may be missing, for `#[serde(with = "string_kit_serde::captured::option")]`.
//!
//! Null is `None`. A field that is not there is an error unless it has `#[serde(default)]` too:
//! serde knows of no default for a field that is read `with` a function.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Deserialize, Serialize)]
//! struct City {
//!     #[serde(default, with = "string_kit_serde::captured::option")]
//!     state: Option<Box<str>>,
//! }
//!
//! let read = |json| serde_json::from_str::<City>(json).map(|city| city.state);
//! assert_eq!(read(r#"{"state":"Idaho"}"#)?.as_deref(), Some("Idaho"));
//! assert_eq!(read(r#"{"state":null}"#)?, None);
//! assert_eq!(read("{}")?, None);
//! # Ok::<(), serde_json::Error>(())
//! ```

use serde::de::{DeserializeSeed, Deserializer};
use serde::ser::Serializer;
use string_kit::CapturedStr;

use crate::limits::Limits;
use crate::option::Optional;
use crate::text::OneText;

/// Writes the text as a string, `None` as none.
///
/// O(n), no allocation but the serializer's.
///
/// # Errors
///
/// The serializer's.
///
/// ```
/// let mut json = Vec::new();
/// let mut serializer = serde_json::Serializer::new(&mut json);
/// string_kit_serde::captured::option::serialize(&None::<String>, &mut serializer)?;
/// assert_eq!(json, b"null");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn serialize<S: CapturedStr, R: Serializer>(
    string: &Option<S>,
    to: R,
) -> Result<R::Ok, R::Error> {
    match string {
        Some(string) => to.serialize_some(string.as_str()),
        None => to.serialize_none(),
    }
}

/// Reads a string into the representation, null as `None`.
///
/// Costs what [`captured::deserialize`](crate::captured::deserialize()) costs.
///
/// # Errors
///
/// As `captured::deserialize`.
///
/// ```
/// use string_kit_serde::captured;
///
/// let mut deserializer = serde_json::Deserializer::from_str(r#""id""#);
/// let string: Option<String> = captured::option::deserialize(&mut deserializer)?;
/// assert_eq!(string.as_deref(), Some("id"));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn deserialize<'de, S: CapturedStr, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<S>, D::Error> {
    Optional(OneText::new(Limits::new())).deserialize(from)
}
