//! Memory of fixed size on the stack, and a cursor that writes short texts into it.
//!
//! ```text
//! buffer    | text ......... | room | SLACK |
//!           start            at     last
//! ```
#![allow(unsafe_code)]

use core::fmt::Display;
use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::ptr::NonNull;
use core::{ptr, slice, str};

/// The number of bytes behind the room of a buffer. A short text is written with one store of fixed
/// size, which may reach into them.
pub(crate) const SLACK: usize = 16;

/// The error of a write that does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Full;

/// `N` bytes that are not initialised, the last [`SLACK`] of them no room for text.
pub(crate) struct Buffer<const N: usize>([MaybeUninit<u8>; N]);

impl<const N: usize> Buffer<N> {
    /// Makes a buffer, which costs nothing.
    #[inline]
    pub(crate) const fn new() -> Self {
        Self([const { MaybeUninit::uninit() }; N])
    }

    /// Returns a cursor at the start.
    #[inline]
    pub(crate) fn cursor(&mut self) -> Cursor<'_> {
        const { assert!(N >= SLACK) };
        Cursor::over(&mut self.0).expect("it is longer than `SLACK`")
    }
}

/// A value whose text can be written without `core::fmt`.
///
/// # Safety
///
/// `write` must return `room` behind bytes that it wrote, which are UTF-8.
pub unsafe trait Text: Copy + Display {
    /// Writes the text that `{}` writes, and returns the room behind it. Returns `None` if the text does
    /// not fit; a part of it may be written.
    fn write(self, room: Room<'_>) -> Option<Room<'_>>;
}

/// The room behind the text that a [`Cursor`] wrote.
///
/// INVARIANT: the bytes from `at` to `last`, and `SLACK` more, are valid for writes for `'a`, by this room
/// and its copies alone.
///
/// PERF: two words, which functions take and return in registers. One that took a `&mut Cursor` would keep
/// all three in memory.
#[derive(Clone, Copy, Debug)]
pub struct Room<'a> {
    at: NonNull<u8>,
    last: *mut u8,
    memory: PhantomData<&'a mut [MaybeUninit<u8>]>,
}

impl Room<'_> {
    #[inline]
    fn len(self) -> usize {
        self.last.addr() - self.at.addr().get()
    }

    /// Returns the room behind the next `len` bytes, of which there must be as many.
    #[inline]
    fn behind(self, len: usize) -> Self {
        // SAFETY: the caller has compared `len` with the bytes up to `last`, in the same memory (INVARIANT).
        let at = unsafe { self.at.add(len) };
        Self { at, ..self }
    }

    /// Appends the first `len` bytes of a short array, or all of it. Returns the room behind them, or `None`
    /// if they do not fit.
    ///
    /// PERF: one store of `K` bytes. The caller knows that `len` is at most `K`, and the compiler too.
    #[inline]
    pub(crate) fn put<const K: usize>(self, bytes: [u8; K], len: usize) -> Option<Self> {
        const { assert!(K <= SLACK) };
        // SAFETY: `at` is at most `last`, so that `SLACK` bytes there are valid for writes
        // (INVARIANT), and `K` is no more; bytes need no alignment.
        unsafe { self.at.cast::<[u8; K]>().write(bytes) };
        let len = len.min(K);
        (len <= self.len()).then(|| self.behind(len))
    }

    /// Appends the bytes of a text of constant length.
    #[inline]
    pub(crate) fn array<const N: usize>(self, bytes: &[u8; N]) -> Option<Self> {
        if N > self.len() {
            return None;
        }
        // SAFETY: the `N` bytes between `at` and `last` are valid for writes (INVARIANT); bytes need
        // no alignment.
        unsafe { self.at.cast::<[u8; N]>().write(*bytes) };
        Some(self.behind(N))
    }

    /// Appends the bytes of a text.
    #[inline]
    pub(crate) fn copy(self, bytes: &[u8]) -> Option<Self> {
        let n = bytes.len();
        if n > self.len() {
            return None;
        }
        // SAFETY: the `n` bytes between `at` and `last` are valid for writes by this room alone
        // (INVARIANT), so that no reference to them exists.
        unsafe { copy(bytes, self.at.as_ptr()) };
        Some(self.behind(n))
    }
}

/// A text in memory, and the room behind it.
///
/// INVARIANT: the bytes from `start` to the room are initialised, and in use by this cursor alone.
#[derive(Debug)]
pub(crate) struct Cursor<'a> {
    start: *mut u8,
    room: Room<'a>,
}

impl<'a> Cursor<'a> {
    /// Makes a cursor over `memory`, or returns `None` if it is shorter than [`SLACK`].
    #[inline]
    pub(crate) fn over(memory: &'a mut [MaybeUninit<u8>]) -> Option<Self> {
        let room = memory.len().checked_sub(SLACK)?;
        let start = NonNull::from(memory).cast::<u8>();
        let room = Room {
            at: start,
            last: start.as_ptr().wrapping_add(room),
            memory: PhantomData,
        };
        let start = start.as_ptr();
        Some(Self { start, room })
    }

