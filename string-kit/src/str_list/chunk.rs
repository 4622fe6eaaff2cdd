//! Strings in the making: bytes that never move.
//!
//! ```text
//! bytes   | text of string 0, 1, 2, ... --> | unwritten | <-- lengths 2, 1, 0 |
//!         0                             text_end   lengths_start             len
//! ```
//!
//! A length is one byte up to 254; a longer one is a byte of 255 and, in front of it, 8 bytes.
#![allow(unsafe_code)]

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem::MaybeUninit;
use core::{iter, ptr, slice, str};

use crate::error::{CaptureError, CaptureErrorKind};

/// What a length over 254 begins with.
const LONG: u8 = u8::MAX;
/// The bytes of a length over 254, less its first.
const LONG_BYTES: usize = 8;

/// Some strings, one after the other.
///
/// INVARIANT: `text_end <= lengths_start <= bytes.len()`. The bytes before `text_end` are written,
/// and are whole `&str`s; those from `lengths_start` on are written, and are the lengths of these,
/// the first of them last.
#[derive(Clone)]
pub(super) struct Chunk {
    bytes: Box<[MaybeUninit<u8>]>,
    text_end: usize,
    lengths_start: usize,
}

impl Chunk {
    /// A chunk of so many bytes, text and lengths together.
    pub(super) fn try_with_size(size: usize) -> Result<Self, CaptureError> {
        let mut bytes = Vec::new();
        bytes
            .try_reserve_exact(size)
            .map_err(|_| CaptureErrorKind::Alloc)?;
        // SAFETY: the capacity is at least `size`, and a `MaybeUninit` need not be written.
        unsafe { bytes.set_len(size) };
        Ok(Self {
            // It has no slack to give back.
            bytes: bytes.into_boxed_slice(),
            text_end: 0,
            lengths_start: size,
        })
    }

    /// The bytes that a string of this length takes.
    pub(super) fn room_for(len: usize) -> usize {
        let length = if len < usize::from(LONG) {
            1
        } else {
            1 + LONG_BYTES
        };
        // No overflow: no `&str` is longer than `isize::MAX`.
        len + length
    }

    /// The most bytes that so many strings of so many bytes in all take, if a number can say it.
    pub(super) fn room_for_all(strings: usize, bytes: usize) -> Option<usize> {
        let long = strings.min(bytes / usize::from(LONG));
        strings
            .checked_add(bytes)?
            .checked_add(long.checked_mul(LONG_BYTES)?)
    }

    /// How many bytes it has, used or not.
    pub(super) fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Whether it has any string; all of them may be empty.
    pub(super) fn has_strings(&self) -> bool {
        self.lengths_start < self.bytes.len()
    }

    /// How many bytes of text it has.
    pub(super) fn text_len(&self) -> usize {
        self.text_end
    }

    /// Appends a string, if there is room for it.
    ///
    /// PERF: 20 instructions and a `memcpy` for a short one; slices with their checks took 40.
    #[inline]
    pub(super) fn push(&mut self, string: &str) -> bool {
        let len = string.len();
        let room = self.lengths_start - self.text_end;
        match u8::try_from(len) {
            Ok(short) if short != LONG && len < room => {
                // SAFETY: there is room for the text and one byte.
                unsafe { self.append(string, &[short]) };
                true
            }
            _ => self.push_long(string, room),
        }
    }

    /// Appends a string for which a length of one byte does not do, or else for which there is no
    /// room.
    #[cold]
    fn push_long(&mut self, string: &str, room: usize) -> bool {
        let len = string.len();
        if Self::room_for(len) > room {
            return false;
        }
        let mut length = [LONG; LONG_BYTES + 1];
        length[..LONG_BYTES].copy_from_slice(&(len as u64).to_le_bytes());
        // SAFETY: there is room for the text and the nine bytes.
        unsafe { self.append(string, &length) };
        true
    }

