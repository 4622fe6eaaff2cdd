//! The error of all operations.

use alloc::alloc::handle_alloc_error;
use alloc::collections::VecDeque;
use alloc::string::String;
use alloc::vec::Vec;
use core::alloc::Layout;
use core::error::Error;
use core::fmt;
use core::sync::atomic::{AtomicUsize, Ordering};

/// The reason why an operation failed. A failed operation changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ConcatError {
    /// The text would be longer than `u32::MAX` bytes.
    TooLong,
    /// All ids of nodes are in use.
    Full,
    /// Memory ran out.
    Alloc,
    /// The range reaches beyond the end of the text, or ends before it begins.
    OutOfRange,
    /// The range begins or ends within a character.
    NotCharBoundary,
}

impl fmt::Display for ConcatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::TooLong => "the text would be longer than 4,294,967,295 bytes",
            Self::Full => "all ids of nodes are in use; drop texts that are not needed",
            Self::Alloc => "memory ran out",
            Self::OutOfRange => "the range ends before it begins, or beyond the end of the text",
            Self::NotCharBoundary => "the range begins or ends within a character",
        })
    }
}

impl Error for ConcatError {}

/// Returns an error of the kind `InvalidInput` with the [`ConcatError`] in it; of the kind
/// `OutOfMemory`, with no allocation, for [`ConcatError::Alloc`].
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

/// The result of an operation inside the crate.
pub(crate) type Attempt<T = ()> = Result<T, ConcatError>;

/// The bytes of the allocation that failed last, on any thread: the message that ends a program
/// says how many.
static REFUSED: AtomicUsize = AtomicUsize::new(0);

#[cold]
pub(crate) fn note_refused(bytes: usize) {
    REFUSED.store(bytes, Ordering::Relaxed);
}

#[cold]
pub(crate) fn out_of_memory() -> ! {
    let bytes = REFUSED.load(Ordering::Relaxed);
    handle_alloc_error(Layout::array::<u8>(bytes).unwrap_or(Layout::new::<u128>()))
}

#[cold]
pub(crate) fn refused(bytes: usize) -> ConcatError {
    note_refused(bytes);
    ConcatError::Alloc
}

#[cold]
pub(crate) fn no_room<T>(items: usize, more: usize) -> ConcatError {
    refused(items.saturating_add(more).saturating_mul(size_of::<T>()))
}

pub(crate) fn try_reserve<T>(list: &mut Vec<T>, more: usize) -> Result<(), ConcatError> {
    let reserved = list.try_reserve(more);
    reserved.map_err(|_| no_room::<T>(list.len(), more))
}

pub(crate) fn try_reserve_back<T>(list: &mut VecDeque<T>, more: usize) -> Result<(), ConcatError> {
    let reserved = list.try_reserve(more);
    reserved.map_err(|_| no_room::<T>(list.len(), more))
}

pub(crate) fn try_reserve_text(text: &mut String, more: usize) -> Result<(), ConcatError> {
    let reserved = text.try_reserve(more);
    reserved.map_err(|_| no_room::<u8>(text.len(), more))
}

/// Returns the value, or ends the program if memory ran out, as `String` does, or panics.
#[inline]
#[track_caller]
pub(crate) fn or_panic<T>(result: Result<T, ConcatError>) -> T {
    match result {
        Ok(value) => value,
        // A closure would hide the caller.
        Err(error) => fail(error),
    }
}

#[cold]
#[track_caller]
fn fail(error: ConcatError) -> ! {
    if error == ConcatError::Alloc {
        out_of_memory();
    }
    panic!("{error}");
}
