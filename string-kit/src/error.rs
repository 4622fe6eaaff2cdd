//! What can go wrong in a capture.

use core::error::Error;
use core::fmt;

/// Why a value could not be captured.
///
/// ```
/// use string_kit::{CaptureError, CapturedStr};
///
/// assert_eq!(String::try_capture_within("text", 3), Err(CaptureError::TooLong));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CaptureError {
    /// The value's `Display` returned an error.
    Format,
    /// The text is longer than the limit that was given, or than the type can hold.
    TooLong,
    /// The allocator had no room.
    Alloc,
}

impl CaptureError {
    /// The panic of a `capture` that cannot return the error.
    #[cold]
    #[track_caller]
    pub(crate) fn panic_for(self, of: impl fmt::Display) -> ! {
        panic!("cannot capture `{of}`: {self}")
    }
}

impl fmt::Display for CaptureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Format => "its Display implementation returned an error",
            Self::TooLong => "its text is longer than the limit",
            Self::Alloc => "the allocator has no room for its text",
        })
    }
}

impl Error for CaptureError {}

/// What went wrong in a capture of many values, and at which of them, if at one.
#[derive(Debug)]
pub(crate) struct Failed {
    pub(crate) error: CaptureError,
    index: Option<usize>,
}

impl Failed {
    #[cold]
    pub(crate) fn at(index: usize, error: CaptureError) -> Self {
        let index = Some(index);
        Self { error, index }
    }

    /// The panic of a capture that cannot return the error.
    #[cold]
    #[track_caller]
    pub(crate) fn panic(self) -> ! {
        match self.index {
            Some(index) => self
                .error
                .panic_for(format_args!("the value at index {index}")),
            None => self.error.panic_for("the values"),
        }
    }
}

/// It happened at no value: the memory for all of them could not be had.
impl From<CaptureError> for Failed {
    #[cold]
    fn from(error: CaptureError) -> Self {
        Self { error, index: None }
    }
}
