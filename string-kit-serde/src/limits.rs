//! Limits for untrusted data, and the meter that checks them.

use core::error::Error;
use core::fmt;

/// Limits for untrusted data: the most bytes per string, the most items, and the most bytes of text
/// in total.
///
/// The methods return seeds, for a visitor of your own or for a function that an attribute names;
/// [`seed::Optional`](crate::seed::Optional) around a seed also reads null. Lengths are in bytes of
/// UTF-8. In a map, a key and its value are two strings and one item. Data beyond a limit is an
/// error with the message of a [`LimitError`], returned before this crate allocates memory for that
/// data.
///
/// The format allocates first: `serde_json` buffers a string that has escapes or comes from a
/// reader; ciborium and bincode 1 make a `String`. So limit the length of the data too. The number
/// of items that the data states may be false: this crate reserves memory for at most 64 strings.
///
/// ```
/// use serde::Deserializer;
/// use serde::de::DeserializeSeed;
/// use string_kit::StrList;
/// use string_kit_serde::Limits;
///
/// #[derive(serde::Deserialize)]
/// struct Post {
///     #[serde(deserialize_with = "tags")]
///     tags: StrList,
/// }
///
/// fn tags<'de, D: Deserializer<'de>>(from: D) -> Result<StrList, D::Error> {
///     Limits::new().max_len(64).max_items(2).max_bytes(4096).list().deserialize(from)
/// }
///
/// let read = serde_json::from_str::<Post>;
/// assert_eq!(read(r#"{"tags":["id","42"]}"#)?.tags, ["id", "42"]);
/// let error = read(r#"{"tags":["id","42","too many"]}"#).err().unwrap();
/// assert!(error.to_string().starts_with("the data exceeds the limit of 2 items"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct Limits {
    len: usize,
    items: usize,
    bytes: usize,
    accepted: Accepted,
}

impl Limits {
    /// Creates limits that bound nothing and accept only strings.
    ///
    /// O(1); allocates nothing.
    pub const fn new() -> Self {
        Self {
            len: usize::MAX,
            items: usize::MAX,
            bytes: usize::MAX,
            accepted: Accepted::Strings,
        }
    }

    /// Accepts integers and booleans as text too, and numbers with all their digits, as
    /// `CapturedDisplay` does. Their texts count as strings do.
    ///
    /// O(1); allocates nothing.
    ///
    /// ```
    /// use serde::de::DeserializeSeed;
    /// use string_kit_serde::Limits;
    ///
    /// let read = |json| {
    ///     let limits = Limits::new().scalars().max_len(4);
    ///     limits.list().deserialize(&mut serde_json::Deserializer::from_str(json))
    /// };
    /// assert_eq!(read(r#"["id", 42, true]"#)?, ["id", "42", "true"]);
    /// let message = "a string of 5 bytes exceeds the limit of 4 (max_len) at index 0";
    /// assert!(read("[12345]").unwrap_err().to_string().starts_with(message));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub const fn scalars(self) -> Self {
        Self {
            accepted: Accepted::Scalars,
            ..self
        }
    }

    /// Allows at most `len` bytes in each string.
    ///
    /// O(1); allocates nothing.
    ///
    /// ```
    /// # use serde::de::{DeserializeSeed, IntoDeserializer, value::Error};
    /// use string_kit_serde::Limits;
    ///
    /// let read = Limits::new().max_len(2).text::<String>();
    /// let error: Error = read.deserialize("tag".into_deserializer()).unwrap_err();
    /// assert_eq!(error.to_string(), "a string of 3 bytes exceeds the limit of 2 (max_len)");
    /// ```
    pub const fn max_len(self, len: usize) -> Self {
        Self { len, ..self }
    }

    /// Allows at most `items` strings in a sequence, and at most `items` pairs in a map.
    ///
    /// O(1); allocates nothing.
    pub const fn max_items(self, items: usize) -> Self {
        Self { items, ..self }
    }

    /// Allows at most `bytes` bytes in all strings together.
    ///
    /// O(1); allocates nothing.
    pub const fn max_bytes(self, bytes: usize) -> Self {
        Self { bytes, ..self }
    }

    pub(crate) fn accepted(self) -> Accepted {
        self.accepted
    }

    /// Returns the number of items to reserve memory for if the format states `hint`.
    pub(crate) fn reserve(self, hint: Option<usize>) -> usize {
        hint.unwrap_or(0).min(MAX_RESERVED).min(self.items)
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::new()
    }
}

