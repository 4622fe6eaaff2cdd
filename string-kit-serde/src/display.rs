//! A string that is read from any scalar, for `#[serde(with = "string_kit_serde::display")]`.
//!
//! Strings, characters, numbers of up to 128 bits, booleans and UTF-8 bytes become the text that
//! `to_string` gives for them. Floats are written as std writes them: JSON's `1.0` becomes `1`.
//! Null is an error; [`option`] reads it as `None`. The field is always written as a string.
//!
//! The format must be self-describing, as JSON, TOML and CBOR are; postcard and bincode are not.
//! `serde_json` reads an integer of more than 64 bits as a float, which loses digits. With its
//! feature `arbitrary_precision` it passes on a number as a map, which is an error here. A date of
//! TOML is an error too.
//!
//! This module has no limits. For untrusted data use [`Limits::scalars`](crate::Limits::scalars),
//! which counts the text of a number as a string.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Deserialize, Serialize)]
//! struct Row(#[serde(with = "string_kit_serde::display")] string_kit::StringBuf<16>);
//!
//! let read = |json| serde_json::from_str::<Row>(json).map(|row| row.0);
//! assert_eq!(read("42")?, "42");
//! assert_eq!(read("1.50")?, "1.5");
//! assert_eq!(read("true")?, "true");
//! assert_eq!(read(r#""id""#)?, "id");
//! # Ok::<(), serde_json::Error>(())
//! ```

use serde::de::{DeserializeSeed, Deserializer};
use string_kit::CapturedStr;

#[doc(no_inline)]
pub use crate::captured::serialize;
use crate::limits::Limits;
use crate::text::TextSeed;

/// Reads a scalar as text into an `S`.
///
/// O(n). Allocates what [`captured`](crate::captured::deserialize()) allocates for the same text;
/// a number is formatted on the stack.
///
/// # Errors
///
/// Returns the deserializer's errors: `invalid_type` if the data is null, a sequence or a map,
/// `invalid_value` if its bytes are not UTF-8, `custom` if memory runs out.
///
/// ```
/// let mut deserializer = serde_json::Deserializer::from_str("42");
/// let string: String = string_kit_serde::display::deserialize(&mut deserializer)?;
/// assert_eq!(string, "42");
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn deserialize<'de, S: CapturedStr, D: Deserializer<'de>>(from: D) -> Result<S, D::Error> {
    TextSeed::new(Limits::new().scalars()).deserialize(from)
}

pub mod list {
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
    use crate::seed::ListSeed;

    /// Writes the list as a sequence of strings, as its own `Serialize` does.
    ///
    /// O(n); allocates nothing itself.
    ///
    /// # Errors
    ///
    /// Returns the serializer's errors.
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

    /// Reads a sequence of scalars as text, straight into one builder.
    ///
    /// Costs the same as the list's own `Deserialize`; a number is formatted on the stack.
    ///
    /// # Errors
    ///
    /// Returns the deserializer's errors: `invalid_type` if the data is not a sequence, and the
    /// errors of [`display`](crate::display::deserialize()) for each item.
    ///
    /// ```
    /// let mut deserializer = serde_json::Deserializer::from_str(r#"["id",42]"#);
    /// let list = string_kit_serde::display::list::deserialize(&mut deserializer)?;
    /// assert_eq!(list, ["id", "42"]);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<StrList, D::Error> {
        ListSeed(Limits::new().scalars()).deserialize(from)
    }
}

pub mod map {
    //! A map of scalars, for `#[serde(with = "string_kit_serde::display::map")]`.
    //!
    //! Reads the types that [`map`](crate::map) reads, and treats repeated keys the same way. Keys
    //! may be any scalar too.
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
    use crate::map::{MapSeed, TextMap};

