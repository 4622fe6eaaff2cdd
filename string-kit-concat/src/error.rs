//! The error of all operations.

use core::error::Error;
use core::fmt;

use alloc::collections::TryReserveError;

use crate::slab::Refused;

/// The reason why an operation failed. A failed operation changes nothing.
///
/// ```
/// use string_kit_concat::{ConcatError, ConcatStr};
///
/// let text = ConcatStr::from("ninety");
/// assert_eq!(text.to_text(5), Err(ConcatError::TooLong));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ConcatError {
    /// The text is longer than the given limit, or than can be counted or kept.
    TooLong,
    /// All ids of nodes are in use.
    Full,
    /// Memory ran out.
    Alloc,
    /// The id is not one of this arena's.
    Foreign,
    /// The range reaches beyond the end of the text, or ends before it begins.
    OutOfRange,
    /// The range begins or ends within a character.
    NotCharBoundary,
    /// The writer returned an error.
    Format,
}

impl fmt::Display for ConcatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::TooLong => "the text is longer than the limit, or than can be counted or kept",
            Self::Full => "all ids of nodes are in use; drop texts, or use another arena",
            Self::Alloc => "memory ran out",
            Self::Foreign => "the id is not one of this arena's",
            Self::OutOfRange => "the range ends before it begins, or beyond the end of the text",
            Self::NotCharBoundary => "the range begins or ends within a character",
            Self::Format => "the writer returned an error",
        })
    }
}

impl Error for ConcatError {}

/// Returns an error of the kind `InvalidInput` with the [`ConcatError`] in it; of the kind `OutOfMemory`, with
/// no allocation, for [`ConcatError::Alloc`].
#[cfg(feature = "std")]
impl From<ConcatError> for std::io::Error {
    fn from(error: ConcatError) -> Self {
        use std::io::ErrorKind;

        match error {
            ConcatError::Alloc => ErrorKind::OutOfMemory.into(),
            error => Self::new(ErrorKind::InvalidInput, error),
        }
    }
}

impl From<fmt::Error> for ConcatError {
    fn from(_: fmt::Error) -> Self {
        Self::Format
    }
}

impl From<TryReserveError> for ConcatError {
    #[cold]
    fn from(_: TryReserveError) -> Self {
        Self::Alloc
    }
}

impl From<hashbrown::TryReserveError> for ConcatError {
    #[cold]
    fn from(_: hashbrown::TryReserveError) -> Self {
        Self::Alloc
    }
}

impl From<Refused> for ConcatError {
    #[cold]
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::Full => Self::Full,
            Refused::Alloc => Self::Alloc,
        }
    }
}