/// The most items to reserve memory for: the number that the data states may be false. 64 strings
/// of 24 bytes are 1.5 KiB.
const MAX_RESERVED: usize = 64;

/// The data that is accepted as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Accepted {
    /// Strings, characters and UTF-8 bytes: the data that serde reads as a `String`.
    Strings,
    /// Integers and booleans too, as `to_string` writes them, and numbers with all their digits.
    Scalars,
}

impl Accepted {
    /// Names one item, for error messages.
    pub(crate) fn singular(self) -> &'static str {
        match self {
            Self::Strings => "a string",
            Self::Scalars => "a string, an integer or a boolean",
        }
    }

    /// Names several items, for error messages.
    pub(crate) fn plural(self) -> &'static str {
        match self {
            Self::Strings => "strings",
            Self::Scalars => "strings, integers or booleans",
        }
    }
}

/// Counts the items and bytes read so far, and checks them against the limits.
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

    #[inline]
    pub(crate) fn accepted(&self) -> Accepted {
        self.limits.accepted
    }

    /// Counts an item before it is read, or returns an error if it is one too many.
    #[inline]
    pub(crate) fn item(&mut self) -> Result<(), LimitError> {
        let max = self.limits.items;
        if self.items == max {
            return Err(LimitError::TooManyItems { max });
        }
        self.items += 1;
        Ok(())
    }

    /// Returns the index of the last item that was counted.
    pub(crate) fn index(&self) -> usize {
        self.items.saturating_sub(1)
    }

    /// Counts a string before it is kept, or returns an error if it exceeds a limit.
    #[inline]
    pub(crate) fn text(&mut self, len: usize) -> Result<(), LimitError> {
        self.check(len)?;
        self.bytes += len;
        Ok(())
    }

    /// Returns an error if a string of `len` bytes would exceed a limit.
    #[inline]
    pub(crate) fn check(&self, len: usize) -> Result<(), LimitError> {
        let (max, max_bytes) = (self.limits.len, self.limits.bytes);
        if len > max {
            return Err(LimitError::TooLong { len, max });
        }
        if len > max_bytes - self.bytes {
            return Err(LimitError::TooManyBytes { max: max_bytes });
        }
        Ok(())
    }
}

/// A limit that the data exceeds.
///
/// serde passes on only its message, in the `custom` error of the deserializer. For a string in a
/// sequence or a map the message ends with its place: `at index 3`, or `at key "id"`.
///
/// ```
/// use string_kit_serde::LimitError;
///
/// let error = LimitError::TooManyItems { max: 100 };
/// assert_eq!(error.to_string(), "the data exceeds the limit of 100 items (max_items)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LimitError {
    /// A string is longer than [`Limits::max_len`].
    TooLong {
        /// The length of the string in bytes.
        len: usize,
        /// The limit in bytes.
        max: usize,
    },
    /// There are more strings in a list, or pairs in a map, than [`Limits::max_items`].
    TooManyItems {
        /// The limit.
        max: usize,
    },
    /// All strings together are longer than [`Limits::max_bytes`].
    TooManyBytes {
        /// The limit in bytes.
        max: usize,
    },
}

impl fmt::Display for LimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { len, max } => {
                write!(
                    f,
                    "a string of {len} bytes exceeds the limit of {max} (max_len)"
                )
            }
            Self::TooManyItems { max } => {
                write!(f, "the data exceeds the limit of {max} items (max_items)")
            }
            Self::TooManyBytes { max } => {
                write!(
                    f,
                    "the strings exceed the limit of {max} bytes in total (max_bytes)"
                )
            }
        }
    }
}

impl Error for LimitError {}
