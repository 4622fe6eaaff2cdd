//! Lists of values whose types are known where the macro `str_list!` stands.
#![allow(unsafe_code)]

use super::capture::{Form, STACK_VALUES, StackBuffer};
use super::layout::{ONE_BYTE_MAX, Packed};
use super::{StrList, StrListBuilder};
use crate::capture::pieces::{Pieces, TextBuffer, is_short};
use crate::error::CaptureError;

/// Makes a list of the texts of the pieces.
///
/// # Panics
///
/// Panics if a `Display` returns an error. The program aborts if the allocator returns no memory.
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

/// Makes a list of the texts of the pieces on the stack, and lends it.
///
/// # Panics
///
/// Panics if a `Display` returns an error. The program aborts if the allocator returns no memory for
/// a long list.
#[inline]
#[track_caller]
pub fn with_str_list<P: Pieces, R>(pieces: &P, read: impl FnOnce(&StrList) -> R) -> R {
    let mut buffer = TextBuffer::new();
    let result = match short_form(pieces, &mut buffer) {
        // SAFETY: it is the form of `COUNT` strings.
        Some(form) => unsafe { form.lend(P::COUNT, read) },
        None => long_lent(pieces, read),
    };
    match result {
        Ok(result) => result,
        Err(error) => error.panic(),
    }
}

/// Makes a list of known pieces whose end offsets take one byte. Returns `None` for other pieces,
/// and if the allocator returns no memory.
#[inline]
fn short<P: Pieces>(pieces: &P) -> Option<Packed> {
    let mut buffer = TextBuffer::new();
    let form = short_form(pieces, &mut buffer)?;
    // SAFETY: it is the form of `COUNT` strings.
    unsafe { form.pack(P::COUNT) }.ok()
}

/// Writes known pieces into a buffer. Returns `None` for other pieces, and for a long payload.
#[inline]
fn short_form<'a, P: Pieces>(pieces: &P, buffer: &'a mut TextBuffer) -> Option<Form<'a>> {
    if P::COUNT == 0 {
        return Some(Form::Inline(Packed::EMPTY));
    }
    if P::COUNT > ONE_BYTE_MAX || !is_short(pieces, P::COUNT) {
        return None;
    }
    let payload = buffer.start();
    // SAFETY: each piece is known; the buffer has room for `COUNT` offsets, `max_len` bytes and
    // `SLACK`.
    let end = unsafe { pieces.write_payload(payload, payload.wrapping_add(P::COUNT)) };
    let len = end.addr() - payload.addr();
    // SAFETY: the buffer begins with the payload of `COUNT` strings, of `len` bytes, and has `SLACK`
    // more; it is borrowed for `'a`.
    unsafe { Form::short(payload, len, P::COUNT) }
}

/// Makes a list of pieces of any length, and formats those that are not known.
#[inline(never)]
fn long<P: Pieces>(pieces: &P) -> Result<StrList, CaptureError> {
    if P::COUNT > STACK_VALUES {
        let mut builder = StrListBuilder::new();
        pieces.push(&mut builder)?;
        return builder.try_finish();
    }
    let mut buffer = StackBuffer::new();
    let form = buffer.append(pieces)?;
    // SAFETY: it is the form of `COUNT` strings.
    let packed = unsafe { form.pack(P::COUNT) }?;
    Ok(StrList { packed })
}

/// Lends a list of pieces of any length, and formats those that are not known.
#[inline(never)]
fn long_lent<P: Pieces, R>(
    pieces: &P,
    read: impl FnOnce(&StrList) -> R,
) -> Result<R, CaptureError> {
    if P::COUNT > STACK_VALUES {
        return long(pieces).map(|list| read(&list));
    }
    let mut buffer = StackBuffer::new();
    let form = buffer.append(pieces)?;
    // SAFETY: it is the form of `COUNT` strings.
    unsafe { form.lend(P::COUNT, read) }
}
