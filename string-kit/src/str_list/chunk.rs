//! Strings in the making: bytes that never move.
//!
//! ```text
//! bytes   | text of string 0, 1, 2, ... -->  unused  <-- lengths 2, 1, 0 |
//!         0                              text_end   lengths_start        len
//! ```
//!
//! A length is one byte up to 254; a longer one is a byte of 255 and, in front of it, 8 bytes.
//!
//! PERF: a chunk is zeroed when it is made, so that it is plain bytes and no `unsafe` but for
//! reading them as text; over 1,000 strings of 9 bytes that is one instruction in two hundred.
#![allow(unsafe_code)]

use alloc::vec::Vec;
use core::{iter, str};

use crate::CaptureError;

/// What a length over 254 begins with.
const LONG: u8 = u8::MAX;
/// The bytes of a length over 254, less its first.
const LONG_BYTES: usize = 8;

/// Some strings, one after the other.
///
/// INVARIANT: `text_end <= lengths_start <= bytes.len()`; the bytes before `text_end` are whole
/// `&str`s, whose lengths lie from `lengths_start` on, the first of them last.
#[derive(Clone)]
pub(super) struct Chunk {
    bytes: Vec<u8>,
    text_end: usize,
    lengths_start: usize,
}

impl Chunk {
    /// A chunk of so many bytes, text and lengths together.
    pub(super) fn try_with_size(size: usize) -> Result<Self, CaptureError> {
        let mut bytes = Vec::new();
        bytes
            .try_reserve_exact(size)
            .map_err(|_| CaptureError::Alloc)?;
        bytes.resize(size, 0);
        Ok(Self {
            bytes,
            text_end: 0,
            lengths_start: size,
        })
    }

    /// The bytes that a string of this length takes.
    #[inline]
    pub(super) fn room_for(len: usize) -> usize {
        let length = if len < usize::from(LONG) {
            1
        } else {
            1 + LONG_BYTES
        };
        // No overflow: no `&str` is longer than `isize::MAX`.
        len + length
    }

    /// How many bytes it has, used or not.
    pub(super) fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Appends a string, if there is room for it.
    #[inline]
    pub(super) fn push(&mut self, string: &str) -> bool {
        let len = string.len();
        let room = self.lengths_start - self.text_end;
        if Self::room_for(len) > room {
            return false;
        }
        let text_end = self.text_end + len;
        self.bytes[self.text_end..text_end].copy_from_slice(string.as_bytes());
        self.text_end = text_end;
        self.lengths_start -= 1;
        let short = u8::try_from(len).unwrap_or(LONG);
        self.bytes[self.lengths_start] = short;
        if short == LONG {
            let behind = self.lengths_start;
            self.lengths_start -= LONG_BYTES;
            let long = (len as u64).to_le_bytes();
            self.bytes[self.lengths_start..behind].copy_from_slice(&long);
        }
        true
    }

    /// All strings, one after the other.
    pub(super) fn text(&self) -> &str {
        // SAFETY: they are whole `&str`s (INVARIANT).
        unsafe { str::from_utf8_unchecked(&self.bytes[..self.text_end]) }
    }

    /// The length of each string, in order.
    pub(super) fn lengths(&self) -> impl Iterator<Item = usize> {
        let mut rest = &self.bytes[self.lengths_start..];
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
}
