//! The buffer that text is formatted into: on the stack first, on the heap when the text is long.
//!
//! ```text
//! buf    | head | text ................. | unwritten            |     len <= STACK_BYTES
//!        0      start                    len                    STACK_BYTES
//!
//! buf    | head | stale                                         |     len > STACK_BYTES
//! spill  | text .................................................. |
//! ```
//!
//! The head is room for a caller that wants bytes of its own in front of the text (`StrList` puts
//! its offsets there, so that head and text are copied out in one go); elsewhere it is empty.
//!
//! INVARIANT: while `len` is at most `STACK_BYTES` the first `len` bytes of `buf` are initialised,
//! and where there is a head so are its first [`WORD`] bytes, always; `buf[start..len]`, or `spill`
//! once `len` is over `STACK_BYTES`, is a sequence of whole `&str`s and so is UTF-8; `start` never
//! changes while text is written.
#![allow(unsafe_code)]

use alloc::vec::Vec;
use core::cell::{Cell, UnsafeCell};
use core::fmt::{self, Write};
use core::mem::MaybeUninit;
use core::{ptr, slice, str};

use crate::error::{CaptureError, CaptureErrorKind};

/// The longest text, in bytes, that is captured with no scratch memory but the stack.
///
/// The stack is not zeroed: a short text touches the one or two cache lines that it fills.
pub const STACK_BYTES: usize = 4096;

/// The bytes at the front of the buffer that are zeroed with the head.
pub(crate) const WORD: usize = 16;

/// `len` after an allocation failed: over `STACK_BYTES`, so that each later write comes by.
const FAILED: usize = isize::MAX as usize;

/// Text that is on its way from a `Display` into a representation.
pub(crate) struct Scratch {
    buf: UnsafeCell<[MaybeUninit<u8>; STACK_BYTES]>,
    start: usize,
    len: Cell<usize>,
    spill: Cell<Vec<u8>>,
}

/// The `fmt::Write` that fills a [`Scratch`].
pub(crate) struct Writer<'a>(&'a Scratch);

impl Scratch {
    /// An empty scratch.
    ///
    /// PERF: nothing but this one struct expression, and an inline const for each byte. A plain
    /// `[MaybeUninit::uninit(); N]` is zeroed by `memset`, and an array that is written to before
    /// it is returned is copied by `memcpy`: 4,100 and 420 instructions a capture.
    #[inline]
    pub(crate) const fn new() -> Self {
        Self {
            buf: UnsafeCell::new([const { MaybeUninit::uninit() }; STACK_BYTES]),
            start: 0,
            len: Cell::new(0),
            spill: Cell::new(Vec::new()),
        }
    }

    /// Keeps the first `head` bytes free, all zero, and writes text from there on.
    ///
    /// # Panics
    ///
    /// If it has text, or `head` is more than `STACK_BYTES`.
    #[inline]
    pub(crate) fn set_head(&mut self, head: usize) {
        assert!(self.len.get() == 0, "the head comes before the text");
        let buf = self.buf.get_mut();
        buf[..WORD].fill(MaybeUninit::new(0));
        if head > WORD {
            buf[WORD..head].fill(MaybeUninit::new(0));
        }
        self.start = head;
        self.len.set(head);
    }

