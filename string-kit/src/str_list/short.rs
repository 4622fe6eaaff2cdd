//! Writing of lists whose end offsets take one byte each, on the stack.
#![allow(unsafe_code)]
#![expect(
    clippy::cast_possible_truncation,
    reason = "an end offset that does not fit in a byte is never read"
)]

use core::cell::Cell;
use core::mem::MaybeUninit;

use super::chunk::{Chunk, Lengths, Own};
use super::layout::{Form, ONE_BYTE_MAX, Packed};
use crate::capture::buffer::{self, Room, TextBuffer};
use crate::capture::pieces::{AllKnown, Pieces};
use crate::short_text;

/// Writes known pieces into memory. Returns `None` for other pieces, and for a long payload.
#[inline]
pub(super) fn short<'a, P: Pieces>(pieces: &P, memory: &'a mut TextBuffer) -> Option<Form<'a>> {
    if P::COUNT == 0 {
        return Some(Form::Inline(Packed::EMPTY));
    }
    if !P::KNOWN {
        return None;
    }
    let start = memory.as_ptr().addr();
    let (ends, texts) = memory.split_at_mut(P::COUNT);
    let ends = Cell::from_mut(ends).as_slice_of_cells();
    let record_end =
        |index: usize, end: usize| ends[index].set(MaybeUninit::new((end - start) as u8));
    let end = buffer::write(AllKnown(pieces, &record_end), texts)?;
    // SAFETY: the memory begins with an end offset of one byte for each of `COUNT` strings, perhaps
    // truncated, and then their texts, up to `end`.
    unsafe { Form::new(memory, end - start, P::COUNT, 0) }
}

impl<'a> Form<'a> {
    /// Writes strings into memory. Returns `None` if their list is longer than [`ONE_BYTE_MAX`].
    ///
    /// PERF: this takes half the instructions of `from_pieces`, which reads each string twice.
    #[inline]
    pub(super) fn of_strings<T: AsRef<str>, const N: usize>(
        strings: &[T],
        memory: &'a mut Room<N>,
    ) -> Option<Self> {
        let count = strings.len();
        let (ends, texts) = memory[..ONE_BYTE_MAX].split_at_mut_checked(count)?;
        let mut to = texts.as_mut_ptr().cast::<u8>();
        let mut len = count;
        for (string, end) in strings.iter().zip(ends) {
            let text = string.as_ref().as_bytes();
            // No overflow: no `&str` is longer than `isize::MAX`.
            len += text.len();
            if len > ONE_BYTE_MAX {
                return None;
            }
            let text_end = to.wrapping_add(text.len());
            // SAFETY: the texts so far end before the end of `texts`, at `text_end`; `texts` is
            // borrowed mutably, so that the text is elsewhere.
            unsafe { short_text::copy(text, to, text_end) };
            to = text_end;
            end.write(len as u8);
        }
        // SAFETY: the memory begins with an end offset of one byte for each of `count` strings, and
        // then their texts, `len` bytes together.
        unsafe { Self::new(memory, len, count, 0) }
    }

    /// Writes the strings of a builder's own chunk into memory. The result is not `None`.
    #[inline]
    pub(super) fn of_chunk<const N: usize>(
        chunk: &Chunk<Own>,
        memory: &'a mut Room<N>,
    ) -> Option<Self> {
        let (Lengths(lengths), text) = (chunk.lengths(), chunk.text());
        let count = lengths.len();
        let (ends, texts) = memory.split_at_mut_checked(count)?;
        short_text::copy_to(text.as_bytes(), texts.get_mut(..text.len())?);
        let mut last = count as u8;
        for (end, len) in ends.iter_mut().zip(lengths.iter().rev()) {
            last = last.wrapping_add(*len);
            end.write(last);
        }
        // SAFETY: a chunk has at most 255 bytes of text and lengths, so that no sum wraps. The
        // memory begins with the end of each string, and then the texts.
        unsafe { Self::new(memory, count + text.len(), count, 0) }
    }
}
