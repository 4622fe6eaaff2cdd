//! Memory of fixed size on the stack, and a cursor that writes short texts into it.
//!
//! ```text
//! buffer    | text ......... | room | SLACK |
//!           start            at     last
//! ```
#![allow(unsafe_code)]

use core::marker::PhantomData;
use core::mem::MaybeUninit;
use core::{slice, str};

/// The number of bytes behind the room of a buffer. A short text is written with one store of fixed
/// size, which may reach into them.
pub(crate) const SLACK: usize = 16;

/// The error of a write that does not fit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

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
        let start = self.0.as_mut_ptr().cast();
        Cursor {
            start,
            at: start,
            last: start.wrapping_add(N - SLACK),
            memory: PhantomData,
        }
    }
}

/// A place in memory, which writes texts one after the other and knows the room that is left.
///
/// INVARIANT: the bytes from `start` to `last`, and `SLACK` more, are valid for writes for `'a`, by
/// this cursor alone. `at` lies between `start` and `last`, and the bytes before it are initialised.
#[derive(Debug)]
pub struct Cursor<'a> {
    start: *mut u8,
    at: *mut u8,
    last: *mut u8,
    memory: PhantomData<&'a mut [MaybeUninit<u8>]>,
}

impl<'a> Cursor<'a> {
    /// Makes a cursor over `memory`, or returns `None` if it is shorter than [`SLACK`].
    #[inline]
    pub(super) fn over(memory: &'a mut [MaybeUninit<u8>]) -> Option<Self> {
        let room = memory.len().checked_sub(SLACK)?;
        let start = memory.as_mut_ptr().cast();
        Some(Self {
            start,
            at: start,
            last: start.wrapping_add(room),
            memory: PhantomData,
        })
    }

    /// Returns the number of bytes that were written.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.at.addr() - self.start.addr()
    }

    #[inline]
    fn room(&self) -> usize {
        self.last.addr() - self.at.addr()
    }

    /// Appends the first `len` bytes of a short array, or all of it.
    ///
    /// PERF: one store of `K` bytes. The caller knows that `len` is at most `K`, and the compiler too.
    #[inline]
    pub(crate) fn put<const K: usize>(&mut self, bytes: [u8; K], len: usize) -> Result<(), Full> {
        const { assert!(K <= SLACK) };
        // SAFETY: `at` is at most `last`, so that `SLACK` bytes there are valid for writes
        // (INVARIANT), and `K` is no more; bytes need no alignment.
        unsafe { self.at.cast::<[u8; K]>().write(bytes) };
        let len = len.min(K);
        if len > self.room() {
            return Err(Full);
        }
        self.at = self.at.wrapping_add(len);
        Ok(())
    }

    /// Appends the bytes of a text of constant length.
    #[inline]
    pub(crate) fn array<const N: usize>(&mut self, bytes: &[u8; N]) -> Result<(), Full> {
        if N > self.room() {
            return Err(Full);
        }
        // SAFETY: the `N` bytes between `at` and `last` are valid for writes (INVARIANT); bytes need
        // no alignment.
        unsafe { self.at.cast::<[u8; N]>().write(*bytes) };
        self.at = self.at.wrapping_add(N);
        Ok(())
    }

    /// Appends the bytes of a text.
    #[inline]
    pub(crate) fn copy(&mut self, bytes: &[u8]) -> Result<(), Full> {
        let n = bytes.len();
        if n > self.room() {
            return Err(Full);
        }
        // SAFETY: the `n` bytes between `at` and `last` are valid for writes by this cursor alone
        // (INVARIANT); bytes need no alignment, and `MaybeUninit` no initialisation; memory has at
        // most `isize::MAX` bytes.
        let target = unsafe { slice::from_raw_parts_mut(self.at.cast(), n) };
        copy(as_uninit(bytes), target);
        self.at = self.at.wrapping_add(n);
        Ok(())
    }

    /// Returns the bytes that were written, to change them.
    #[inline]
    pub(crate) fn written(&mut self) -> &mut [u8] {
        // SAFETY: the bytes from `start` to `at` are initialised, and nobody else uses them
        // (INVARIANT); bytes need no alignment; memory has at most `isize::MAX` bytes.
        unsafe { slice::from_raw_parts_mut(self.start, self.len()) }
    }

    /// Returns the bytes that were written.
    #[inline]
    pub(crate) fn into_bytes(self) -> &'a [u8] {
        // SAFETY: the bytes from `start` to `at` are initialised, and nobody else writes to them for
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
        // SAFETY: `SLACK` bytes at `at` are valid for writes (INVARIANT); bytes need no alignment.
        unsafe { self.at.cast::<[u8; SLACK]>().write([0; SLACK]) };
        // SAFETY: the bytes from `start` to `at` are initialised (INVARIANT), and as many as `SLACK`
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

/// Copies the bytes of a text into memory of the same length. Few bytes are copied by two moves of
/// fixed size that may overlap.
///
/// # Panics
///
/// Panics if the lengths differ.
#[inline]
pub(super) fn copy(bytes: &[MaybeUninit<u8>], target: &mut [MaybeUninit<u8>]) {
    match bytes.len() {
        17.. => copy_long(bytes, target),
        8.. => copy_ends::<8>(bytes, target),
        4.. => copy_ends::<4>(bytes, target),
        2.. => copy_ends::<2>(bytes, target),
        _ => copy_ends::<1>(bytes, target),
    }
}

#[inline(never)]
fn copy_long(bytes: &[MaybeUninit<u8>], target: &mut [MaybeUninit<u8>]) {
    match bytes.len() {
        65.. => target.copy_from_slice(bytes),
        33.. => copy_ends::<32>(bytes, target),
        _ => copy_ends::<16>(bytes, target),
    }
}

/// Copies `K` to `2 * K` bytes as the first and the last `K`, which may overlap; no bytes at all if
/// there are fewer.
#[inline]
fn copy_ends<const K: usize>(bytes: &[MaybeUninit<u8>], target: &mut [MaybeUninit<u8>]) {
    assert!(bytes.len() == target.len() && bytes.len() <= 2 * K);
    if let (Some(first), Some(last)) = (bytes.first_chunk::<K>(), bytes.last_chunk::<K>()) {
        if let Some(target) = target.first_chunk_mut() {
            *target = *first;
        }
        if let Some(target) = target.last_chunk_mut() {
            *target = *last;
        }
    }
}
