//! Lists of values whose types are known where the macro `str_list!` stands.
#![allow(unsafe_code)]

use core::slice;

use super::block::Block;
use super::layout::{INLINE, ONE_BYTE_MAX, Packed};
use super::{StrList, StrListBuilder};
use crate::capture::pieces::{Pieces, TextBuffer, is_short};
use crate::error::CaptureError;

/// Makes a list of the texts of the pieces.
///
/// # Panics
///
/// Panics if a `Display` returns an error, or the allocator returns no memory.
#[inline]
#[must_use]
#[track_caller]
pub fn str_list<P: Pieces>(pieces: &P) -> StrList {
    if let Some(packed) = short(pieces) {
        return StrList { packed };
    }
    match long(pieces) {
        Ok(list) => list,
        Err(error) => error.panic(),
    }
}

/// Makes a list of the texts of the pieces, or returns an error.
///
/// # Errors
///
/// Those of [`StrList::try_capture`].
#[inline]
pub fn try_str_list<P: Pieces>(pieces: &P) -> Result<StrList, CaptureError> {
    match short(pieces) {
        Some(packed) => Ok(StrList { packed }),
        None => long(pieces),
    }
}

/// Makes a list of known pieces whose end offsets take one byte. Returns `None` for other pieces,
/// and if the allocator returns no memory.
#[inline]
fn short<P: Pieces>(pieces: &P) -> Option<Packed> {
    if P::COUNT == 0 {
        return Some(Packed::EMPTY);
    }
    if P::COUNT > ONE_BYTE_MAX || !is_short(pieces, P::COUNT) {
        return None;
    }
    let len = P::COUNT + pieces.max_len();
    if P::EXACT && len > INLINE && len <= ONE_BYTE_MAX {
        let block = Block::allocate(len).ok()?;
        let payload = block.payload();
        // SAFETY: each piece is known and exact; the block has room for `COUNT` offsets and
        // `max_len` bytes.
        unsafe { pieces.write_payload(payload, payload.wrapping_add(P::COUNT)) };
        return Some(Packed::heap(block, P::COUNT, 0));
    }
    let mut buffer = TextBuffer::new();
    let payload = buffer.start();
    // SAFETY: each piece is known; the buffer has room for `COUNT` offsets, `max_len` bytes and
    // `SLACK`.
    let end = unsafe { pieces.write_payload(payload, payload.wrapping_add(P::COUNT)) };
    let len = end.addr() - payload.addr();
    if len <= INLINE {
        // SAFETY: the buffer is valid for writes of 16 bytes more, since `end` is at most 15 bytes
        // behind its start; bytes need no alignment.
        unsafe { end.cast::<[u8; 16]>().write([0; 16]) };
        // SAFETY: the first `len` bytes are initialised, and 16 bytes behind them; bytes need no
        // alignment.
        let bytes = unsafe { payload.cast::<[u8; 16]>().read() };
        // SAFETY: the bytes are the payload of `COUNT` strings, of at most `INLINE` bytes, and then
        // zeros.
        return Some(unsafe { Packed::inline(bytes, P::COUNT) });
    }
    if len > ONE_BYTE_MAX {
        return None;
    }
    // SAFETY: the pointer is not null; the first `len` bytes of the buffer are initialised, and not
    // written any more; bytes need no alignment.
    let payload = unsafe { slice::from_raw_parts(payload, len) };
    // SAFETY: it is the payload of `COUNT` strings, and its length is in the range.
    unsafe { Packed::copy_one_byte(payload, P::COUNT) }.ok()
}

/// Makes a list with a builder, which takes texts of any length, and formats what is not known.
#[inline(never)]
fn long<P: Pieces>(pieces: &P) -> Result<StrList, CaptureError> {
    let mut builder = StrListBuilder::new();
    pieces.push(&mut builder)?;
    builder.try_finish()
}