    /// Where the text is written to.
    #[inline]
    pub(crate) fn writer(&self) -> Writer<'_> {
        Writer(self)
    }

    /// How many bytes head and text have, together.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len.get()
    }

    /// Writes a byte of the head.
    ///
    /// # Safety
    ///
    /// The head is longer than `index`.
    #[inline]
    pub(crate) unsafe fn set_head_byte(&self, index: usize, byte: u8) {
        // SAFETY: the head lies in `buf`, whose bytes nobody borrows while text is written.
        unsafe { *self.at(index) = byte };
    }

    /// The head and the text as they lie on the stack, if they do.
    #[inline]
    pub(crate) fn image(&mut self) -> Option<&[u8]> {
        let written = self.buf.get_mut().get(..self.len.get())?;
        // SAFETY: the first `len` bytes are initialised (INVARIANT).
        Some(unsafe { written.assume_init_ref() })
    }

    /// The first `WORD` bytes: head, text, and where the two are shorter what was there before, at
    /// first zeroes.
    ///
    /// # Safety
    ///
    /// There is a head.
    #[inline]
    pub(crate) unsafe fn first_word(&mut self) -> [u8; WORD] {
        let (word, _) = self
            .buf
            .get_mut()
            .split_first_chunk::<WORD>()
            .expect("STACK_BYTES is more than WORD");
        // SAFETY: there is a head, so that the first `WORD` bytes are initialised (INVARIANT).
        word.map(|byte| unsafe { byte.assume_init() })
    }

    /// What a formatting pass came to, given what `fmt::write` returned.
    #[inline]
    pub(crate) fn finish(&self, formatted: fmt::Result) -> Result<(), CaptureError> {
        if self.len.get() == FAILED {
            Err(CaptureErrorKind::Alloc.into())
        } else {
            formatted.map_err(|fmt::Error| CaptureErrorKind::Format.into())
        }
    }

    /// Shows the text to a function that cannot write to this scratch, then forgets it.
    ///
    /// # Errors
    ///
    /// `Alloc` if part of the text is missing because the allocator had no room.
    #[inline]
    pub(crate) fn take_text<R>(&self, look: impl FnOnce(&str) -> R) -> Result<R, CaptureError> {
        let len = self.len.get();
        if len > STACK_BYTES {
            return self.take_spilled_text(look);
        }
        // SAFETY:
        // - `start <= len <= STACK_BYTES`, so that the bytes lie in `buf`;
        // - they are initialised (INVARIANT);
        // - nobody writes to them while `look` runs: the one writer is lent to a `Formatter`
        //   whose user waits for `look` to return.
        let text = unsafe { slice::from_raw_parts(self.at(self.start), len - self.start) };
        // SAFETY: the text is UTF-8 (INVARIANT).
        let looked = look(unsafe { str::from_utf8_unchecked(text) });
        self.len.set(self.start);
        Ok(looked)
    }

    /// The same for a text that is on the heap; its memory is kept for the next.
    #[cold]
    #[inline(never)]
    fn take_spilled_text<R>(&self, look: impl FnOnce(&str) -> R) -> Result<R, CaptureError> {
        if self.len.get() == FAILED {
            return Err(CaptureErrorKind::Alloc.into());
        }
        let mut spill = self.spill.take();
        self.len.set(self.start);
        // SAFETY: the text is UTF-8 (INVARIANT).
        let looked = look(unsafe { str::from_utf8_unchecked(&spill) });
        spill.clear();
        self.spill.set(spill);
        Ok(looked)
    }

    /// The place of the byte at `offset`, which is at most `STACK_BYTES`.
    #[inline]
    fn at(&self, offset: usize) -> *mut u8 {
        self.buf.get().cast::<u8>().wrapping_add(offset)
    }

    /// Writes text of over 16 bytes, up to `end`, that fits the stack.
    #[inline(never)]
    #[expect(
        clippy::unnecessary_wraps,
        reason = "a call in tail position needs no stack"
    )]
    fn write_long(&self, text: &str, end: usize) -> fmt::Result {
        let target = self.at(self.len.get());
        self.len.set(end);
        let n = text.len();
        if n > 64 {
            // SAFETY:
            // - the text is readable and as long as the space from `len` to `end`;
            // - `end <= STACK_BYTES`, so that the target lies in `buf`;
            // - bytes have no alignment, and no `&str` that a `Display` can hold lies in `buf`.
            unsafe { ptr::copy_nonoverlapping(text.as_ptr(), target, n) };
        } else if n > 32 {
            // SAFETY: 33 to 64 bytes; room as above.
            unsafe { copy_ends::<32>(text.as_bytes(), target) }
        } else {
            // SAFETY: 17 to 32 bytes; room as above.
            unsafe { copy_ends::<16>(text.as_bytes(), target) }
        }
        Ok(())
    }

    /// Writes text that does not fit the stack.
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
            // SAFETY: the bytes from `start` to `len` lie in `buf`, are initialised (INVARIANT),
            // and are not written to before this slice is gone.
            let text = unsafe { slice::from_raw_parts(self.at(self.start), moved) };
            spill.extend_from_slice(text);
        }
        spill.extend_from_slice(text.as_bytes());
        self.spill.set(spill);
        self.len.set(len + text.len());
        Ok(())
    }

    /// Writes a character that is not ASCII or does not fit the stack.
    #[inline(never)]
    fn write_other_char(&self, c: char) -> fmt::Result {
        Writer(self).write_str(c.encode_utf8(&mut [0; 4]))
    }
}

