//! What can be wrong with bytes that are loaded.

use core::error::Error;
use core::fmt;

/// Why bytes are no [`FrozenConcat`](super::FrozenConcat), and where that was seen.
///
/// ```
/// use string_kit_concat::{FrozenConcat, LoadFault};
///
/// let error = FrozenConcat::from_bytes(b"SkFr").unwrap_err();
/// assert_eq!((error.what(), error.offset()), (LoadFault::Truncated, 4));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LoadError {
    offset: usize,
    what: LoadFault,
}

impl LoadError {
    pub(super) fn new(what: LoadFault, offset: usize) -> Self {
        Self { offset, what }
    }

    /// The byte that the number is at, or the column, or the block, in which the fault was seen.
    ///
    /// ```
    /// use string_kit_concat::{FrozenConcat};
    ///
    /// let error = FrozenConcat::from_bytes(b"").unwrap_err();
    /// assert_eq!(error.offset(), 0);
    /// ```
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// What is wrong.
    ///
    /// ```
    /// use string_kit_concat::{FrozenConcat, LoadFault};
    ///
    /// let error = FrozenConcat::from_bytes(&[b'x'; 80]).unwrap_err();
    /// assert_eq!(error.what(), LoadFault::Magic);
    /// ```
    #[must_use]
    pub fn what(&self) -> LoadFault {
        self.what
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (at byte {})", self.what, self.offset)
    }
}

impl Error for LoadError {}

/// What is wrong with bytes that are no [`FrozenConcat`](super::FrozenConcat).
///
/// ```
/// use string_kit_concat::LoadFault;
///
/// assert_eq!(LoadFault::Trailing.to_string(), "there are bytes after the end");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LoadFault {
    /// They do not begin as the form does.
    Magic,
    /// They are of a version of the form that is not known here.
    Version,
    /// They end before what the header promises does.
    Truncated,
    /// There are bytes after the end.
    Trailing,
    /// They are not those that were saved: the digest is another one.
    Digest,
    /// There are more nodes than ids of this width: a wide form has more.
    TooMany,
    /// A column has ones beyond its end.
    Padding,
    /// The leaves' text is not UTF-8.
    Utf8,
    /// A leaf is no range of the text, or cuts a character.
    Leaf,
    /// A block of concatenations does not have as many as it must, or is not where it must be.
    Block,
    /// A concatenation has a child that is not before it.
    Child,
    /// A concatenation has a child with no text.
    Empty,
    /// The allocator had no room.
    Alloc,
}

impl fmt::Display for LoadFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Magic => "this is no frozen concatenation",
            Self::Version => "the version is not known",
            Self::Truncated => "the bytes end too early",
            Self::Trailing => "there are bytes after the end",
            Self::Digest => "the bytes are not those that were saved",
            Self::TooMany => "there are more nodes than ids",
            Self::Padding => "there are ones beyond the end of a column",
            Self::Utf8 => "the text is not UTF-8",
            Self::Leaf => "a leaf is no range of the text",
            Self::Block => "a block is malformed",
            Self::Child => "a child is not before its parent",
            Self::Empty => "a child has no text",
            Self::Alloc => "the allocator has no room",
        })
    }
}
