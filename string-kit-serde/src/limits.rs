//! Limits for data that comes from outside, and the meter that holds what is read against them.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use serde::de::DeserializeSeed;
use string_kit::{CapturedStr, StrList};

use crate::list::OneList;
use crate::map::{OneMap, TextMap};
use crate::seq::OneVec;
use crate::text::{Forms, OneText};

/// How long a string may be, how many there may be, and how many bytes they may have together.
///
/// For data that comes from outside. It makes seeds, for code that has a deserializer in hand; the
/// functions of [`limited`](crate::limited) are for attributes. Lengths are in bytes of UTF-8; in a
/// map a key and its value are one item, and both are strings. What goes over a limit is an error
/// whose message is a [`LimitError`]'s, and no memory has been taken for it by then.
///
/// That is this crate's memory: the format stands before it. `serde_json` first holds a string that
/// has escapes, or comes from a reader, in a buffer of its own; ciborium and bincode 1 make a
/// `String`. So limit the length of the data too. A stated length is not trusted: memory is taken
/// for at most 64 strings before they are seen.
///
/// ```
/// use serde::de::DeserializeSeed;
/// use string_kit_serde::Limits;
///
/// let limits = Limits::new().max_len(64).max_items(2).max_bytes(4096);
/// let read = |json| limits.list().deserialize(&mut serde_json::Deserializer::from_str(json));
///
/// assert_eq!(read(r#"["id", "42"]"#)?, ["id", "42"]);
/// let error = read(r#"["id", "42", "too many"]"#).unwrap_err();
/// assert!(error.to_string().starts_with("more than 2 items"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct Limits {
    len: usize,
    items: usize,
    bytes: usize,
    forms: Forms,
}

impl Limits {
    /// No limit; strings alone.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// use string_kit_serde::Limits;
    ///
    /// assert_eq!(Limits::new(), Limits::default());
    /// ```
    pub const fn new() -> Self {
        Self {
            len: usize::MAX,
            items: usize::MAX,
            bytes: usize::MAX,
            forms: Forms::Strings,
        }
    }

    /// The same, with numbers and booleans as text too, as [`display`](crate::display) reads them.
    ///
    /// Their texts count as strings do: `1e308` has 309 bytes.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// use serde::{Deserialize, Deserializer};
    /// use serde::de::DeserializeSeed;
    /// use string_kit::StrList;
    /// use string_kit_serde::Limits;
    ///
    /// #[derive(Deserialize)]
    /// struct Post(#[serde(deserialize_with = "tags")] StrList);
    ///
    /// fn tags<'de, D: Deserializer<'de>>(from: D) -> Result<StrList, D::Error> {
    ///     Limits::new().scalars().max_len(20).max_items(100).list().deserialize(from)
    /// }
    ///
    /// assert_eq!(serde_json::from_str::<Post>(r#"["id", 42, true]"#)?.0, ["id", "42", "true"]);
    /// let error = serde_json::from_str::<Post>("[1e308]").err().unwrap();
    /// assert!(error.to_string().starts_with("a string of 309 bytes, where 20 are the limit"));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub const fn scalars(self) -> Self {
        Self {
            forms: Forms::Scalars,
            ..self
        }
    }

    /// The same, with at most so many bytes in one string.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// # use serde::de::{DeserializeSeed, IntoDeserializer, value::Error};
    /// use string_kit_serde::Limits;
    ///
    /// let read = Limits::new().max_len(2).text::<String>();
    /// let error: Error = read.deserialize("tag".into_deserializer()).unwrap_err();
    /// assert_eq!(error.to_string(), "a string of 3 bytes, where 2 are the limit");
    /// ```
    pub const fn max_len(self, len: usize) -> Self {
        Self { len, ..self }
    }

    /// The same, with at most so many strings in a list, or pairs in a map.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// use serde::de::DeserializeSeed;
    /// use string_kit_serde::Limits;
    ///
    /// let read = Limits::new().max_items(2).list();
    /// let list = read.deserialize(&mut serde_json::Deserializer::from_str(r#"["a", "b"]"#))?;
    /// assert_eq!(list, ["a", "b"]);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub const fn max_items(self, items: usize) -> Self {
        Self { items, ..self }
    }

    /// The same, with at most so many bytes in all strings together.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// use serde::de::DeserializeSeed;
    /// use string_kit_serde::Limits;
    ///
    /// let read = Limits::new().max_bytes(2).list();
    /// let error = read
    ///     .deserialize(&mut serde_json::Deserializer::from_str(r#"["a", "b", "c"]"#))
    ///     .unwrap_err();
    /// assert!(error.to_string().starts_with("more than 2 bytes of text in all"));
    /// ```
    pub const fn max_bytes(self, bytes: usize) -> Self {
        Self { bytes, ..self }
    }

    /// Reads one string.
    ///
    /// Costs what [`captured::deserialize`](crate::captured::deserialize()) costs. Of the limits,
    /// the length counts, and the bytes in all.
    ///
    /// # Errors
    ///
    /// The seed's: a [`LimitError`], else as `captured::deserialize`.
    ///
    /// ```
    /// use serde::de::DeserializeSeed;
    /// use string_kit_serde::Limits;
    ///
    /// let read = Limits::new().max_len(2).text::<Box<str>>();
    /// let id = read.deserialize(&mut serde_json::Deserializer::from_str(r#""id""#))?;
    /// assert_eq!(&*id, "id");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn text<S: CapturedStr>(self) -> impl for<'de> DeserializeSeed<'de, Value = S> {
        OneText::new(self)
    }

    /// Reads a sequence of strings.
    ///
    /// Costs what [`seq::deserialize`](crate::seq::deserialize()) into a `Vec` costs.
    ///
    /// # Errors
    ///
    /// The seed's: a [`LimitError`], else as `seq::deserialize`.
    ///
    /// ```
    /// use serde::de::DeserializeSeed;
    /// use string_kit_serde::Limits;
    ///
    /// let read = Limits::new().max_len(2).seq::<Box<str>>();
    /// let ids = read.deserialize(&mut serde_json::Deserializer::from_str(r#"["id"]"#))?;
    /// assert_eq!(&*ids[0], "id");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn seq<S: CapturedStr>(self) -> impl for<'de> DeserializeSeed<'de, Value = Vec<S>> {
        OneVec::new(self)
    }

    /// Reads a sequence of strings into a list.
    ///
    /// Costs what it costs to read a `StrList` itself.
    ///
    /// # Errors
    ///
    /// The seed's: a [`LimitError`], else what reading a `StrList` itself may err with.
    ///
    /// ```
    /// use serde::de::DeserializeSeed;
    /// use string_kit_serde::Limits;
    ///
    /// let read = Limits::new().max_len(2).list();
    /// let ids = read.deserialize(&mut serde_json::Deserializer::from_str(r#"["id"]"#))?;
    /// assert_eq!(ids, ["id"]);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn list(self) -> impl for<'de> DeserializeSeed<'de, Value = StrList> {
        OneList(self)
    }

    /// Reads a map of strings.
    ///
    /// Costs what [`map::deserialize`](crate::map::deserialize()) costs.
    ///
    /// # Errors
    ///
    /// The seed's: a [`LimitError`], else as `map::deserialize`.
    ///
    /// ```
    /// use serde::de::DeserializeSeed;
    /// use string_kit_serde::Limits;
    ///
    /// let read = Limits::new().max_items(1).map::<Vec<(String, String)>>();
    /// let map = read.deserialize(&mut serde_json::Deserializer::from_str(r#"{"id": "42"}"#))?;
    /// assert_eq!(map[0].1, "42");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn map<M: TextMap>(self) -> impl for<'de> DeserializeSeed<'de, Value = M> {
        OneMap::new(self)
    }

    /// What counts as a text.
    pub(crate) fn forms(self) -> Forms {
        self.forms
    }

    /// How many items to take memory for when a format says that so many will come.
    pub(crate) fn reserve(self, hint: Option<usize>) -> usize {
        hint.unwrap_or(0).min(MAX_RESERVED).min(self.items)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::new()
    }
}

