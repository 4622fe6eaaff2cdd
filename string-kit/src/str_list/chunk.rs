//! The chunks of a builder: buffers of fixed size for strings and their lengths.
//!
//! ```text
//! bytes   | text of string 0, 1, 2, ... --> | unwritten | <-- lengths 2, 1, 0 |
//!         0                             text_end   lengths_start             len
//! ```
//!
//! A length of up to 254 takes one byte. A larger one takes 8 bytes between two bytes of 255, so
//! that both the first and the last length can be read.
#![allow(unsafe_code)]

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem::MaybeUninit;
use core::ops::Range;
use core::{ptr, slice, str};

use super::layout::ONE_BYTE_MAX;
use crate::capture::buffer::{self, Room};
use crate::error::{TextError, TextErrorKind};
use crate::short_text;

/// The byte that marks a length over 254.
const LONG: u8 = u8::MAX;
/// The bytes of a length over 254, with its marks.
const LONG_BYTES: usize = 10;

/// The bytes of the chunk in a builder, which has the strings of a list with offsets of one byte.
pub(super) type Own = Room<ONE_BYTE_MAX>;

/// A buffer of strings, one after the other, and their lengths, on the heap or in the chunk itself.
///
/// INVARIANT: `bytes` is a box or an array, so that it always has the same bytes. `text_end <=
/// lengths_start <= bytes.len()`. The bytes before `text_end` are initialised and consist of whole
/// `&str`s. The bytes from `lengths_start` on are initialised and are the lengths of these strings,
/// in reverse order.
#[derive(Clone)]
pub(super) struct Chunk<B = Box<[MaybeUninit<u8>]>> {
    bytes: B,
    text_end: usize,
    lengths_start: usize,
}

impl Chunk<Own> {
    #[inline]
    pub(super) const fn new() -> Self {
        Self {
            bytes: buffer::uninit(),
            text_end: 0,
            lengths_start: ONE_BYTE_MAX,
        }
    }
}

impl Chunk {
    pub(super) fn try_with_size(size: usize) -> Result<Self, TextError> {
        let mut bytes = Vec::new();
        bytes
            .try_reserve_exact(size)
            .map_err(|_| TextErrorKind::Alloc)?;
        bytes.resize(size, MaybeUninit::uninit());
        Ok(Self {
            // The capacity is exact, so that this does not reallocate.
            bytes: bytes.into_boxed_slice(),
            text_end: 0,
            lengths_start: size,
        })
    }

    pub(super) fn size(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn has_strings(&self) -> bool {
        self.lengths_start < self.bytes.len()
    }
}

/// Returns the number of bytes that a string of `len` bytes takes, its length included.
pub(super) fn room_for(len: usize) -> usize {
    let length = if len < usize::from(LONG) {
        1
    } else {
        LONG_BYTES
    };
    len.saturating_add(length)
}

/// Returns the largest number of bytes that so many strings can take, their lengths included, or
/// `None` if it overflows.
pub(super) fn room_for_all(strings: usize, bytes: usize) -> Option<usize> {
    let long = strings.min(bytes / usize::from(LONG));
    strings
        .checked_add(bytes)?
        .checked_add(long.checked_mul(LONG_BYTES - 1)?)
}

impl<B: AsRef<[MaybeUninit<u8>]> + AsMut<[MaybeUninit<u8>]>> Chunk<B> {
    pub(super) fn clear(&mut self) {
        self.text_end = 0;
        self.lengths_start = self.bytes.as_ref().len();
    }

    /// Appends a string whose length takes one byte and returns `true`, or returns `false` for a
    /// longer one, and if there is no room for it. PERF: 20 instructions and the copy; checked
    /// slices took 40.
    #[inline]
    pub(super) fn push_short(&mut self, string: &str) -> bool {
        let len = string.len();
        // PERF: a builder's own chunk has no room for a longer string.
        let is_short = size_of::<B>() == size_of::<Own>() || len < usize::from(LONG);
        // No overflow: no `&str` is longer than `isize::MAX`.
        let fits = is_short && self.text_end + len < self.lengths_start;
        if fits {
            // SAFETY: the text and one byte fit; `lengths` reads a byte below `LONG` as a length.
            // `len` is such a byte: in an own chunk too, which has `ONE_BYTE_MAX` bytes for the
            // text and this one.
            unsafe { self.append(string, &len.to_le_bytes()[..1]) };
        }
        fits
    }

    /// Appends a string and returns `true`, or returns `false` if the chunk has no room for it.
    pub(super) fn push(&mut self, string: &str) -> bool {
        self.push_short(string) || self.push_sized(string, string.len(), 0)
    }

    /// Appends to the last string and returns `true`, or returns `false` if there is none or no
    /// room.
    pub(super) fn push_str(&mut self, text: &str) -> bool {
        let last = self.last_len();
        last.is_some_and(|(len, bytes)| self.push_sized(text, len + text.len(), bytes))
    }

