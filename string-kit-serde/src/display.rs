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
//! This module has no limits. With limits, the attribute is
//! `with = "string_kit_serde::As::<Text<Limited<Scalars, 64>>>"` for a string of at most 64 bytes:
//! [`rules`](crate::rules) has its parts, and the shapes for sequences and maps. In code it is
//! [`Limits::scalars`](crate::Limits::scalars). The text of a number counts as a string.
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

use serde::de::Deserializer;
use string_kit::CapturedStr;

#[doc(no_inline)]
pub use crate::captured::serialize;
use crate::rules::{As, Scalars, Text};

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
    As::<Text<Scalars>>::deserialize(from)
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

    use serde::de::Deserializer;
    use serde::ser::{Serialize, Serializer};
    use string_kit::StrList;

    use crate::rules::{As, List, Scalars};

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
        As::<List<Scalars>>::deserialize(from)
    }

    pub mod option {
        //! A [`StrList`] of scalars that may be absent, for
        //! `#[serde(with = "string_kit_serde::display::list::option")]`.
        //!
        //! Null is `None`. A missing field is an error unless it also has `#[serde(default)]`.
        //!
        //! ```
        //! use serde::{Deserialize, Serialize};
        //! use string_kit::StrList;
        //!
        //! #[derive(Deserialize, Serialize)]
        //! struct Post(#[serde(with = "string_kit_serde::display::list::option")] Option<StrList>);
        //!
        //! assert_eq!(serde_json::from_str::<Post>("[42]")?.0, Some(StrList::from(["42"])));
        //! assert_eq!(serde_json::from_str::<Post>("null")?.0, None);
        //! # Ok::<(), serde_json::Error>(())
        //! ```

        use serde::de::Deserializer;
        use serde::ser::Serializer;
        use string_kit::StrList;

        use crate::rules::{As, List, Scalars};

        /// Writes the list as a sequence of strings, or `None` as null.
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
        /// string_kit_serde::display::list::option::serialize(&None, &mut serializer)?;
        /// assert_eq!(json, b"null");
        /// # Ok::<(), serde_json::Error>(())
        /// ```
        pub fn serialize<R: Serializer>(list: &Option<StrList>, to: R) -> Result<R::Ok, R::Error> {
            As::<Option<List>>::serialize(list, to)
        }

        /// Reads a sequence of scalars as text, or null as `None`.
        ///
        /// Costs the same as [`display::list::deserialize`](crate::display::list::deserialize());
        /// `None` allocates nothing.
        ///
        /// # Errors
        ///
        /// Returns the errors of `display::list::deserialize`, except for null.
        ///
        /// ```
        /// use string_kit_serde::display;
        ///
        /// let mut deserializer = serde_json::Deserializer::from_str("[42]");
        /// let list = display::list::option::deserialize(&mut deserializer)?;
        /// assert_eq!(list.unwrap(), ["42"]);
        /// # Ok::<(), serde_json::Error>(())
        /// ```
        pub fn deserialize<'de, D: Deserializer<'de>>(
            from: D,
        ) -> Result<Option<StrList>, D::Error> {
            As::<Option<List<Scalars>>>::deserialize(from)
        }
    }
}

pub mod map {
    //! A map of scalars, for `#[serde(with = "string_kit_serde::display::map")]`.
    //!
    //! Reads the types that [`map`](crate::map) reads, and treats repeated keys the same way. Keys
    //! may be any scalar too. Null and nested values are errors. To skip them or to keep them as text,
    //! write `with = "string_kit_serde::As::<Map<Scalars, Skip, AsText>>"`: [`rules`](crate::rules)
    //! has its parts, the treatment of null stands first, and [`Policy`](crate::Policy) says what
    //! each treatment does.
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

    use serde::de::Deserializer;

