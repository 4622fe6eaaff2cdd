//! What can go wrong with a concatenation.

use core::error::Error;
use core::fmt;

use alloc::collections::TryReserveError;

use crate::slab::Refused;

/// Why an operation on a concatenation could not be done. Nothing was changed by it.
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
    /// The text is longer than the limit that was given, or than can be counted or kept.
    TooLong,
    /// There are as many nodes as there are ids: a wide form has more.
    Full,
    /// The allocator had no room.
    Alloc,
    /// The id is not one of this arena's.
    Foreign,
    /// The range reaches beyond the end of the text, or ends before it begins.
    OutOfRange,
    /// The range begins or ends inside of a character.
    NotCharBoundary,
    /// The writer that text was written to returned an error.
    Format,
}

impl fmt::Display for ConcatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::TooLong => "the text is longer than the limit",
            Self::Full => "there are as many nodes as there are ids",
            Self::Alloc => "the allocator has no room",
            Self::Foreign => "the id is not one of this arena's",
            Self::OutOfRange => "the range is not one of the text's",
            Self::NotCharBoundary => "the range cuts a character",
            Self::Format => "the writer returned an error",
        })
    }
}

impl Error for ConcatError {}

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