    /// Appends text, and puts a length in place of the last `replaced` bytes of lengths. Returns
    /// `false` if there is no room.
    fn push_sized(&mut self, text: &str, len: usize, replaced: usize) -> bool {
        let mut length = [LONG; LONG_BYTES];
        length[1..=8].copy_from_slice(&(len as u64).to_le_bytes());
        let length = if len < usize::from(LONG) {
            &length[1..2]
        } else {
            &length[..]
        };
        let lengths_start = self.lengths_start + replaced;
        let fits = text.len() + length.len() <= lengths_start - self.text_end;
        if fits {
            self.lengths_start = lengths_start;
            // SAFETY: the text and its length fit; `lengths` reads a byte below `LONG` as a length,
            // and eight bytes between two `LONG`s.
            unsafe { self.append(text, length) };
        }
        fits
    }

    /// Returns the length of the last string, and the number of bytes that the length takes.
    fn last_len(&self) -> Option<(usize, usize)> {
        let (&first, rest) = self.lengths().0.split_first()?;
        if first != LONG {
            return Some((first.into(), 1));
        }
        // The conversion succeeds, since the number was a `usize`.
        let len = usize::try_from(u64::from_le_bytes(*rest.first_chunk()?)).ok()?;
        Some((len, LONG_BYTES))
    }

    pub(super) fn last(&self) -> &str {
        let len = self.last_len().map_or(0, |(len, _)| len);
        &self.text()[self.text_end - len..]
    }

    pub(super) fn remove_last(&mut self) {
        if let Some((len, bytes)) = self.last_len() {
            self.text_end -= len;
            self.lengths_start += bytes;
        }
    }

    /// Writes a string behind the text, and its length in front of the other lengths.
    ///
    /// # Safety
    ///
    /// - `string` and `length` together must not be longer than the unwritten bytes.
    /// - `length` must be the length of `string` in the form that `lengths` reads.
    #[inline]
    unsafe fn append(&mut self, string: &str, length: &[u8]) {
        debug_assert!(string.len() + length.len() <= self.lengths_start - self.text_end);
        let bytes = self.bytes.as_mut().as_mut_ptr().cast::<u8>();
        let text = bytes.wrapping_add(self.text_end);
        self.text_end += string.len();
        let text_end = bytes.wrapping_add(self.text_end);
        self.lengths_start -= length.len();
        let lengths = bytes.wrapping_add(self.lengths_start);
        // SAFETY: `length` is readable as a slice; `lengths` is writable for as many bytes, which
        // lie between the new end of the text and the old `lengths_start` by the caller's promise;
        // bytes need no alignment; the two do not overlap, since `length` cannot borrow from this
        // chunk.
        unsafe { ptr::copy_nonoverlapping(length.as_ptr(), lengths, length.len()) };
        // PERF: last, so that no register is saved for the call that copies a longer text.
        // SAFETY: `text` is writable for as many bytes as `string` has, which lie between the old
        // `text_end` and `lengths_start` by the caller's promise; the two do not overlap, since
        // `&mut self` rules out that `string` borrows from this chunk.
        unsafe { short_text::copy(string.as_bytes(), text, text_end) };
    }

    /// Returns the bytes in a range.
    ///
    /// # Safety
    ///
    /// The range must lie in `bytes`, and must be initialised.
    #[inline]
    unsafe fn bytes(&self, range: Range<usize>) -> &[u8] {
        let start = self.bytes.as_ref().as_ptr().wrapping_add(range.start);
        // SAFETY: the range lies in `bytes` and is initialised, by the caller's promise; nobody
        // writes to it while `self` is borrowed.
        unsafe { slice::from_raw_parts(start.cast(), range.end - range.start) }
    }

    pub(super) fn text(&self) -> &str {
        // SAFETY: the bytes before `text_end` lie in `bytes`, initialised (INVARIANT).
        let text = unsafe { self.bytes(0..self.text_end) };
        // SAFETY: the bytes are whole `&str`s in sequence (INVARIANT), hence UTF-8.
        unsafe { str::from_utf8_unchecked(text) }
    }

    pub(super) fn lengths(&self) -> Lengths<'_> {
        let range = self.lengths_start..self.bytes.as_ref().len();
        // SAFETY: the bytes from `lengths_start` on lie in `bytes`, initialised (INVARIANT).
        Lengths(unsafe { self.bytes(range) })
    }

    pub(super) fn strings(&self) -> impl Iterator<Item = &str> {
        let mut rest = self.text();
        self.lengths().map(move |len| {
            let (string, behind) = rest.split_at(len);
            rest = behind;
            string
        })
    }
}

/// An iterator over the lengths in a chunk. It has the bytes of those that are left.
pub(super) struct Lengths<'a>(pub(super) &'a [u8]);

impl Iterator for Lengths<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let (&last, before) = self.0.split_last()?;
        if last != LONG {
            self.0 = before;
            return Some(usize::from(last));
        }
        let (before, long) = before.split_last_chunk()?;
        self.0 = &before[..before.len() - 1];
        // The conversion succeeds, since the number was a `usize`.
        usize::try_from(u64::from_le_bytes(*long)).ok()
    }
}
