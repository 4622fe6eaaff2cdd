//! The buffer that text is formatted into: first on the stack, then on the heap if the text is
//! long.
//!
//! ```text
//! len <= STACK_BYTES
//! buf    | head | text ................. | uninitialised |
//!        0      start                    len             STACK_BYTES
//!
//! len > STACK_BYTES
//! buf    | head | stale ................................ |
//! spill  | text ............................................. |
//! ```
//!
//! `buf` is followed by a gap, then by `start`, `len` and `spill`.
//!
//! The head is space that a caller reserves in front of the text. `StrList` writes its end offsets
//! there, and then copies head and text out at once. All other callers have an empty head.
//!
//! INVARIANT:
//! - while `len <= STACK_BYTES`, the first `len` bytes of `buf` are initialised;
//! - if the head is not empty, the first [`ZEROED_HEAD`] bytes of `buf` are initialised;
//! - `buf[start..len]`, or `spill` once `len > STACK_BYTES`, is a sequence of whole `&str`s, which
//!   makes it UTF-8;
//! - `start` never changes while text is written;
//! - no reference into `buf` exists while a [`Writer`] writes.
#![allow(unsafe_code)]

use alloc::vec::Vec;
use core::cell::{Cell, UnsafeCell};
use core::fmt::{self, Display, Write};
use core::mem::MaybeUninit;
use core::{mem, slice, str};

use super::buffer::{SLACK, Text, copy};
use crate::error::{CaptureError, CaptureErrorKind};

/// The longest text, in bytes, that is captured without a temporary buffer on the heap.
///
/// The buffer on the stack is not zeroed: a short text touches only the cache lines that it fills.
pub const STACK_BYTES: usize = 4096;

/// The number of bytes at the front of the buffer that are zeroed when a head is reserved.
pub(crate) const ZEROED_HEAD: usize = 16;

/// The value of `len` after an allocation failed. It is more than `STACK_BYTES`, so every later
/// write takes the path that checks it.
const FAILED: usize = isize::MAX as usize;

/// The number of bytes between `buf` and the fields behind it.
const GAP: usize = 256;

/// A buffer for the text of a value, filled by its `Display` and read by its string type.
///
/// PERF: the layout makes the time of a capture depend less on the stack's address, which differs
/// from process to process. Measured on Zen 4, with the ratio of `StrList::capture` of five slices
/// to `Vec<String>`; the slices hold 10 values:
/// - Alignment: one store of 16 bytes zeroes `buf[..ZEROED_HEAD]`, and one zeroes `start` and `len`.
///   Unaligned, both cross a page boundary at one of the 256 stack offsets: the ratio there was
///   0.81 instead of 0.51. Aligned, it was at most 0.54 at every offset (medians of 7 processes).
///   The stack itself is aligned to 16 bytes, so no function has to realign it.
/// - Gap: without it, `len` lies 4,096 bytes behind `buf[0]`, and their addresses have the same low
///   12 bits. The ratio was 6 % above its median or more on 3.7 % of 2,304 stack pages, and with
///   the gap on 1.4 %. On Zen 5, the slow pages were 6 %, and 8 to 14 % slower.
/// - Order: alignment and gap cost no instruction. With the fields in front of `buf`, a text's
///   address takes one more addition: 6 more instructions for the 2,228 of `StrList`, and 12 more
///   for the 4,911 of `Box<[String]>`.
#[repr(C, align(16))]
pub(crate) struct Scratch {
    buf: UnsafeCell<[MaybeUninit<u8>; STACK_BYTES]>,
    _gap: [MaybeUninit<u8>; GAP],
    start: usize,
    len: Cell<usize>,
    spill: Cell<Vec<u8>>,
}

// Both stores of 16 bytes are aligned, and no field lies a page behind the first bytes of the text.
const _: () = {
    assert!(mem::align_of::<Scratch>() == ZEROED_HEAD);
    assert!(mem::offset_of!(Scratch, buf) == 0);
    assert!(mem::offset_of!(Scratch, start) == STACK_BYTES + GAP);
    assert!((STACK_BYTES + GAP).is_multiple_of(ZEROED_HEAD));
};

/// The `fmt::Write` that fills a [`Scratch`].
pub(crate) struct Writer<'a>(&'a Scratch);

impl Scratch {
    /// Creates an empty buffer.
    ///
    /// PERF: the body is one struct expression, with an inline const for each byte. A plain
    /// `[MaybeUninit::uninit(); N]` would be zeroed by `memset` (4,100 instructions a capture, and
    /// 14 for the gap). An array that is written to before it is returned would be copied by
    /// `memcpy` (420).
    #[inline]
    pub(crate) const fn new() -> Self {
        Self {
            buf: UnsafeCell::new([const { MaybeUninit::uninit() }; STACK_BYTES]),
            _gap: [const { MaybeUninit::uninit() }; GAP],
            start: 0,
            len: Cell::new(0),
            spill: Cell::new(Vec::new()),
        }
    }

