//! A string of any [`CapturedStr`] type, for `#[serde(with = "string_kit_serde::captured")]`.
//!
//! The data holds a string, never a sequence of bytes, even if the type's own serde impls differ.
//! The `serde` feature of the type's crate can stay off.
//!
//! This is for a field that is the string itself. On any other field the compiler says that its type
//! does not implement `CapturedStr`: write [`captured::option`](option) for an `Option<S>`,
//! [`seq`](crate::seq) for a `Vec<S>`, [`map`](crate::map) for a map, and
//! [`seq::option`](crate::seq::option) or [`map::option`](crate::map::option) for an `Option` of
//! these. The [table](crate#which-adapter-for-which-field) has all of them.
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

use serde::de::Deserializer;
use serde::ser::Serializer;
use string_kit::CapturedStr;

use crate::rules::{As, Text};

/// Writes the text as a string.
///
/// O(n); allocates nothing itself.
///
/// # Errors
///
/// Returns the serializer's errors.
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

/// Reads a string into an `S`.
///
/// O(n). [`CapturedStr::try_from_text`] copies the text once, straight from the deserializer, and
/// allocates as it always does: in most types nothing for an inline text, and once for any other.
/// If the deserializer hands over a `String`, `From<String>` takes it: a type that can reuse its
/// memory copies nothing. Accepts characters and UTF-8 bytes as text too, as serde does for
/// `String`.
///
/// Calls `deserialize_string`, because with `deserialize_str` some formats read only short texts.
/// JSON, TOML and postcard make no `String` for that; ciborium and bincode 1 make one and hand it
/// over.
///
/// # Errors
///
/// Returns the deserializer's errors: `invalid_type` if the data is not a string, `invalid_value`
/// with the position of the first invalid byte if its bytes are not UTF-8, `custom` if memory runs
/// out. If memory runs out in `From<String>`, or in a type that cannot report it, such as
/// `Arc<str>`, the program aborts.
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
    As::<Text>::deserialize(from)
}

pub mod option {
    //! A string that may be absent, for `#[serde(with = "string_kit_serde::captured::option")]`.
    //!
    //! Null is `None`. A missing field is an error unless it also has `#[serde(default)]`: for a
    //! field with a `with` attribute, serde assumes no default.
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

    use serde::de::Deserializer;
    use serde::ser::Serializer;
    use string_kit::CapturedStr;

    use crate::rules::{As, Text};

    /// Writes the text as a string, or `None` as null.
    ///
    /// O(n); allocates nothing itself.
    ///
    /// # Errors
    ///
    /// Returns the serializer's errors.
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
        As::<Option<Text>>::serialize(string, to)
    }

    /// Reads a string into an `S`, or null as `None`.
    ///
    /// Costs the same as [`captured::deserialize`](crate::captured::deserialize()); `None` allocates
    /// nothing.
    ///
    /// # Errors
    ///
    /// Returns the errors of `captured::deserialize`.
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
        As::<Option<Text>>::deserialize(from)
    }
}
