//! Writing of lists whose end offsets take one byte each, on the stack.
#![allow(unsafe_code)]
#![expect(
    clippy::cast_possible_truncation,
    reason = "an end offset that does not fit in a byte is never read"
)]

use super::layout::{Form, INLINE, ONE_BYTE_MAX, Packed, Payload};
use crate::capture::buffer::{Buffer, SLACK, Text, TextBuffer};
use crate::capture::pieces::{Pieces, is_short};

/// Writes known pieces into a buffer. Returns `None` for other pieces, and for a long payload.
#[inline]
pub(super) fn short<'a, P: Pieces>(pieces: &P, buffer: &'a mut TextBuffer) -> Option<Form<'a>> {
    if P::COUNT == 0 {
        return Some(Form::Inline(Packed::EMPTY));
    }
    if P::COUNT > ONE_BYTE_MAX || !is_short(pieces, P::COUNT) {
        return None;
    }
    let payload = buffer.start();
    let record_end = |index: usize, end: *mut u8| {
        let offset = (end.addr() - payload.addr()) as u8;
        // SAFETY: `write_known` passes indices below `COUNT`, and the buffer has as many bytes.
        unsafe { payload.wrapping_add(index).write(offset) };
    };
    // SAFETY: each piece is known; the buffer has room for `COUNT` offsets, `max_len` bytes and
    // `SLACK`.
    let end = unsafe { pieces.write_known(payload.wrapping_add(P::COUNT), &record_end) };
    // SAFETY: the buffer begins with the ends of `COUNT` strings and their texts, up to `end`.
    unsafe { form(buffer, end.addr() - payload.addr(), P::COUNT) }
}

/// Returns the list in a buffer, or `None` if it is longer than [`ONE_BYTE_MAX`].
///
/// # Safety
///
/// The buffer must begin with `len` bytes of `count` strings: an end offset for each, truncated, and
/// then the texts.
#[inline]
unsafe fn form<const N: usize>(
    buffer: &mut Buffer<N>,
    len: usize,
    count: usize,
) -> Option<Form<'_>> {
    if len <= INLINE {
        // SAFETY: these bytes are initialised, by the caller's promise, and fewer than `SLACK`.
        let bytes = unsafe { buffer.first_word(len) };
        // SAFETY: the bytes are the payload of `count` strings, of at most `INLINE` bytes, and then
        // zeros.
        return Some(Form::Inline(unsafe { Packed::inline(bytes, count) }));
    }
    if len > ONE_BYTE_MAX {
        return None;
    }
    // SAFETY: these bytes are initialised, by the caller's promise.
    let payload = unsafe { buffer.bytes(len) };
    // SAFETY: the bytes are the payload of `count` strings, longer than `INLINE`, with offsets of one
    // byte, which no offset exceeds.
    Some(Form::Stack(unsafe { Payload::new(payload, count, 0) }))
}

impl Packed {
    /// Makes a list whose end offsets take one byte. Returns `None` for a longer list, and if the
    /// allocator returns no memory.
    ///
    /// PERF: this takes half the instructions of `from_pieces`, which reads each string twice.
    #[inline]
    pub(super) fn from_short<T: AsRef<str>>(strings: &[T]) -> Option<Self> {
        let count = strings.len();
        if count == 0 || count > ONE_BYTE_MAX {
            return None;
        }
        let mut buffer = Buffer::<{ ONE_BYTE_MAX + SLACK }>::new();
        let payload = buffer.start();
        let mut end = count;
        for (index, string) in strings.iter().enumerate() {
            let text = string.as_ref();
            if text.len() > ONE_BYTE_MAX - end {
                return None;
            }
            // SAFETY: the buffer is valid for writes of `ONE_BYTE_MAX` bytes, of which the text takes
            // those from `end` on; it does not overlap the text, since no reference to it exists.
            unsafe { text.write(payload.wrapping_add(end)) };
            end += text.len();
            // SAFETY: `index` is below `count`, which is at most `ONE_BYTE_MAX`.
            unsafe { payload.wrapping_add(index).write(end as u8) };
        }
        // SAFETY: the buffer begins with the ends of `count` strings and their texts, `end` bytes.
        unsafe { form(&mut buffer, end, count) }?.pack().ok()
    }
}
