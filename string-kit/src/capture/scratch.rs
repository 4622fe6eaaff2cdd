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
//! - while `len <= STACK_BYTES`, the bytes `buf[start..len]` are initialised, and a sequence of
//!   whole `&str`s, which makes them UTF-8;
//! - `start` never changes while text is written;
//! - no reference into `buf` exists while a [`Writer`] writes.
#![allow(unsafe_code)]

use alloc::string::String;
use core::cell::Cell;
use core::fmt::{self, Display, Write};
use core::mem::MaybeUninit;
use core::{mem, slice, str};

use super::buffer::{KnownText, Room, uninit, write};
use crate::error::{TextError, TextErrorKind};
use crate::short_text::copy;

/// The longest formatted text, in bytes, that is captured without a temporary buffer on the heap.
///
/// The buffer on the stack is not zeroed: a short text touches only the cache lines that it fills.
pub const STACK_BYTES: usize = 4096;

/// The value of `len` after an allocation failed. It is more than `STACK_BYTES`, so every later
/// write takes the path that checks it.
const FAILED: usize = isize::MAX as usize;

const GAP: usize = 256;

/// A buffer for the text of a value, filled by its `Display` and read by its string type.
///
/// PERF: the layout makes the time of a capture depend less on the stack's address, which differs
/// from process to process. Measured on Zen 4, as the ratio of `StrList::capture` of ten values to
/// `Vec<String>`:
/// - Alignment: one store of 16 bytes writes `start` and `len`, another the head. Unaligned, they
///   cross a page at one of the 256 stack offsets, with a ratio of 0.81 instead of 0.51; aligned,
///   it is at most 0.54 at every offset.
/// - Gap: without it, `len` lies 4,096 bytes behind `buf[0]`, and the low 12 bits of both addresses
///   are the same. The ratio was then 6 % above its median on 3.7 % of the stack pages, and with
///   the gap on 1.4 %.
/// - Order: fields in front of `buf` cost one more addition for each text.
#[repr(C, align(16))]
pub(crate) struct Scratch {
    buf: [Cell<MaybeUninit<u8>>; STACK_BYTES],
    _gap: Room<GAP>,
    start: usize,
    len: Cell<usize>,
    spill: Cell<String>,
}

// Both stores of 16 bytes are aligned, and no field lies a page behind the first bytes of the text.
const _: () = {
    assert!(mem::align_of::<Scratch>() == 16);
    assert!(mem::offset_of!(Scratch, buf) == 0);
    assert!(mem::offset_of!(Scratch, start) == STACK_BYTES + GAP);
    assert!((STACK_BYTES + GAP).is_multiple_of(16));
};

/// The `fmt::Write` that fills a [`Scratch`].
pub(crate) struct Writer<'a>(&'a Scratch);

impl Scratch {
    /// Creates an empty buffer.
    ///
    /// PERF: the body is one struct expression, with an inline const for each byte.
    /// `[MaybeUninit::uninit(); N]` would be zeroed (4,100 instructions), and an array that is
    /// written before it is returned would be copied (420).
    #[inline]
    pub(crate) const fn new() -> Self {
        Self::with_head(0)
    }

    /// Creates a buffer with a head of so many bytes, as [`new`](Self::new) creates one without.
    #[inline]
    pub(crate) const fn with_head(head: usize) -> Self {
        assert!(head <= STACK_BYTES);
        Self {
            buf: [const { Cell::new(MaybeUninit::uninit()) }; STACK_BYTES],
            _gap: uninit(),
            start: head,
            len: Cell::new(head),
            spill: Cell::new(String::new()),
        }
    }

