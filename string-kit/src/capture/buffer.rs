//! Memory of fixed size on the stack, and texts that are written into it without `core::fmt`.
//!
//! ```text
//! buffer    | text ......... | room for `Text::max_len` | SLACK |
//! ```
#![allow(unsafe_code)]

use core::fmt::Display;
use core::mem::MaybeUninit;
use core::{ptr, slice, str};

/// The number of bytes behind its text that a [`Text::write`] may overwrite.
///
/// PERF: a short text is written with one store of fixed size, which may reach into them.
pub(crate) const SLACK: usize = 16;

/// The longest text in bytes that is written into a [`TextBuffer`].
const ROOM: usize = 2048;

/// Memory for the texts of a macro call, and the end offsets of a short list.
pub(crate) type TextBuffer = Buffer<{ ROOM + SLACK }>;

/// `N` bytes that are not initialised.
pub(crate) struct Buffer<const N: usize>([MaybeUninit<u8>; N]);

impl<const N: usize> Buffer<N> {
    /// The longest text in bytes that may be written into it.
    pub(crate) const ROOM: usize = N - SLACK;

    /// Makes a buffer, which costs nothing.
    #[inline]
    pub(crate) const fn new() -> Self {
        Self([const { MaybeUninit::uninit() }; N])
    }

    /// Returns the start of the memory, which is valid for reads and writes of `N` bytes.
    #[inline]
    pub(crate) fn start(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }

    /// Returns the `len` bytes at the start.
    ///
    /// # Safety
    ///
    /// They must be initialised, and at most `N`.
    #[inline]
    pub(crate) unsafe fn bytes(&self, len: usize) -> &[u8] {
        // SAFETY: the bytes are initialised and in the buffer, by the caller's promise, and borrowed as
        // long as it; bytes need no alignment.
        unsafe { slice::from_raw_parts(self.0.as_ptr().cast(), len) }
    }

    /// Returns the text of `len` bytes at the start.
    ///
    /// # Safety
    ///
    /// The same as for [`bytes`](Self::bytes), and the bytes must be UTF-8.
    #[inline]
    pub(crate) unsafe fn text(&self, len: usize) -> &str {
        // SAFETY: the caller's promise is the same.
        let bytes = unsafe { self.bytes(len) };
        // SAFETY: the bytes are UTF-8, by the caller's promise.
        unsafe { str::from_utf8_unchecked(bytes) }
    }

    /// Returns the `len` bytes at the start, and zeros behind them.
    ///
    /// # Safety
    ///
    /// They must be initialised, and at most [`SLACK`].
    #[inline]
    pub(crate) unsafe fn first_word(&mut self, len: usize) -> [u8; SLACK] {
        const { assert!(N >= 2 * SLACK) };
        let start = self.start();
        let behind = start.wrapping_add(len).cast::<[u8; SLACK]>();
        // SAFETY: the buffer has `SLACK` bytes behind the first `len`; bytes need no alignment.
        unsafe { behind.write([0; SLACK]) };
        // SAFETY: the first `len` bytes are initialised, and as many as `SLACK` behind them; bytes need
        // no alignment.
        unsafe { start.cast::<[u8; SLACK]>().read() }
    }
}

/// A value whose text can be written without `core::fmt`.
///
/// # Safety
///
/// - `max_len` must return at least the length of the text in bytes.
/// - `write` must write the text, which is UTF-8, and return its end; it may overwrite up to `SLACK`
///   bytes more.
pub unsafe trait Text: Copy + Display {
    /// Returns the largest length in bytes that the text can have.
    fn max_len(self) -> usize;

    /// Writes the text that `{}` writes, and returns its end.
    ///
    /// # Safety
    ///
    /// `to` must be valid for writes of `max_len` bytes and `SLACK` more, and must not overlap the
    /// value.
    unsafe fn write(self, to: *mut u8) -> *mut u8;
}

