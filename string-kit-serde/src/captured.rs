//! A string of any [`CapturedStr`] type, for `#[serde(with = "string_kit_serde::captured")]`.
//!
//! Does what the marker [`Captured`](crate::Captured) does, without the macro of `serde_with`. The
//! data holds a string, even if the type's own serde impls differ. The `serde` feature of the
//! type's crate can stay off. For an `Option<S>` there is [`option`].
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

use serde::de::{DeserializeSeed, Deserializer};
use serde::ser::Serializer;
use string_kit::CapturedStr;

use crate::Limits;

/// Writes a string.
///
/// O(n); allocates nothing itself.
///
/// # Errors
///
/// Returns the serializer's errors.
pub fn serialize<S: CapturedStr, W: Serializer>(text: &S, to: W) -> Result<W::Ok, W::Error> {
    to.serialize_str(text.as_str())
}

/// Reads a string, a character, or bytes in UTF-8.
///
/// Costs what `S::from_text` costs, or `S::from` if the format hands over a `String`.
///
/// # Errors
///
/// Returns the deserializer's errors: `invalid_type` for other data, `invalid_value` for bytes that
/// are not UTF-8, `custom` if memory runs out.
#[inline]
pub fn deserialize<'de, S: CapturedStr, D: Deserializer<'de>>(from: D) -> Result<S, D::Error> {
    Limits::new().text().deserialize(from)
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

    use serde::de::{DeserializeSeed, Deserializer};
    use serde::ser::Serializer;
    use string_kit::CapturedStr;

    use crate::Limits;
    use crate::seed::Optional;

    /// Writes a string, or null.
    ///
    /// O(n); allocates nothing itself.
    ///
    /// # Errors
    ///
    /// Returns the serializer's errors.
    pub fn serialize<S: CapturedStr, W: Serializer>(
        text: &Option<S>,
        to: W,
    ) -> Result<W::Ok, W::Error> {
        match text {
            Some(text) => to.serialize_some(text.as_str()),
            None => to.serialize_none(),
        }
    }

    /// Reads a string, or null as `None`, which allocates nothing.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`captured::deserialize`](super::deserialize), except for null.
    #[inline]
    pub fn deserialize<'de, S: CapturedStr, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<S>, D::Error> {
        Optional(Limits::new().text()).deserialize(from)
    }
}
