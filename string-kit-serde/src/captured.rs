//! A field of any [`CapturedStr`], for `#[serde(with = "string_kit_serde::captured")]`.
//!
//! Whatever the type's own serde support, it is a string in the data, never a sequence of bytes;
//! its crate's `serde` feature need not be on.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Deserialize, Serialize)]
//! struct Tag(#[serde(with = "string_kit_serde::captured")] string_kit::StringBuf<16>);
//!
//! assert_eq!(serde_json::to_string(&Tag("id".into()))?, r#""id""#);
//! # Ok::<(), serde_json::Error>(())
//! ```

use core::fmt;
use core::marker::PhantomData;
use core::str;

use serde::de::{self, Deserializer, Unexpected, Visitor};
use serde::ser::Serializer;
use string_kit::CapturedStr;

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
/// it: no allocation for a text that is kept inline, else one, beside the deserializer's own. Bytes
/// that are UTF-8 are accepted as text, as serde does for `String`.
///
/// # Errors
///
/// The deserializer's; and its `invalid_type` error if the data is no string, `invalid_value` if
/// its bytes are not UTF-8, `custom` if memory runs out.
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
    // `str` rather than `string`: no format need make a `String` for us.
    from.deserialize_str(TextVisitor(PhantomData))
}

/// Takes text in any form that a format has it in.
struct TextVisitor<S>(PhantomData<S>);

impl<S: CapturedStr> Visitor<'_> for TextVisitor<S> {
    type Value = S;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<S, E> {
        S::try_from_text(text).map_err(E::custom)
    }

    fn visit_bytes<E: de::Error>(self, bytes: &[u8]) -> Result<S, E> {
        match str::from_utf8(bytes) {
            Ok(text) => self.visit_str(text),
            Err(_) => Err(E::invalid_value(Unexpected::Bytes(bytes), &"text in UTF-8")),
        }
    }
}