    #[inline]
    pub(crate) fn writer(&self) -> Writer<'_> {
        Writer(self)
    }

    /// Returns the length of head and text together, in bytes.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len.get()
    }

    #[inline]
    pub(crate) fn head(&self) -> &[Cell<MaybeUninit<u8>>] {
        &self.memory()[..self.start]
    }

    #[inline]
    pub(crate) fn memory(&self) -> &[Cell<MaybeUninit<u8>>; STACK_BYTES] {
        &self.buf
    }

    #[inline]
    pub(crate) fn memory_mut(&mut self) -> &mut Room<STACK_BYTES> {
        // SAFETY: a `Cell` has the layout of its value, and `self` is borrowed mutably, so that
        // nobody else refers to the bytes.
        unsafe { &mut *(&raw mut self.buf).cast() }
    }

    /// Turns the result of `fmt::write` into `Alloc` if memory ran out for the text, else `Format`
    /// if it is an error.
    #[inline]
    pub(crate) fn finish(&self, formatted: fmt::Result) -> Result<(), TextError> {
        if self.len.get() == FAILED {
            Err(TextErrorKind::Alloc.into())
        } else {
            formatted.map_err(|fmt::Error| TextErrorKind::Format.into())
        }
    }

    /// Calls `read` with the text, then removes the text; `Alloc` if part of the text is missing.
    /// `read` must not write to this buffer.
    #[inline]
    pub(crate) fn take_text<R>(&self, read: impl FnOnce(&str) -> R) -> Result<R, TextError> {
        if self.len.get() > STACK_BYTES {
            return self.take_spilled_text(read);
        }
        // SAFETY: the text is on the stack; the only writer, if there is one, is lent to a
        // `Formatter`, and the function that holds the `Formatter` waits for `read` to return.
        let result = read(unsafe { self.text_on_stack() });
        self.len.set(self.start);
        Ok(result)
    }

    /// Returns the text.
    ///
    /// # Safety
    ///
    /// The text must be on the stack, and nobody may write to it before the last use of the result.
    #[inline]
    unsafe fn text_on_stack(&self) -> &str {
        let (start, len) = (self.start, self.len.get());
        // SAFETY: `start <= len <= STACK_BYTES`, so that the bytes lie in `buf`; they are
        // initialised (INVARIANT), and a `u8` needs no alignment; nobody writes to them, by the
        // caller's promise.
        let text = unsafe { slice::from_raw_parts(self.byte_ptr(start), len - start) };
        // SAFETY: `buf[start..len]` is a sequence of whole `&str`s (INVARIANT), so UTF-8.
        unsafe { str::from_utf8_unchecked(text) }
    }

    /// Does the work of `take_text` for a text on the heap, and keeps that buffer for the next
    /// text.
    #[cold]
    #[inline(never)]
    fn take_spilled_text<R>(&self, read: impl FnOnce(&str) -> R) -> Result<R, TextError> {
        if self.len.get() == FAILED {
            return Err(TextErrorKind::Alloc.into());
        }
        let mut spill = self.spill.take();
        self.len.set(self.start);
        let result = read(&spill);
        spill.clear();
        self.spill.set(spill);
        Ok(result)
    }

    /// Appends the text of a value of a known type, without `core::fmt` if it fits on the stack.
    pub(crate) fn append_known(&self, value: impl KnownText + Display) -> Result<(), TextError> {
        let len = self.len.get();
        let free = STACK_BYTES.saturating_sub(len);
        // SAFETY: the last `free` bytes of `buf` lie behind the text, and no reference into `buf`
        // exists (INVARIANT); they need neither alignment nor initialisation.
        let room = unsafe { slice::from_raw_parts_mut(self.byte_ptr(len).cast(), free) };
        match write(value, room) {
            Some(end) => self.len.set(end - self.byte_ptr(0).addr()),
            None => return self.append_display(&value),
        }
        Ok(())
    }

    /// Appends the text of a value by its `Display`, with the errors of [`finish`](Self::finish).
    pub(crate) fn append_display(&self, value: &dyn Display) -> Result<(), TextError> {
        let formatted = fmt::write(&mut self.writer(), format_args!("{value}"));
        self.finish(formatted)
    }

    #[inline]
    fn byte_ptr(&self, offset: usize) -> *mut u8 {
        self.buf
            .as_ptr()
            .cast_mut()
            .cast::<u8>()
            .wrapping_add(offset)
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
        let on_stack = if len <= STACK_BYTES {
            // SAFETY: the text is on the stack, and nobody writes to it before this function
            // returns.
            unsafe { self.text_on_stack() }
        } else {
            ""
        };
        if spill.try_reserve(on_stack.len() + text.len()).is_err() {
            self.len.set(FAILED);
            return Err(fmt::Error);
        }
        spill.push_str(on_stack);
        spill.push_str(text);
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
        let (bytes, len) = (text.as_bytes(), scratch.len.get());
        // The sum cannot overflow: `len <= FAILED = isize::MAX`, and no `&str` is longer than that.
        let end = len + bytes.len();
        if end > STACK_BYTES {
            return scratch.write_spilled(text);
        }
        scratch.len.set(end);
        // SAFETY: `end <= STACK_BYTES`, so that the bytes from `len` to `end` lie in `buf`; no
        // reference into `buf` exists while a writer writes (INVARIANT).
        unsafe { copy(bytes, scratch.byte_ptr(len), scratch.byte_ptr(end)) };
        Ok(())
    }

    #[inline]
    fn write_char(&mut self, c: char) -> fmt::Result {
        let scratch = self.0;
        let len = scratch.len.get();
        if c.is_ascii() && len < STACK_BYTES {
            scratch.buf[len].set(MaybeUninit::new(c as u8));
            scratch.len.set(len + 1);
            return Ok(());
        }
        scratch.write_other_char(c)
    }
}