    /// Reads a map of scalars as text.
    ///
    /// Costs the same as [`map::deserialize`](crate::map::deserialize()).
    ///
    /// # Errors
    ///
    /// Returns the deserializer's errors: `invalid_type` if the data is not a map, and the errors
    /// of [`display`](crate::display::deserialize()) for each key and value.
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
        MapSeed::new(Limits::new().scalars()).deserialize(from)
    }
}

pub mod option {
    //! A scalar that may be absent, for `#[serde(with = "string_kit_serde::display::option")]`.
    //!
    //! Null is `None`. A missing field is an error unless it also has `#[serde(default)]`, as for
    //! [`captured::option`](crate::captured::option).
    //!
    //! ```
    //! use serde::{Deserialize, Serialize};
    //!
    //! #[derive(Deserialize, Serialize)]
    //! struct Row(#[serde(with = "string_kit_serde::display::option")] Option<Box<str>>);
    //!
    //! assert_eq!(serde_json::from_str::<Row>("42")?.0.as_deref(), Some("42"));
    //! assert_eq!(serde_json::from_str::<Row>("null")?.0, None);
    //! # Ok::<(), serde_json::Error>(())
    //! ```

    use serde::de::{DeserializeSeed, Deserializer};
    use string_kit::CapturedStr;

    #[doc(no_inline)]
    pub use crate::captured::option::serialize;
    use crate::limits::Limits;
    use crate::text::{Optional, TextSeed};

    /// Reads a scalar as text into an `S`, or null as `None`.
    ///
    /// Costs the same as [`display::deserialize`](crate::display::deserialize()).
    ///
    /// # Errors
    ///
    /// Returns the errors of `display::deserialize`, except for null.
    ///
    /// ```
    /// use string_kit_serde::display;
    ///
    /// let mut deserializer = serde_json::Deserializer::from_str("42");
    /// let string: Option<String> = display::option::deserialize(&mut deserializer)?;
    /// assert_eq!(string.as_deref(), Some("42"));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn deserialize<'de, S: CapturedStr, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<S>, D::Error> {
        Optional(TextSeed::new(Limits::new().scalars())).deserialize(from)
    }
}

pub mod seq {
    //! A sequence of scalars, for `#[serde(with = "string_kit_serde::display::seq")]`.
    //!
    //! Reads the types that [`seq`](crate::seq) reads.
    //!
    //! ```
    //! use serde::{Deserialize, Serialize};
    //!
    //! #[derive(Deserialize, Serialize)]
    //! struct Post(#[serde(with = "string_kit_serde::display::seq")] Box<[String]>);
    //!
    //! let post: Post = serde_json::from_str(r#"["id",42,true]"#)?;
    //! assert_eq!(post.0[..], ["id", "42", "true"]);
    //! # Ok::<(), serde_json::Error>(())
    //! ```

    use alloc::vec::Vec;
    use core::ops::Deref;

    use serde::de::{DeserializeSeed, Deserializer};
    use string_kit::CapturedStr;

    use crate::limits::Limits;
    use crate::seq::VecSeed;
    #[doc(no_inline)]
    pub use crate::seq::serialize;

    /// Reads a sequence of scalars as text.
    ///
    /// Costs the same as [`seq::deserialize`](crate::seq::deserialize()).
    ///
    /// # Errors
    ///
    /// Returns the deserializer's errors: `invalid_type` if the data is not a sequence, and the
    /// errors of [`display`](crate::display::deserialize()) for each item.
    ///
    /// ```
    /// let mut deserializer = serde_json::Deserializer::from_str(r#"["id",42]"#);
    /// let tags: Vec<String> = string_kit_serde::display::seq::deserialize(&mut deserializer)?;
    /// assert_eq!(tags, ["id", "42"]);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn deserialize<'de, S, C, D>(from: D) -> Result<C, D::Error>
    where
        S: CapturedStr,
        C: From<Vec<S>> + Deref<Target = [S]>,
        D: Deserializer<'de>,
    {
        let seed = VecSeed::new(Limits::new().scalars());
        seed.deserialize(from).map(C::from)
    }
}