    /// Reserves a head of `head` zero bytes in front of the text.
    ///
    /// # Panics
    ///
    /// Panics if there is text already, or if `head` is more than `STACK_BYTES`.
    #[inline]
    pub(crate) fn set_head(&mut self, head: usize) {
        assert!(self.len.get() == 0, "the head comes before the text");
        let buf = self.buf.get_mut();
        buf[..ZEROED_HEAD].fill(MaybeUninit::new(0));
        if head > ZEROED_HEAD {
            buf[ZEROED_HEAD..head].fill(MaybeUninit::new(0));
        }
        self.start = head;
        self.len.set(head);
    }

    /// Zeroes the bytes behind a short text, up to `ZEROED_HEAD`, over which
    /// [`append_known`](Self::append_known) may have written.
    #[inline]
    pub(crate) fn zero_slack(&mut self) {
        if let Some(slack) = self.buf.get_mut()[..ZEROED_HEAD].get_mut(self.len.get()..) {
            slack.fill(MaybeUninit::new(0));
        }
    }

    /// Returns a writer that appends text.
    #[inline]
    pub(crate) fn writer(&self) -> Writer<'_> {
        Writer(self)
    }

    /// Returns the length of head and text together, in bytes.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len.get()
    }

    /// Writes byte `index` of the head.
    ///
    /// # Safety
    ///
    /// The head must be longer than `index` bytes.
    #[inline]
    pub(crate) unsafe fn set_head_byte(&self, index: usize, byte: u8) {
        // SAFETY:
        // - the pointer is valid for a write of one byte: the caller promises that the head is
        //   longer than `index`, and the head lies in `buf`, an `UnsafeCell`; a `u8` needs no
        //   alignment;
        // - no reference to the byte exists: only `&mut self` methods and `take_text` lend `buf`
        //   out, and `take_text` lends the text, which starts after the head.
        unsafe { *self.at(index) = byte };
    }

    /// Returns head and text as one slice.
    ///
    /// # Panics
    ///
    /// Panics if the text is on the heap.
    #[inline]
    pub(crate) fn head_and_text(&mut self) -> &[u8] {
        let written = &self.buf.get_mut()[..self.len.get()];
        // SAFETY: pointer and length are those of `written`, so neither null nor misaligned nor too
        // long; its bytes are the first `len` bytes of `buf`, with `len <= STACK_BYTES`, and so
        // initialised (INVARIANT); nobody writes to them while `self` is borrowed.
        unsafe { slice::from_raw_parts(written.as_ptr().cast(), written.len()) }
    }

    /// Returns the first bytes: head, then text, then zeros or stale text.
    ///
    /// # Panics
    ///
    /// Panics if there is no head.
    #[inline]
    pub(crate) fn first_bytes(&mut self) -> [u8; ZEROED_HEAD] {
        assert!(self.start > 0);
        let first = self.buf.get_mut().first_chunk::<ZEROED_HEAD>();
        let first = first.expect("STACK_BYTES is more than ZEROED_HEAD");
        // SAFETY: the byte is initialised, since the head is not empty (INVARIANT).
        first.map(|byte| unsafe { byte.assume_init() })
    }

    /// Turns the result of `fmt::write` into the result of the formatting pass.
    ///
    /// # Errors
    ///
    /// `Alloc` if memory ran out for the text, else `Format` if `formatted` is an error.
    #[inline]
    pub(crate) fn finish(&self, formatted: fmt::Result) -> Result<(), CaptureError> {
        if self.len.get() == FAILED {
            Err(CaptureErrorKind::Alloc.into())
        } else {
            formatted.map_err(|fmt::Error| CaptureErrorKind::Format.into())
        }
    }

    /// Calls `read` with the text, then removes the text. `read` must not write to this buffer.
    ///
    /// # Errors
    ///
    /// `Alloc` if part of the text is missing because memory ran out.
    #[inline]
    pub(crate) fn take_text<R>(&self, read: impl FnOnce(&str) -> R) -> Result<R, CaptureError> {
        let len = self.len.get();
        if len > STACK_BYTES {
            return self.take_spilled_text(read);
        }
        // SAFETY:
        // - the bytes are readable: `start <= len <= STACK_BYTES`, so they lie in `buf`;
        // - they are initialised (INVARIANT), and a `u8` needs no alignment;
        // - nothing writes to them while `read` runs: the only writer, if there is one, is lent to
        //   a `Formatter`, and the function that holds the `Formatter` waits for `read` to return;
        // - the length is at most `STACK_BYTES`, far below `isize::MAX`.
        let text = unsafe { slice::from_raw_parts(self.at(self.start), len - self.start) };
        // SAFETY: `text` is `buf[start..len]`, a sequence of whole `&str`s (INVARIANT), so UTF-8.
        let result = read(unsafe { str::from_utf8_unchecked(text) });
        self.len.set(self.start);
        Ok(result)
    }

    /// Does the work of `take_text` for a text on the heap. Keeps the heap buffer for the next
    /// text.
    #[cold]
    #[inline(never)]
    fn take_spilled_text<R>(&self, read: impl FnOnce(&str) -> R) -> Result<R, CaptureError> {
        if self.len.get() == FAILED {
            return Err(CaptureErrorKind::Alloc.into());
        }
        let mut spill = self.spill.take();
        self.len.set(self.start);
        // SAFETY: `spill` is a sequence of whole `&str`s while `len > STACK_BYTES` (INVARIANT), so
        // UTF-8. If a part of the text is missing, this function has returned `Alloc` above.
        let result = read(unsafe { str::from_utf8_unchecked(&spill) });
        spill.clear();
        self.spill.set(spill);
        Ok(result)
    }

    /// Appends the text of a value of a known type, without `core::fmt` if it fits on the stack.
    ///
    /// # Errors
    ///
    /// `Alloc` if memory runs out for a longer text.
    pub(crate) fn append_known(&self, value: impl Text) -> Result<(), CaptureError> {
        let len = self.len.get();
        let room = STACK_BYTES.saturating_sub(len);
        if room < SLACK || value.max_len() > room - SLACK {
            return self.append_display(&value);
        }
        // SAFETY: `max_len` bytes and `SLACK` more fit into `buf` behind the text; the value does not
        // lie there, since no reference into `buf` exists (INVARIANT).
        let end = unsafe { value.write(self.at(len)) };
        self.len.set(end.addr() - self.at(0).addr());
        Ok(())
    }

    /// Appends the text of a value by its `Display`.
    ///
    /// # Errors
    ///
    /// Those of [`finish`](Self::finish).
    pub(crate) fn append_display(&self, value: &dyn Display) -> Result<(), CaptureError> {
        let formatted = fmt::write(&mut self.writer(), format_args!("{value}"));
        self.finish(formatted)
    }

    /// Returns a pointer to the byte of `buf` at `offset`, which is at most `STACK_BYTES`.
    #[inline]
    fn at(&self, offset: usize) -> *mut u8 {
        self.buf.get().cast::<u8>().wrapping_add(offset)
    }

    /// Appends a text that does not fit on the stack: first moves the text from there to the heap.
    #[cold]
    #[inline(never)]
    fn write_spilled(&self, text: &str) -> fmt::Result {
        let len = self.len.get();
        if len == FAILED {
            return Err(fmt::Error);
        }
        let mut spill = self.spill.take();
        let moved = if len <= STACK_BYTES {
            len - self.start
        } else {
            0
        };
        if spill.try_reserve(moved + text.len()).is_err() {
            self.len.set(FAILED);
            return Err(fmt::Error);
        }
        if moved > 0 {
            // SAFETY:
            // - the bytes from `start` to `len` are readable: `len <= STACK_BYTES`, so they lie in
            //   `buf`;
            // - they are initialised (INVARIANT), and a `u8` needs no alignment;
            // - nothing writes to `buf` before this slice is dropped, at the end of the block;
            // - the length is at most `STACK_BYTES`, far below `isize::MAX`.
            let text = unsafe { slice::from_raw_parts(self.at(self.start), moved) };
            spill.extend_from_slice(text);
        }
        spill.extend_from_slice(text.as_bytes());
        self.spill.set(spill);
        self.len.set(len + text.len());
        Ok(())
    }

    /// Appends a character that is not ASCII, or does not fit on the stack.
    #[inline(never)]
    fn write_other_char(&self, c: char) -> fmt::Result {
        Writer(self).write_str(c.encode_utf8(&mut [0; 4]))
    }
}

