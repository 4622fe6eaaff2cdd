//! Limits as attributes: `#[serde(deserialize_with = "string_kit_serde::limited::...")]`.
//!
//! The constants are the limits of [`Limits`], in this order: the most bytes per string, the most
//! items, and the most bytes of text in total. `usize::MAX` sets no limit. Write `_` for the types:
//! the compiler infers them from the field. If the field's type does not implement `Serialize`, the
//! field also needs a `serialize_with`: the function of the adapter without limits. The functions of
//! [`option`] read an `Option` of each field.
//!
//! One attribute for reading and writing, that can also accept numbers and booleans, is
//! `with = "string_kit_serde::As::<Text<Limited<Scalars, 64>>>"`: [`rules`](crate::rules) has its
//! parts.
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

use serde::de::Deserializer;
use string_kit::{CapturedStr, StrList};

#[cfg(doc)]
use crate::limits::Limits;
use crate::map::TextMap;
use crate::rules::{As, Limited, List, Map, Seq, Strings, Text};

/// Reads a string of at most `MAX_LEN` bytes, for
/// `deserialize_with = "string_kit_serde::limited::text::<64, _, _>"`.
///
/// Costs the same as the seed of [`Limits::text`]. Reads any [`CapturedStr`] type. For an
/// `Option<S>` use [`option::text`](option::text()).
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
    As::<Text<Limited<Strings, MAX_LEN>>>::deserialize(from)
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
    As::<Seq<Limited<Strings, MAX_LEN, MAX_ITEMS, MAX_BYTES>>>::deserialize(from)
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
    As::<List<Limited<Strings, MAX_LEN, MAX_ITEMS, MAX_BYTES>>>::deserialize(from)
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
    As::<Map<Limited<Strings, MAX_LEN, MAX_ITEMS, MAX_BYTES>>>::deserialize(from)
}

pub mod option {
    //! Limits of fields that may be absent:
    //! `#[serde(deserialize_with = "string_kit_serde::limited::option::...")]`.
    //!
    //! Null is `None`, and allocates nothing. A missing field is an error unless it also has
    //! `#[serde(default)]`, as for [`captured::option`](crate::captured::option).
    //!
    //! ```
    //! use serde::{Deserialize, Serialize};
    //! use string_kit::StrList;
    //!
    //! #[derive(Deserialize, Serialize)]
    //! struct Post {
    //!     #[serde(
    //!         default,
    //!         serialize_with = "string_kit_serde::captured::option::serialize",
    //!         deserialize_with = "string_kit_serde::limited::option::text::<8, _, _>"
    //!     )]
    //!     title: Option<Box<str>>,
    //!     #[serde(default, deserialize_with = "string_kit_serde::limited::option::list::<8, 3, 20, _>")]
    //!     tags: Option<StrList>,
    //! }
    //!
    //! let read = serde_json::from_str::<Post>;
    //! assert_eq!(read(r#"{"title":"Strings"}"#)?.title.as_deref(), Some("Strings"));
    //! assert_eq!(read(r#"{"title":null,"tags":null}"#)?.tags, None);
    //! assert!(read(r#"{"title":"Too long a title"}"#).is_err());
    //! # Ok::<(), serde_json::Error>(())
    //! ```

    use alloc::vec::Vec;
    use core::ops::Deref;

    use serde::de::Deserializer;
    use string_kit::{CapturedStr, StrList};

    use crate::map::TextMap;
    use crate::rules::{As, Limited, List, Map, Seq, Strings, Text};

    /// Reads a string of at most `MAX_LEN` bytes, or null as `None`.
    ///
    /// Costs the same as [`limited::text`](crate::limited::text()); `None` allocates nothing.
    ///
    /// # Errors
    ///
    /// Returns the errors of `limited::text`, except for null.
    ///
    /// ```
    /// use string_kit_serde::limited;
    ///
    /// let mut deserializer = serde_json::Deserializer::from_str(r#""id""#);
    /// let id: Option<Box<str>> = limited::option::text::<2, _, _>(&mut deserializer)?;
    /// assert_eq!(id.as_deref(), Some("id"));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn text<'de, const MAX_LEN: usize, S, D>(from: D) -> Result<Option<S>, D::Error>
    where
        S: CapturedStr,
        D: Deserializer<'de>,
    {
        As::<Option<Text<Limited<Strings, MAX_LEN>>>>::deserialize(from)
    }

    /// Reads a sequence of strings within the limits, or null as `None`.
    ///
    /// Costs the same as [`limited::seq`](crate::limited::seq()); `None` allocates nothing.
    ///
    /// # Errors
    ///
    /// Returns the errors of `limited::seq`, except for null.
    ///
    /// ```
    /// use string_kit_serde::limited;
    ///
    /// let mut json = serde_json::Deserializer::from_str(r#"["id"]"#);
    /// let ids: Option<Vec<String>> = limited::option::seq::<16, 3, 40, _, _, _>(&mut json)?;
    /// assert_eq!(ids.unwrap(), ["id"]);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn seq<'de, const MAX_LEN: usize, const MAX_ITEMS: usize, const MAX_BYTES: usize, S, C, D>(
        from: D,
    ) -> Result<Option<C>, D::Error>
    where
        S: CapturedStr,
        C: From<Vec<S>> + Deref<Target = [S]>,
        D: Deserializer<'de>,
    {
        As::<Option<Seq<Limited<Strings, MAX_LEN, MAX_ITEMS, MAX_BYTES>>>>::deserialize(from)
    }

    /// Reads a sequence of strings within the limits into a list, or null as `None`.
    ///
    /// Costs the same as [`limited::list`](crate::limited::list()); `None` allocates nothing.
    ///
    /// # Errors
    ///
    /// Returns the errors of `limited::list`, except for null.
    ///
    /// ```
    /// use string_kit_serde::limited;
    ///
    /// let mut deserializer = serde_json::Deserializer::from_str("null");
    /// assert_eq!(limited::option::list::<16, 3, 40, _>(&mut deserializer)?, None);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn list<'de, const MAX_LEN: usize, const MAX_ITEMS: usize, const MAX_BYTES: usize, D>(
        from: D,
    ) -> Result<Option<StrList>, D::Error>
    where
        D: Deserializer<'de>,
    {
        As::<Option<List<Limited<Strings, MAX_LEN, MAX_ITEMS, MAX_BYTES>>>>::deserialize(from)
    }

    /// Reads a map of strings within the limits, or null as `None`.
    ///
    /// Costs the same as [`limited::map`](crate::limited::map()); `None` allocates nothing.
    ///
    /// # Errors
    ///
    /// Returns the errors of `limited::map`, except for null.
    ///
    /// ```
    /// use string_kit_serde::limited;
    ///
    /// let mut json = serde_json::Deserializer::from_str(r#"{"id":"42"}"#);
    /// let map: Option<Vec<(String, String)>> = limited::option::map::<16, 3, 40, _, _>(&mut json)?;
    /// assert_eq!(map.unwrap()[0].1, "42");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn map<'de, const MAX_LEN: usize, const MAX_ITEMS: usize, const MAX_BYTES: usize, M, D>(
        from: D,
    ) -> Result<Option<M>, D::Error>
    where
        M: TextMap,
        D: Deserializer<'de>,
    {
        As::<Option<Map<Limited<Strings, MAX_LEN, MAX_ITEMS, MAX_BYTES>>>>::deserialize(from)
    }
}
