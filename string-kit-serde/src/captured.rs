//! A field of any [`CapturedStr`], for `#[serde(with = "string_kit_serde::captured")]`.
//!
//! Whatever the type's own serde support, it is a string in the data, never a sequence of bytes;
//! its crate's `serde` feature need not be on.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Deserialize, Serialize)]
//! struct Row(#[serde(with = "string_kit_serde::captured")] string_kit::StringBuf<16>);
//!
//! assert_eq!(serde_json::to_string(&Row("id".into()))?, r#""id""#);
//! # Ok::<(), serde_json::Error>(())
//! ```

pub mod option;

use serde::de::{DeserializeSeed, Deserializer};
use serde::ser::Serializer;
use string_kit::CapturedStr;

use crate::limits::Limits;
use crate::text::OneText;

/// Writes the text as a string.
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
/// string_kit_serde::captured::serialize(&String::from("id"), &mut serializer)?;
/// assert_eq!(json, br#""id""#);
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn serialize<S: CapturedStr, R: Serializer>(string: &S, to: R) -> Result<R::Ok, R::Error> {
    to.serialize_str(string.as_str())
}

/// Reads a string into the representation.
///
/// O(n). Copies the text once, by [`CapturedStr::try_from_text`], from where the deserializer has
/// it: no allocation for a text that is kept inline, else one, beside the deserializer's own. A
/// `String` that the deserializer gives away goes by `From<String>`: a type that can take its
/// memory copies nothing. Characters, and bytes that are UTF-8, are accepted as text, as serde does
/// for `String`.
///
/// The deserializer is asked for a string, not for a `str`, of which some formats can read short
/// ones only. JSON, TOML and postcard make no `String` of it; ciborium and bincode 1 do, and give
/// it away.
///
/// # Errors
///
/// The deserializer's; and its `invalid_type` error if the data is no string, `invalid_value` if
/// its bytes are not UTF-8 (it says where), `custom` if memory runs out. A `String` that a format
/// gives away goes by `From`, which aborts if memory runs out.
///
/// ```
/// use string_kit::StringBuf;
///
/// let mut deserializer = serde_json::Deserializer::from_str(r#""id""#);
/// let string: StringBuf<16> = string_kit_serde::captured::deserialize(&mut deserializer)?;
/// assert_eq!(string, "id");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn deserialize<'de, S: CapturedStr, D: Deserializer<'de>>(from: D) -> Result<S, D::Error> {
    OneText::new(Limits::new()).deserialize(from)
}