impl Write for Writer<'_> {
    // PERF: a text of up to 16 bytes takes some 18 instructions, checks included; a call of
    // `memcpy` alone takes 16 and more. Long texts and the spill are tail calls, so that the path
    // of short texts saves and restores no register.
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let scratch = self.0;
        let len = scratch.len.get();
        let n = text.len();
        // The sum cannot overflow: `len <= FAILED = isize::MAX`, and no `&str` is longer than that.
        let end = len + n;
        if end > STACK_BYTES {
            return scratch.write_spilled(text);
        }
        scratch.len.set(end);
        // SAFETY: the target is valid for writes of `n` bytes, since `len + n = end <= STACK_BYTES`;
        // it is not in `text`, since no reference into `buf` exists while it is written (INVARIANT).
        unsafe { copy(text.as_bytes(), scratch.at(len), scratch.at(end)) };
        Ok(())
    }

    #[inline]
    fn write_char(&mut self, c: char) -> fmt::Result {
        let scratch = self.0;
        let len = scratch.len.get();
        if c.is_ascii() && len < STACK_BYTES {
            // SAFETY:
            // - the pointer is valid for a write of one byte: `len < STACK_BYTES`, so it lies in
            //   `buf`, an `UnsafeCell`; a `u8` needs no alignment;
            // - no reference into `buf` exists while a `Writer` writes (INVARIANT).
            unsafe { *scratch.at(len) = c as u8 };
            scratch.len.set(len + 1);
            return Ok(());
        }
        scratch.write_other_char(c)
    }
}