    use crate::map::TextMap;
    #[doc(no_inline)]
    pub use crate::map::serialize;
    use crate::rules::{As, Map, Scalars};

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
        As::<Map<Scalars>>::deserialize(from)
    }

    pub mod option {
        //! A map of scalars that may be absent, for
        //! `#[serde(with = "string_kit_serde::display::map::option")]`.
        //!
        //! Null is `None`. A missing field is an error unless it also has `#[serde(default)]`.
        //!
        //! ```
        //! use serde::{Deserialize, Serialize};
        //!
        //! type Labels = Vec<(String, String)>;
        //!
        //! #[derive(Deserialize, Serialize)]
        //! struct Post(#[serde(with = "string_kit_serde::display::map::option")] Option<Labels>);
        //!
        //! let post: Post = serde_json::from_str(r#"{"id":42}"#)?;
        //! assert_eq!(post.0.unwrap()[0].1, "42");
        //! assert_eq!(serde_json::from_str::<Post>("null")?.0, None);
        //! # Ok::<(), serde_json::Error>(())
        //! ```

        use serde::de::Deserializer;

        use crate::map::TextMap;
        #[doc(no_inline)]
        pub use crate::map::option::serialize;
        use crate::rules::{As, Map, Scalars};

        /// Reads a map of scalars as text, or null as `None`.
        ///
        /// Costs the same as [`display::map::deserialize`](crate::display::map::deserialize());
        /// `None` allocates nothing.
        ///
        /// # Errors
        ///
        /// Returns the errors of `display::map::deserialize`, except for null.
        ///
        /// ```
        /// use string_kit_serde::display;
        ///
        /// let mut json = serde_json::Deserializer::from_str("null");
        /// let map: Option<Vec<(String, String)>> = display::map::option::deserialize(&mut json)?;
        /// assert_eq!(map, None);
        /// # Ok::<(), serde_json::Error>(())
        /// ```
        pub fn deserialize<'de, M, D>(from: D) -> Result<Option<M>, D::Error>
        where
            M: TextMap,
            D: Deserializer<'de>,
        {
            As::<Option<Map<Scalars>>>::deserialize(from)
        }
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

    use serde::de::Deserializer;
    use string_kit::CapturedStr;

    #[doc(no_inline)]
    pub use crate::captured::option::serialize;
    use crate::rules::{As, Scalars, Text};

    /// Reads a scalar as text into an `S`, or null as `None`.
    ///
    /// Costs the same as [`display::deserialize`](crate::display::deserialize()); `None` allocates
    /// nothing.
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
        As::<Option<Text<Scalars>>>::deserialize(from)
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

    use serde::de::Deserializer;
    use string_kit::CapturedStr;

    use crate::rules::{As, Scalars, Seq};
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
        As::<Seq<Scalars>>::deserialize(from)
    }

    pub mod option {
        //! A sequence of scalars that may be absent, for
        //! `#[serde(with = "string_kit_serde::display::seq::option")]`.
        //!
        //! Null is `None`. A missing field is an error unless it also has `#[serde(default)]`.
        //!
        //! ```
        //! use serde::{Deserialize, Serialize};
        //!
        //! #[derive(Deserialize, Serialize)]
        //! struct Post(#[serde(with = "string_kit_serde::display::seq::option")] Option<Vec<String>>);
        //!
        //! assert_eq!(serde_json::from_str::<Post>("[42]")?.0.unwrap(), ["42"]);
        //! assert_eq!(serde_json::from_str::<Post>("null")?.0, None);
        //! # Ok::<(), serde_json::Error>(())
        //! ```

        use alloc::vec::Vec;
        use core::ops::Deref;

        use serde::de::Deserializer;
        use string_kit::CapturedStr;

        use crate::rules::{As, Scalars, Seq};
        #[doc(no_inline)]
        pub use crate::seq::option::serialize;

        /// Reads a sequence of scalars as text, or null as `None`.
        ///
        /// Costs the same as [`display::seq::deserialize`](crate::display::seq::deserialize());
        /// `None` allocates nothing.
        ///
        /// # Errors
        ///
        /// Returns the errors of `display::seq::deserialize`, except for null.
        ///
        /// ```
        /// use string_kit_serde::display;
        ///
        /// let mut deserializer = serde_json::Deserializer::from_str("[42]");
        /// let tags: Option<Vec<String>> = display::seq::option::deserialize(&mut deserializer)?;
        /// assert_eq!(tags.unwrap(), ["42"]);
        /// # Ok::<(), serde_json::Error>(())
        /// ```
        pub fn deserialize<'de, S, C, D>(from: D) -> Result<Option<C>, D::Error>
        where
            S: CapturedStr,
            C: From<Vec<S>> + Deref<Target = [S]>,
            D: Deserializer<'de>,
        {
            As::<Option<Seq<Scalars>>>::deserialize(from)
        }
    }
}
