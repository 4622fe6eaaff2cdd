//! Limits for data that comes from outside, and the counter that checks them.

use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use serde::de::DeserializeSeed;

use super::arena::Texts;
use super::build::{ConcatVec, OneArena, OneConcat};
use crate::ConcatStr;

/// Limits on the leaves, nodes and texts of data that comes from outside.
///
/// The methods [`text`](Self::text), [`seq`](Self::seq) and [`arena`](Self::arena) make seeds, for code
/// that has a deserializer in hand; the functions of [`limited`](super::limited) are for attributes.
/// Lengths are in bytes of UTF-8. Each leaf, each concatenation and each text is one item. The length of
/// a text has no limit: a text takes no memory until its bytes are made.
///
/// Data over a limit is an error whose message is that of a [`LimitError`]. This crate takes no memory
/// for the part that is over the limit. The format may: `serde_json` copies a string that has escapes, or
/// comes from a reader, into a buffer of its own, and ciborium makes a `String`. So limit the length of
/// the data too.
///
/// ```
/// use serde::de::DeserializeSeed;
/// use string_kit_concat::serde::Limits;
///
/// let json = r#"{"leaves":["na"],"nodes":[[0,0]],"texts":[1]}"#;
/// let read = |limits: Limits| {
///     limits.text().deserialize(&mut serde_json::Deserializer::from_str(json))
/// };
/// assert_eq!(read(Limits::new().max_len(2).max_items(3).max_bytes(2))?, "nana");
/// let error = read(Limits::new().max_items(2)).unwrap_err();
/// assert!(error.to_string().starts_with("more than 2 items"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct Limits {
    len: usize,
    items: usize,
    bytes: usize,
}

impl Limits {
    /// Sets no limit.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// use string_kit_concat::serde::Limits;
    ///
    /// assert_eq!(Limits::new(), Limits::default());
    /// ```
    pub const fn new() -> Self {
        Self {
            len: usize::MAX,
            items: usize::MAX,
            bytes: usize::MAX,
        }
    }

    /// Limits the bytes of one leaf.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// use serde::de::DeserializeSeed;
    /// use string_kit_concat::Narrow;
    /// use string_kit_concat::serde::Limits;
    ///
    /// let read = Limits::new().max_len(2).text();
    /// let json = r#"{"leaves":["tag"],"nodes":[],"texts":[0]}"#;
    /// let error = read.deserialize(&mut serde_json::Deserializer::from_str(json)).unwrap_err();
    /// assert!(error.to_string().starts_with("a string of 3 bytes, where 2 are the limit"));
    /// ```
    pub const fn max_len(self, len: usize) -> Self {
        Self { len, ..self }
    }

    /// Limits the leaves, concatenations and texts, counted together.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// use serde::de::DeserializeSeed;
    /// use string_kit_concat::Narrow;
    /// use string_kit_concat::serde::Limits;
    ///
    /// let read = Limits::new().max_items(1).text();
    /// let json = r#"{"leaves":["tag"],"nodes":[],"texts":[0]}"#;
    /// let error = read.deserialize(&mut serde_json::Deserializer::from_str(json)).unwrap_err();
    /// assert!(error.to_string().starts_with("more than 1 items"));
    /// ```
    pub const fn max_items(self, items: usize) -> Self {
        Self { items, ..self }
    }

    /// Limits the bytes of all leaves together.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// use serde::de::DeserializeSeed;
    /// use string_kit_concat::Narrow;
    /// use string_kit_concat::serde::Limits;
    ///
    /// let read = Limits::new().max_bytes(2).seq();
    /// let json = r#"{"leaves":["a","b","c"],"nodes":[],"texts":[0]}"#;
    /// let error = read.deserialize(&mut serde_json::Deserializer::from_str(json)).unwrap_err();
    /// assert!(error.to_string().starts_with("more than 2 bytes of text in all"));
    /// ```
    pub const fn max_bytes(self, bytes: usize) -> Self {
        Self { bytes, ..self }
    }

