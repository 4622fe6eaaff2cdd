//! The room at the end of a `String`, into which a text is written.
//!
//! ```text
//! String | its text    | written ......... | room ................. |
//!        0             start               start + len            start + most
//! ```
//!
//! INVARIANT: the first `len` bytes after `start` are written and are UTF-8, and `len <= most`; the
//! `String` is neither read nor moved until the text is finished. Each method checks its arguments, so that
//! no caller can break this.
#![allow(unsafe_code)]

use alloc::string::String;
use core::{ptr, slice};

use crate::error::ConcatError;

/// A text that is written behind that of a `String`. Dropped, it leaves the `String` as it was.
pub(super) struct Output<'a> {
    out: &'a mut String,
    start: *mut u8,
    len: usize,
    most: usize,
}

impl<'a> Output<'a> {
    /// Reserves room for `most` bytes: exactly that if the `String` is empty.
    ///
    /// # Errors
    ///
    /// `Alloc`; the `String` is unchanged.
    pub(super) fn new(out: &'a mut String, most: usize) -> Result<Self, ConcatError> {
        if out.is_empty() {
            out.try_reserve_exact(most)?;
        } else {
            out.try_reserve(most)?;
        }
        let len = out.len();
        // SAFETY: reading the address changes no byte.
        let start = unsafe { out.as_mut_vec() }.as_mut_ptr().wrapping_add(len);
        Ok(Self {
            out,
            start,
            len: 0,
            most,
        })
    }

    /// Returns the number of bytes that are written.
    #[inline]
    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// Writes a text.
    ///
    /// # Panics
    ///
    /// If there is no room for it.
    #[inline]
    pub(super) fn push(&mut self, text: &str) {
        assert!(text.len() <= self.most - self.len, "there is room");
        // SAFETY: the target has room for the text (INVARIANT), and no `&str` lies there: the room is
        // borrowed by this alone.
        unsafe { copy_text(text.as_bytes(), self.start.wrapping_add(self.len)) };
        self.len += text.len();
    }

    /// Writes once more the `len` bytes that were written at `place`.
    ///
    /// # Panics
    ///
    /// If these bytes are not written or cut a character, or there is no room for them.
    #[inline]
    pub(super) fn repeat(&mut self, place: usize, len: usize) {
        assert!(
            place <= self.len && len <= self.len - place,
            "it was written"
        );
        assert!(len <= self.most - self.len, "there is room");
        // SAFETY: so many bytes are written and are UTF-8 (INVARIANT), and none is written to while this
        // slice is looked at.
        let written = unsafe { slice::from_raw_parts(self.start, self.len) };
        // SAFETY: all that was written are whole texts, and so UTF-8 (INVARIANT).
        let written = unsafe { str::from_utf8_unchecked(written) };
        let source = written[place..place + len].as_ptr();
        // SAFETY:
        // - `source` is readable for `len` bytes, all of them before `self.len`;
        // - the target begins at `self.len` and has room for as many (INVARIANT), so the two are apart.
        unsafe { ptr::copy_nonoverlapping(source, self.start.wrapping_add(self.len), len) };
        self.len += len;
    }

    /// Makes the written text a part of the `String`.
    pub(super) fn finish(self) {
        let end = self.out.len() + self.len;
        // SAFETY: what is added is UTF-8 (INVARIANT).
        let bytes = unsafe { self.out.as_mut_vec() };
        // SAFETY: there is capacity for `most` bytes more, and `len` of them are written (INVARIANT).
        unsafe { bytes.set_len(end) };
    }
}

/// Copies a text, a short one by two moves that may overlap.
///
/// # Safety
///
/// `target` is valid for writes of as many bytes as the text has, and does not overlap with it.
#[inline]
unsafe fn copy_text(text: &[u8], target: *mut u8) {
    match text.len() {
        0 => {}
        // SAFETY: the text has 1 byte, and `target` has room for it, apart from it (the caller's promise).
        1 => unsafe { copy_ends::<1>(text, target) },
        // SAFETY: the text has 2 or 3 bytes, and `target` has room for them, apart from them.
        2..4 => unsafe { copy_ends::<2>(text, target) },
        // SAFETY: the text has 4 to 7 bytes, and `target` has room for them, apart from them.
        4..8 => unsafe { copy_ends::<4>(text, target) },
        // SAFETY: the text has 8 to 16 bytes, and `target` has room for them, apart from them.
        8..=16 => unsafe { copy_ends::<8>(text, target) },
        // SAFETY: the text has 17 to 32 bytes, and `target` has room for them, apart from them.
        17..=32 => unsafe { copy_ends::<16>(text, target) },
        // SAFETY: the text has 33 to 64 bytes, and `target` has room for them, apart from them.
        33..=64 => unsafe { copy_ends::<32>(text, target) },
        // SAFETY: the text is readable, `target` is writable for as many bytes, and they are apart.
        n => unsafe { ptr::copy_nonoverlapping(text.as_ptr(), target, n) },
    }
}

/// Copies a text of `K` to `2 * K` bytes as its first and its last `K` bytes, which may overlap.
///
/// # Safety
///
/// The text has `K` to `2 * K` bytes; `target` is valid for writes of as many, and does not overlap with it.
#[inline]
unsafe fn copy_ends<const K: usize>(text: &[u8], target: *mut u8) {
    let tail = text.len() - K;
    let (first, last) = (text.as_ptr(), text.as_ptr().wrapping_add(tail));
    // SAFETY: the text and the target have at least `K` bytes, and do not overlap.
    unsafe { ptr::copy_nonoverlapping(first, target, K) };
    // SAFETY: the last `K` bytes of each are within it, and the text and the target do not overlap.
    unsafe { ptr::copy_nonoverlapping(last, target.wrapping_add(tail), K) };
}