/// Writes the first `len` bytes of a short array, and returns their end.
///
/// PERF: one store of `K` bytes.
///
/// # Safety
///
/// `to` must be valid for writes of `K` bytes.
#[inline]
pub(super) unsafe fn put<const K: usize>(bytes: [u8; K], len: usize, to: *mut u8) -> *mut u8 {
    // SAFETY: the caller promises it; bytes need no alignment.
    unsafe { to.cast::<[u8; K]>().write(bytes) };
    to.wrapping_add(len)
}

/// Returns bytes as memory that need not be initialised.
#[inline]
pub(crate) fn as_uninit(bytes: &[u8]) -> &[MaybeUninit<u8>] {
    // SAFETY: pointer and length are those of `bytes`, which is borrowed as long as the result; a
    // `MaybeUninit<u8>` has the layout of a `u8`.
    unsafe { slice::from_raw_parts(bytes.as_ptr().cast(), bytes.len()) }
}

/// Copies a text. A short one is copied by two moves that may overlap.
///
/// PERF: the caller computes both targets. Each store then adds its two offsets by itself; to add
/// the length of the text to `target` took one instruction more for each text.
///
/// # Safety
///
/// `target` must be valid for writes of as many bytes as the text has, must not overlap it, and `end`
/// must be the end of those bytes.
#[inline]
pub(super) unsafe fn copy(text: &[u8], target: *mut u8, end: *mut u8) {
    let n = text.len();
    if n > 16 {
        // SAFETY: the text has more than 16 bytes; the caller promises the rest.
        unsafe { copy_long(text, target, end) }
    } else if n >= 8 {
        // SAFETY: the text has 8 to 16 bytes; the caller promises the rest.
        unsafe { copy_ends::<8>(text, target, end) }
    } else if n >= 4 {
        // SAFETY: the text has 4 to 7 bytes; the caller promises the rest.
        unsafe { copy_ends::<4>(text, target, end) }
    } else if n >= 2 {
        // SAFETY: the text has 2 or 3 bytes; the caller promises the rest.
        unsafe { copy_ends::<2>(text, target, end) }
    } else if let [byte] = text {
        // SAFETY: the caller promises a byte.
        unsafe { target.write(*byte) };
    }
}

/// Copies a text of more than 16 bytes.
///
/// # Safety
///
/// The same as for [`copy`], and the text must have more than 16 bytes.
#[inline(never)]
unsafe fn copy_long(text: &[u8], target: *mut u8, end: *mut u8) {
    let n = text.len();
    if n > 64 {
        // SAFETY: `text` is readable for its `n` bytes; by the caller's promise `target` is writable
        // for as many, and they do not overlap; bytes need no alignment.
        unsafe { ptr::copy_nonoverlapping(text.as_ptr(), target, n) };
    } else if n > 32 {
        // SAFETY: the text has 33 to 64 bytes; the caller promises the rest.
        unsafe { copy_ends::<32>(text, target, end) }
    } else {
        // SAFETY: the text has 17 to 32 bytes; the caller promises the rest.
        unsafe { copy_ends::<16>(text, target, end) }
    }
}

/// Copies a text of `K` to `2 * K` bytes as its first and its last `K` bytes, which may overlap.
///
/// # Safety
///
/// The same as for [`copy`], and the text must have `K` to `2 * K` bytes.
#[inline]
unsafe fn copy_ends<const K: usize>(text: &[u8], target: *mut u8, end: *mut u8) {
    let (first, last) = (text.as_ptr(), text.as_ptr().wrapping_add(text.len() - K));
    // SAFETY: by the caller's promise the text has at least `K` bytes to read, `target` has room
    // for at least `K`, and the two do not overlap; bytes need no alignment.
    unsafe { ptr::copy_nonoverlapping(first, target, K) };
    // SAFETY: `last` has the last `K` bytes of the text to read, and the last `K` bytes before `end`
    // are the room for them; by the caller's promise the two do not overlap; bytes need no alignment.
    unsafe { ptr::copy_nonoverlapping(last, end.wrapping_sub(K), K) };
}