/// The most items that memory is taken for before they are seen: a length that the data states is
/// a claim. 64 strings of 24 bytes are 1.5 KiB; more is grown into.
const MAX_RESERVED: usize = 64;

/// What has been read, against the limits.
#[derive(Debug)]
pub(crate) struct Meter {
    limits: Limits,
    items: usize,
    bytes: usize,
}

impl Meter {
    pub(crate) fn new(limits: Limits) -> Self {
        Self {
            limits,
            items: 0,
            bytes: 0,
        }
    }

    /// What counts as a text.
    #[inline]
    pub(crate) fn forms(&self) -> Forms {
        self.limits.forms
    }

    /// Counts an item that is about to be read.
    #[inline]
    pub(crate) fn item(&mut self) -> Result<(), LimitError> {
        let max = self.limits.items;
        if self.items == max {
            return Err(LimitError::TooManyItems { max });
        }
        self.items += 1;
        Ok(())
    }

    /// Counts a string that is about to be kept.
    #[inline]
    pub(crate) fn text(&mut self, len: usize) -> Result<(), LimitError> {
        let (max, max_bytes) = (self.limits.len, self.limits.bytes);
        if len > max {
            return Err(LimitError::TooLong { len, max });
        }
        if len > max_bytes - self.bytes {
            return Err(LimitError::TooManyBytes { max: max_bytes });
        }
        self.bytes += len;
        Ok(())
    }
}

/// Which limit was passed.
///
/// serde lets an error carry a message and no more: a deserializer's error displays as this does.
///
/// ```
/// use string_kit_serde::LimitError;
///
/// let error = LimitError::TooManyItems { max: 100 };
/// assert_eq!(error.to_string(), "more than 100 items");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LimitError {
    /// A string is longer than [`Limits::max_len`].
    TooLong {
        /// The bytes that it has.
        len: usize,
        /// The most that it may have.
        max: usize,
    },
    /// There are more strings in a list, or pairs in a map, than [`Limits::max_items`].
    TooManyItems {
        /// The most that there may be.
        max: usize,
    },
    /// All strings together are longer than [`Limits::max_bytes`].
    TooManyBytes {
        /// The most bytes that they may have.
        max: usize,
    },
}

impl fmt::Display for LimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { len, max } => {
                write!(f, "a string of {len} bytes, where {max} are the limit")
            }
            Self::TooManyItems { max } => write!(f, "more than {max} items"),
            Self::TooManyBytes { max } => write!(f, "more than {max} bytes of text in all"),
        }
    }
}

impl Error for LimitError {}