    /// Makes a seed that reads nodes and their one text.
    ///
    /// Costs as much as [`deserialize`](super::deserialize()).
    ///
    /// # Errors
    ///
    /// The seed returns a [`LimitError`] as `custom`, and the errors of [`deserialize`](super::deserialize()).
    ///
    /// ```
    /// use serde::de::DeserializeSeed;
    /// use string_kit_concat::Narrow;
    /// use string_kit_concat::serde::Limits;
    ///
    /// let json = r#"{"leaves":["na"],"nodes":[[0,0]],"texts":[1]}"#;
    /// let read = Limits::new().max_items(3).text();
    /// assert_eq!(read.deserialize(&mut serde_json::Deserializer::from_str(json))?, "nana");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn text(self) -> impl for<'de> DeserializeSeed<'de, Value = ConcatStr> {
        OneConcat::new(self)
    }

    /// Makes a seed that reads nodes and any number of their texts.
    ///
    /// Costs as much as [`seq::deserialize`](super::seq::deserialize()) into a `Vec`.
    ///
    /// # Errors
    ///
    /// The seed returns a [`LimitError`] as `custom`, and the errors of
    /// [`seq::deserialize`](super::seq::deserialize()).
    ///
    /// ```
    /// use serde::de::DeserializeSeed;
    /// use string_kit_concat::Narrow;
    /// use string_kit_concat::serde::Limits;
    ///
    /// let json = r#"{"leaves":["na"],"nodes":[[0,0]],"texts":[0,1]}"#;
    /// let read = Limits::new().max_items(4).seq();
    /// let texts = read.deserialize(&mut serde_json::Deserializer::from_str(json))?;
    /// assert_eq!(texts, ["na", "nana"]);
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn seq(self) -> impl for<'de> DeserializeSeed<'de, Value = Vec<ConcatStr>> {
        ConcatVec::new(self)
    }

    /// Makes a seed that reads nodes into an arena, and returns the ids of the texts with it.
    ///
    /// Costs as much as [`arena::deserialize`](super::arena::deserialize()).
    ///
    /// # Errors
    ///
    /// The seed returns a [`LimitError`] as `custom`, and the errors of
    /// [`arena::deserialize`](super::arena::deserialize()).
    ///
    /// ```
    /// use serde::de::DeserializeSeed;
    /// use string_kit_concat::Narrow;
    /// use string_kit_concat::serde::Limits;
    ///
    /// let json = r#"{"leaves":["na"],"nodes":[[0,0]],"texts":[1]}"#;
    /// let read = Limits::new().max_bytes(2).arena();
    /// let (arena, ids) = read.deserialize(&mut serde_json::Deserializer::from_str(json))?;
    /// assert_eq!(arena.get(ids[0]).unwrap(), "nana");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn arena(self) -> impl for<'de> DeserializeSeed<'de, Value = Texts> {
        OneArena::new(self)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::new()
    }
}

/// Counts what was read, and compares it with the limits.
pub(super) struct Meter {
    limits: Limits,
    items: usize,
    bytes: usize,
}

impl Meter {
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            limits,
            items: 0,
            bytes: 0,
        }
    }

    /// Counts an item before it is read.
    #[inline]
    pub(super) fn item(&mut self) -> Result<(), LimitError> {
        let max = self.limits.items;
        if self.items == max {
            return Err(LimitError::TooManyItems { max });
        }
        self.items += 1;
        Ok(())
    }

    /// Counts a leaf's text before it is copied.
    #[inline]
    pub(super) fn text(&mut self, len: usize) -> Result<(), LimitError> {
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

/// The limit that the data exceeds.
///
/// serde lets an error carry a message and no more: a deserializer's error displays as this does.
///
/// ```
/// use string_kit_concat::serde::LimitError;
///
/// let error = LimitError::TooManyItems { max: 100 };
/// assert_eq!(error.to_string(), "more than 100 items");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LimitError {
    /// A leaf is longer than [`Limits::max_len`].
    TooLong {
        /// The bytes of the leaf.
        len: usize,
        /// The most bytes that a leaf may have.
        max: usize,
    },
    /// There are more leaves, concatenations and texts than [`Limits::max_items`].
    TooManyItems {
        /// The most items that there may be.
        max: usize,
    },
    /// All leaves together are longer than [`Limits::max_bytes`].
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
