//! Lists of values whose types are known where the macro `str_list!` stands.

use super::capture::{StackBuffer, list_or_failure};
use super::layout::Packed;
use super::list::StrList;
use super::short::short;
use crate::capture::buffer::uninit;
use crate::capture::pieces::Pieces;
use crate::error::{OrPanic, TextError};

/// Makes a list of the texts of the pieces.
#[inline]
#[must_use]
#[track_caller]
pub fn str_list<P: Pieces>(pieces: &P) -> StrList {
    if let Some(packed) = packed(pieces) {
        return StrList { packed };
    }
    long(pieces).or_panic()
}

/// Makes a list of the texts of the pieces, or returns an error.
#[inline]
pub fn try_str_list<P: Pieces>(pieces: &P) -> Result<StrList, TextError> {
    match packed(pieces) {
        Some(packed) => Ok(StrList { packed }),
        None => long(pieces),
    }
}

/// Makes a list of the texts of the pieces on the stack, and lends it.
#[inline]
#[track_caller]
pub fn with_str_list<P: Pieces, R>(pieces: &P, read: impl FnOnce(&StrList) -> R) -> R {
    try_with_str_list(pieces, read).or_panic()
}

/// Makes a list of the texts of the pieces on the stack, and lends it, or returns an error.
#[inline]
pub fn try_with_str_list<P: Pieces, R>(
    pieces: &P,
    read: impl FnOnce(&StrList) -> R,
) -> Result<R, TextError> {
    let mut buffer = uninit();
    match short(pieces, &mut buffer) {
        Some(form) => Ok(StrList::lend(form, read)),
        None => long_lent(pieces, read),
    }
}

/// Makes a list of known pieces whose end offsets take one byte. Returns `None` for other pieces,
/// for a longer list, and if the allocator returns no memory.
#[inline]
fn packed<P: Pieces>(pieces: &P) -> Option<Packed> {
    short(pieces, &mut uninit())?.pack()
}

#[inline(never)]
fn long<P: Pieces>(pieces: &P) -> Result<StrList, TextError> {
    let mut buffer = StackBuffer::new(P::COUNT);
    let list = buffer.append(pieces)?;
    list_or_failure(|failure| list.pack(failure))
}

#[inline(never)]
fn long_lent<P: Pieces, R>(pieces: &P, read: impl FnOnce(&StrList) -> R) -> Result<R, TextError> {
    StackBuffer::new(P::COUNT).append(pieces)?.lend(read)
}
