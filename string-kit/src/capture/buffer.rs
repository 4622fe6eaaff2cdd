//! Memory of fixed size on the stack, and texts that are written into it without `core::fmt`.
//!
//! ```text
//! buffer    | text ......... | room for `KnownText::max_len` | SLACK |
//! ```
#![allow(unsafe_code)]

use core::fmt;
use core::mem::MaybeUninit;
use core::{ptr, slice, str};

use crate::short_text::copy;

/// The number of bytes behind its text that a [`KnownText::write`] may overwrite.
///
/// PERF: a short text is written with one store of fixed size, which may reach into them.
pub(crate) const SLACK: usize = 16;

/// `N` bytes that need not be initialised.
pub(crate) type Room<const N: usize> = [MaybeUninit<u8>; N];

/// Memory for the texts of a macro call, up to 2,048 bytes, and the end offsets of a short list.
pub(crate) type TextBuffer = Room<{ 2048 + SLACK }>;

#[inline]
pub(crate) const fn uninit<const N: usize>() -> Room<N> {
    [const { MaybeUninit::uninit() }; N]
}

/// A value whose text can be written without `core::fmt`.
///
/// # Safety
///
/// - `max_len` must return at least the length of the text in bytes, the same in each call.
/// - `write` must write the text, which is UTF-8, and return its end; it may overwrite up to
///   `SLACK` bytes more.
pub unsafe trait KnownText: Copy {
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

/// A position in memory with room for `N` bytes behind it.
///
/// INVARIANT: the pointer is valid for writes of `N` bytes.
///
/// PERF: one pointer. The compiler removes the check of a length whose range it knows.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<const N: usize>(*mut u8);

impl<const N: usize> Cursor<N> {
    /// Writes `bytes`, of which the first `len` count, with one store. Returns the position behind
    /// these.
    #[inline]
    pub(super) fn put<const K: usize, const LEFT: usize>(
        self,
        bytes: [u8; K],
        len: usize,
    ) -> Cursor<LEFT> {
        const { assert!(K <= N) };
        // SAFETY: the pointer is valid for writes of `N` bytes (INVARIANT), of which there are `K`
        // or more; bytes need no alignment.
        unsafe { self.0.cast::<[u8; K]>().write(bytes) };
        self.skip(len)
    }

    /// Returns the position behind the first `len` bytes. Panics if `LEFT` bytes are not left.
    #[inline]
    pub(super) fn skip<const LEFT: usize>(self, len: usize) -> Cursor<LEFT> {
        const { assert!(LEFT <= N) };
        assert!(len <= N - LEFT);
        // INVARIANT: of `N` bytes, `LEFT` are left behind `len`.
        Cursor(self.0.wrapping_add(len))
    }

    #[inline]
    pub(super) fn since<const M: usize>(self, start: Cursor<M>) -> usize {
        self.0.addr() - start.0.addr()
    }

    /// Writes a text of at most `N` bytes by `core::fmt`, and returns its end.
    #[cold]
    #[inline(never)]
    pub(super) fn write_formatted(self, text: fmt::Arguments<'_>) -> Cursor<0> {
        struct Rest {
            at: *mut u8,
            left: usize,
        }
        impl fmt::Write for Rest {
            fn write_str(&mut self, text: &str) -> fmt::Result {
                self.left = self.left.checked_sub(text.len()).expect("there is room");
                // SAFETY: `at` is valid for writes of the bytes that were left, which are as many
                // as the text has; no text that is formatted lies in memory that is being written.
                unsafe { ptr::copy_nonoverlapping(text.as_ptr(), self.at, text.len()) };
                self.at = self.at.wrapping_add(text.len());
                Ok(())
            }
        }
        let mut rest = Rest {
            at: self.0,
            left: N,
        };
        // The writer returns no error, and a value of std has none of its own.
        let _ = fmt::Write::write_fmt(&mut rest, text);
        Cursor(rest.at)
    }
}

/// A [`Cursor`], whatever its room.
pub trait Position {
    const ROOM: usize;

    /// Makes a cursor.
    ///
    /// # Safety
    ///
    /// `to` must be valid for writes of `ROOM` bytes until the last use of this cursor, and of
    /// those that its methods return.
    unsafe fn new(to: *mut u8) -> Self;
}

impl<const N: usize> Position for Cursor<N> {
    const ROOM: usize = N;

    #[inline]
    unsafe fn new(to: *mut u8) -> Self {
        Self(to)
    }
}

/// A text whose type limits its length.
///
/// # Safety
///
/// `write_at` must initialise the bytes of the text, which are at most `MAX_LEN` and UTF-8, at the
/// position, and return their end.
pub unsafe trait ShortText: Copy {
    const MAX_LEN: usize;
    /// The position that a text is written at, with room for at most `MAX_LEN + SLACK` bytes.
    type At: Position;

    /// Writes the text that `{}` writes, and returns its end.
    fn write_at(self, to: Self::At) -> Cursor<0>;
}

// SAFETY: the promises of `T: ShortText` are those of `KnownText`; no byte behind the room is
// written.
unsafe impl<T: ShortText> KnownText for T {
    #[inline]
    fn max_len(self) -> usize {
        T::MAX_LEN
    }

    #[inline]
    unsafe fn write(self, to: *mut u8) -> *mut u8 {
        const { assert!(T::At::ROOM <= T::MAX_LEN + SLACK) };
        // SAFETY: `to` is valid for writes of `MAX_LEN + SLACK` bytes, by the caller's promise, and
        // `ROOM` is no more.
        let to = unsafe { T::At::new(to) };
        self.write_at(to).0
    }
}

// SAFETY: `copy` initialises the `len` bytes of the text and writes no other.
unsafe impl KnownText for &str {
    #[inline]
    fn max_len(self) -> usize {
        self.len()
    }

    #[inline]
    unsafe fn write(self, to: *mut u8) -> *mut u8 {
        let end = to.wrapping_add(self.len());
        // SAFETY: `to` is valid for writes of `len` bytes, up to `end`, and does not overlap the
        // text, by the caller's promise.
        unsafe { copy(self.as_bytes(), to, end) };
        end
    }
}

/// Writes a text, and returns the address of its end; `None` if `to` is too small for `max_len`
/// bytes and `SLACK`.
#[inline]
pub(crate) fn write(text: impl KnownText, to: &mut [MaybeUninit<u8>]) -> Option<usize> {
    if text.max_len() > to.len().checked_sub(SLACK)? {
        return None;
    }
    let start = to.as_mut_ptr().cast();
    // SAFETY: `to` has room for `max_len` bytes and `SLACK`; nothing else refers to it.
    let end = unsafe { text.write(start) };
    Some(end.addr())
}

/// Writes a text as [`write()`] does, and returns it.
#[inline]
pub(crate) fn text<T: KnownText>(text: T, to: &mut [MaybeUninit<u8>]) -> Option<&str> {
    let len = write(text, to)? - to.as_ptr().addr();
    // PERF: the string type then need not ask whether a number is longer than its inline capacity.
    // SAFETY: a text is no longer than `max_len`.
    unsafe { core::hint::assert_unchecked(len <= text.max_len()) };
    // SAFETY: `KnownText::write` initialised the `len` bytes at the start of `to`, which is
    // borrowed as long as the result.
    let bytes = unsafe { slice::from_raw_parts(to.as_ptr().cast(), len) };
    // SAFETY: the bytes are a text, which is UTF-8.
    Some(unsafe { str::from_utf8_unchecked(bytes) })
}
