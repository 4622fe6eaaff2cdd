//! Writing of lists whose end offsets take one byte each, on the stack.
#![allow(unsafe_code)]
#![expect(
    clippy::cast_possible_truncation,
    reason = "an end offset that does not fit in a byte is never read"
)]

use core::cell::Cell;
use core::mem::MaybeUninit;

use super::chunk::{Chunk, Lengths};
use super::layout::{Form, ONE_BYTE_MAX, Packed};
use crate::capture::buffer::{self, Room, TextBuffer};
use crate::capture::pieces::{AllKnown, Pieces};

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
        let (ends, mut rest) = memory[..ONE_BYTE_MAX].split_at_mut_checked(count)?;
        for (string, end) in strings.iter().zip(ends) {
            let text = string.as_ref().as_bytes();
            let (target, behind) = rest.split_at_mut_checked(text.len())?;
            buffer::copy_to(text, target);
            rest = behind;
            end.write((ONE_BYTE_MAX - rest.len()) as u8);
        }
        let len = ONE_BYTE_MAX - rest.len();
        // SAFETY: the memory begins with an end offset of one byte for each of `count` strings, and then
        // their texts, `len` bytes together.
        unsafe { Self::new(memory, len, count, 0) }
    }

    /// Writes the strings of a chunk into memory. Returns `None` if their list is longer than
    /// [`ONE_BYTE_MAX`].
    #[inline]
    pub(super) fn of_chunk<const M: usize, const N: usize>(
        chunk: &Chunk<Room<M>>,
        memory: &'a mut Room<N>,
    ) -> Option<Self> {
        let (Lengths(lengths), text) = (chunk.lengths(), chunk.text());
        let count = lengths.len();
        let (ends, texts) = memory[..ONE_BYTE_MAX].split_at_mut_checked(count)?;
        buffer::copy_to(text.as_bytes(), texts.get_mut(..text.len())?);
        let mut last = count as u8;
        for (end, len) in ends.iter_mut().zip(lengths.iter().rev()) {
            last = last.wrapping_add(*len);
            end.write(last);
        }
        // SAFETY: the texts have less than 255 bytes, so that each length takes one byte (INVARIANT of
        // `Chunk`), and no sum wraps. The memory begins with the end of each string, and then the texts.
        unsafe { Self::new(memory, count + text.len(), count, 0) }
    }
}