impl Write for Writer<'_> {
    // PERF: some 18 instructions for a piece of up to 16 bytes, checks included; a call of memcpy alone
    // takes 16 and up. Long pieces and the spill are calls in tail position, so that the short
    // ones save and restore no register.
    #[inline]
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let scratch = self.0;
        let len = scratch.len.get();
        let n = text.len();
        // No overflow: `len <= FAILED = isize::MAX`, and no `&str` is longer than that.
        let end = len + n;
        if end > STACK_BYTES {
            return scratch.write_spilled(text);
        }
        if n > 16 {
            return scratch.write_long(text, end);
        }
        scratch.len.set(end);
        let (text, target) = (text.as_bytes(), scratch.at(len));
        // In each arm the target has room for the text, since `end <= STACK_BYTES`, and is not in
        // it: no `&str` that a `Display` can hold lies in `buf` while it is written to.
        if n >= 8 {
            // SAFETY: 8 to 16 bytes; room as above.
            unsafe { copy_ends::<8>(text, target) }
        } else if n >= 4 {
            // SAFETY: 4 to 7 bytes; room as above.
            unsafe { copy_ends::<4>(text, target) }
        } else if n >= 2 {
            // SAFETY: 2 or 3 bytes; room as above.
            unsafe { copy_ends::<2>(text, target) }
        } else if n == 1 {
            // SAFETY: 1 byte; room as above.
            unsafe { copy_ends::<1>(text, target) }
        }
        Ok(())
    }

    #[inline]
    fn write_char(&mut self, c: char) -> fmt::Result {
        let scratch = self.0;
        let len = scratch.len.get();
        if c.is_ascii() && len < STACK_BYTES {
            // SAFETY: `len < STACK_BYTES`, so that the byte lies in `buf`, which is borrowed by
            // nobody while the writer writes.
            unsafe { *scratch.at(len) = c as u8 };
            scratch.len.set(len + 1);
            return Ok(());
        }
        scratch.write_other_char(c)
    }
}

/// Copies a text of `K` to `2 * K` bytes as its first and its last `K` bytes, which may overlap.
///
/// # Safety
///
/// The text has `K` to `2 * K` bytes; `target` is valid for writes of as many, and does not overlap
/// the text.
#[inline]
unsafe fn copy_ends<const K: usize>(text: &[u8], target: *mut u8) {
    let tail = text.len() - K;
    let (first, last) = (text.as_ptr(), text.as_ptr().wrapping_add(tail));
    // SAFETY: the text has at least `K` bytes to read, the target room for at least `K`; bytes need
    // no alignment, and the caller promises that the two do not overlap.
    unsafe { ptr::copy_nonoverlapping(first, target, K) };
    // SAFETY: both begin `tail` bytes on, where `K` bytes are left of the text and of the room for
    // it; bytes need no alignment, and the caller promises that the two do not overlap.
    unsafe { ptr::copy_nonoverlapping(last, target.wrapping_add(tail), K) };
}