    /// Writes a string to the end of the text, and its length before the other lengths.
    ///
    /// # Safety
    ///
    /// There is room for both, and the length is one that `lengths` reads.
    #[inline]
    unsafe fn append(&mut self, string: &str, length: &[u8]) {
        debug_assert!(string.len() + length.len() <= self.lengths_start - self.text_end);
        self.lengths_start -= length.len();
        let bytes = self.bytes.as_mut_ptr().cast::<u8>();
        let (text, lengths) = (
            bytes.wrapping_add(self.text_end),
            bytes.wrapping_add(self.lengths_start),
        );
        // SAFETY: there is room between `text_end` and `lengths_start`, which nobody else borrows.
        unsafe { ptr::copy_nonoverlapping(string.as_ptr(), text, string.len()) };
        // SAFETY: as above, behind the text.
        unsafe { ptr::copy_nonoverlapping(length.as_ptr(), lengths, length.len()) };
        self.text_end += string.len();
    }

    /// All strings, one after the other.
    pub(super) fn text(&self) -> &str {
        let text = self.bytes.as_ptr().cast();
        // SAFETY: the bytes before `text_end` are written (INVARIANT).
        let text = unsafe { slice::from_raw_parts(text, self.text_end) };
        // SAFETY: they are whole `&str`s (INVARIANT).
        unsafe { str::from_utf8_unchecked(text) }
    }

    /// The length of each string, in order.
    pub(super) fn lengths(&self) -> impl Iterator<Item = usize> {
        let lengths = &self.bytes[self.lengths_start..];
        // SAFETY: the bytes from `lengths_start` on are written (INVARIANT).
        let mut rest = unsafe { lengths.assume_init_ref() };
        iter::from_fn(move || {
            let (&first, before) = rest.split_last()?;
            rest = before;
            if first != LONG {
                return Some(usize::from(first));
            }
            let (before, long) = rest.split_last_chunk()?;
            rest = before;
            // It was a `usize` before.
            usize::try_from(u64::from_le_bytes(*long)).ok()
        })
    }

    /// The strings, in order.
    pub(super) fn strings(&self) -> impl Iterator<Item = &str> {
        let mut rest = self.text();
        self.lengths().map(move |len| {
            let (string, behind) = rest.split_at(len);
            rest = behind;
            string
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    #[test]
    fn lengths_on_both_sides_of_a_byte_come_back_in_order() {
        let lengths = [0, 1, 253, 254, 255, 256, 257, 70_000, 0, 254];
        let size = lengths.iter().map(|&len| Chunk::room_for(len)).sum();
        let mut chunk = Chunk::try_with_size(size).unwrap();
        for len in lengths {
            let string: String = iter::repeat_n('x', len).collect();
            assert!(chunk.push(&string));
        }
        assert!(chunk.lengths().eq(lengths));
        assert_eq!(chunk.text().len(), lengths.iter().sum());
        assert!(!chunk.push(""), "the chunk is full");
    }

    #[test]
    fn room_for_all_is_room_for_each() {
        for len in [0, 1, 254, 255, 256, 1_000] {
            for count in [0, 1, 2, 10] {
                let room = Chunk::room_for_all(count, count * len).unwrap();
                assert!(
                    room >= count * Chunk::room_for(len),
                    "{count} of {len} bytes"
                );
            }
        }
        // Long and short ones together.
        let room = Chunk::room_for_all(3, 256 + 255).unwrap();
        assert!(room >= Chunk::room_for(256) + Chunk::room_for(255) + Chunk::room_for(0));
        assert_eq!(Chunk::room_for_all(1, usize::MAX), None);
        assert_eq!(Chunk::room_for_all(usize::MAX / 2, usize::MAX / 2), None);
        assert_eq!(Chunk::room_for_all(0, usize::MAX), Some(usize::MAX));
    }

    #[test]
    fn a_string_that_does_not_fit_leaves_a_chunk_as_it_was() {
        for len in [0, 1, 254, 255, 256] {
            let string: String = iter::repeat_n('x', len).collect();
            let mut chunk = Chunk::try_with_size(Chunk::room_for(len) - 1).unwrap();
            assert!(!chunk.push(&string));
            assert_eq!(chunk.lengths().count(), 0);
            let mut chunk = Chunk::try_with_size(Chunk::room_for(len)).unwrap();
            assert!(chunk.push(&string));
            assert!(chunk.strings().eq([string.as_str()]));
        }
    }
}