    /// Returns the number of bytes that were written.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.room.at.addr().get() - self.start.addr()
    }

    /// Appends a known text, or returns `Full`.
    #[inline]
    pub(crate) fn write(&mut self, text: impl Text) -> Result<(), Full> {
        // The bytes in front of the room are initialised, as `Text` promises.
        self.room = text.write(self.room).ok_or(Full)?;
        Ok(())
    }

    /// Leaves out bytes at the start, or returns `Full`.
    ///
    /// # Safety
    ///
    /// Nothing may be written before. The caller must write the bytes before it calls a method that returns
    /// them.
    #[inline]
    pub(crate) unsafe fn skip(&mut self, count: usize) -> Result<*mut u8, Full> {
        if count > self.room.len() {
            return Err(Full);
        }
        self.room = self.room.behind(count);
        Ok(self.start)
    }

    /// Returns the bytes that were written.
    #[inline]
    pub(crate) fn into_bytes(self) -> &'a [u8] {
        // SAFETY: the bytes from `start` to the room are initialised, and nobody else writes to them for
        // `'a` (INVARIANT); bytes need no alignment; memory has at most `isize::MAX` bytes.
        unsafe { slice::from_raw_parts(self.start, self.len()) }
    }

    /// Returns the bytes that were written, of which there are up to [`SLACK`], and zeros behind them.
    ///
    /// # Panics
    ///
    /// Panics if there are more.
    #[inline]
    pub(crate) fn into_word(self) -> [u8; SLACK] {
        assert!(self.len() <= SLACK);
        // SAFETY: `SLACK` bytes of the room are valid for writes (INVARIANT); bytes need no alignment.
        unsafe { self.room.at.cast::<[u8; SLACK]>().write([0; SLACK]) };
        // SAFETY: the bytes from `start` to the room are initialised (INVARIANT), and as many as `SLACK`
        // behind them are; bytes need no alignment.
        unsafe { self.start.cast::<[u8; SLACK]>().read() }
    }

    /// Returns the text that was written.
    ///
    /// # Safety
    ///
    /// All that was written must be UTF-8 together.
    #[inline]
    pub(crate) unsafe fn into_text(self) -> &'a str {
        // SAFETY: the caller promises that the bytes are UTF-8.
        unsafe { str::from_utf8_unchecked(self.into_bytes()) }
    }
}

/// Returns bytes as memory that need not be initialised.
#[inline]
pub(crate) fn as_uninit(bytes: &[u8]) -> &[MaybeUninit<u8>] {
    // SAFETY: pointer and length are those of `bytes`, which is borrowed as long as the result; a
    // `MaybeUninit<u8>` has the layout of a `u8`.
    unsafe { slice::from_raw_parts(bytes.as_ptr().cast(), bytes.len()) }
}

/// Copies the bytes of a text. Few bytes are copied by two moves of fixed size that may overlap.
///
/// PERF: with slices for targets the compiler checks the lengths of both, and does not inline it.
///
/// # Safety
///
/// `target` must be valid for writes of as many bytes, which must not overlap `bytes`.
#[inline]
pub(super) unsafe fn copy(bytes: &[u8], target: *mut u8) {
    match bytes.len() {
        // SAFETY: the length is over 16; the caller promises the rest.
        17.. => unsafe { copy_long(bytes, target) },
        // SAFETY: the length is 8 to 16; the caller promises the rest.
        8.. => unsafe { copy_ends::<8>(bytes, target) },
        // SAFETY: the length is 4 to 7; the caller promises the rest.
        4.. => unsafe { copy_ends::<4>(bytes, target) },
        // SAFETY: the length is 2 or 3; the caller promises the rest.
        2.. => unsafe { copy_ends::<2>(bytes, target) },
        // SAFETY: the length is 1; the caller promises the rest.
        1 => unsafe { copy_ends::<1>(bytes, target) },
        0 => {}
    }
}

/// Copies more than 16 bytes.
///
/// # Safety
///
/// Those of [`copy`], and there must be more than 16 bytes.
#[inline(never)]
unsafe fn copy_long(bytes: &[u8], target: *mut u8) {
    match bytes.len() {
        // SAFETY: `bytes` is readable; the caller promises that `target` is valid for writes of as many
        // bytes, which do not overlap; bytes need no alignment.
        65.. => unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), target, bytes.len()) },
        // SAFETY: the length is 33 to 64; the caller promises the rest.
        33.. => unsafe { copy_ends::<32>(bytes, target) },
        // SAFETY: the length is 17 to 32; the caller promises the rest.
        _ => unsafe { copy_ends::<16>(bytes, target) },
    }
}

/// Copies `K` to `2 * K` bytes as the first and the last `K`, which may overlap.
///
/// # Safety
///
/// Those of [`copy`], and there must be `K` to `2 * K` bytes.
#[inline]
unsafe fn copy_ends<const K: usize>(bytes: &[u8], target: *mut u8) {
    let behind = bytes.len().wrapping_sub(K);
    let (first, last) = (bytes.as_ptr(), bytes.as_ptr().wrapping_add(behind));
    // SAFETY: `K` bytes are readable at the start, since there are `K` or more; the caller promises that
    // as many can be written, and do not overlap.
    unsafe { ptr::copy_nonoverlapping(first, target, K) };
    // SAFETY: the last `K` bytes are readable, and as many before the end of the target can be written,
    // for the same reasons.
    unsafe { ptr::copy_nonoverlapping(last, target.wrapping_add(behind), K) };
}
