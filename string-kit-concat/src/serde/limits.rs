//! Limits for untrusted data, and the meter that checks them.

use core::error::Error;
use core::fmt;

/// Limits for untrusted data: the most bytes per leaf, the most items, and the most bytes of leaves in total.
///
/// The methods read from a deserializer; [`limited`](super::limited) has the limits as attributes. Lengths are
/// in bytes of UTF-8. Each leaf, each concatenation and each text is one item. The length of a text has no
/// limit: it takes no memory until its bytes are made. [Operations](super#untrusted-data) on the result cost
/// by its nodes. Data beyond a limit is an error with the message of a [`LimitError`], returned before this
/// crate allocates memory for that data.
///
/// The format allocates first: `serde_json` buffers a string that has escapes or comes from a reader; ciborium
/// makes a `String`. So limit the length of the data too. Memory is reserved as items come, not by the number
/// of them that the data states.
///
/// ```
/// use string_kit_concat::ConcatStr;
/// use string_kit_concat::serde::Limits;
///
/// let json = r#"{"leaves":["na"],"nodes":[[0,0]],"texts":[1]}"#;
/// let read = |limits: Limits| -> Result<ConcatStr, _> {
///     limits.read_text(&mut serde_json::Deserializer::from_str(json))
/// };
/// assert_eq!(read(Limits::new().max_len(2).max_items(3).max_bytes(2))?, "nana");
/// let error = read(Limits::new().max_items(2)).unwrap_err();
/// assert!(error.to_string().starts_with("the data exceeds the limit of 2 items"));
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
    /// Creates limits that bound nothing.
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

    /// Limits the bytes of each leaf.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// use string_kit_concat::serde::Limits;
    ///
    /// let mut json = serde_json::Deserializer::from_str(r#"{"leaves":["tag"]}"#);
    /// let error = Limits::new().max_len(2).read_arena(&mut json).unwrap_err();
    /// assert!(error.to_string().starts_with("a leaf of 3 bytes exceeds the limit of 2"));
    /// ```
    pub const fn max_len(self, len: usize) -> Self {
        Self { len, ..self }
    }

    /// Limits the number of leaves, concatenations and texts, counted together.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// use string_kit_concat::serde::Limits;
    ///
    /// let mut json = serde_json::Deserializer::from_str(r#"{"leaves":["a","b"]}"#);
    /// let error = Limits::new().max_items(1).read_arena(&mut json).unwrap_err();
    /// assert!(error.to_string().starts_with("the data exceeds the limit of 1 items"));
    /// ```
    pub const fn max_items(self, items: usize) -> Self {
        Self { items, ..self }
    }

    /// Limits the bytes of all leaves in total.
    ///
    /// O(1), no allocation.
    ///
    /// ```
    /// use string_kit_concat::serde::Limits;
    ///
    /// let mut json = serde_json::Deserializer::from_str(r#"{"leaves":["a","b","c"]}"#);
    /// let error = Limits::new().max_bytes(2).read_arena(&mut json).unwrap_err();
    /// assert!(error.to_string().starts_with("the leaves exceed the limit of 2 bytes in total"));
    /// ```
    pub const fn max_bytes(self, bytes: usize) -> Self {
        Self { bytes, ..self }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::new()
    }
}

/// Counts items and bytes as they are read, and compares them with the limits.
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

    /// Counts the bytes of a leaf before they are copied.
    #[inline]
    pub(super) fn leaf(&mut self, len: usize) -> Result<(), LimitError> {
        let (max, max_bytes) = (self.limits.len, self.limits.bytes);
        if len > max {
            return Err(LimitError::LeafTooLong { len, max });
        }
        if len > max_bytes - self.bytes {
            return Err(LimitError::TooManyBytes { max: max_bytes });
        }
        self.bytes += len;
        Ok(())
    }
}

/// An error that names the exceeded limit.
///
/// Serde's errors carry a message only: the serializer's or deserializer's error displays the same text.
///
/// ```
/// use string_kit_concat::serde::LimitError;
///
/// let error = LimitError::TooManyItems { max: 100 };
/// assert_eq!(error.to_string(), "the data exceeds the limit of 100 items (max_items)");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LimitError {
    /// A leaf is longer than [`Limits::max_len`].
    LeafTooLong {
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
    /// A text is too long to be written as one string: see [`MAX_TEXT`](super::MAX_TEXT).
    TextTooLong {
        /// The most bytes that the text may have.
        max: usize,
    },
}

impl fmt::Display for LimitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LeafTooLong { len, max } => {
                write!(
                    f,
                    "a leaf of {len} bytes exceeds the limit of {max} (max_len)"
                )
            }
            Self::TooManyItems { max } => {
                write!(f, "the data exceeds the limit of {max} items (max_items)")
            }
            Self::TooManyBytes { max } => {
                write!(
                    f,
                    "the leaves exceed the limit of {max} bytes in total (max_bytes)"
                )
            }
            Self::TextTooLong { max } => write!(
                f,
                "the text is longer than {max} bytes, the limit for one string: write its nodes by \
                 `with = \"string_kit_concat::serde\"`, or set another limit by `serialize_text`"
            ),
        }
    }
}

impl Error for LimitError {}
