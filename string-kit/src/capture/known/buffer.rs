//! Memory on the stack for a text that is written without `core::fmt`.
#![allow(unsafe_code)]

use core::mem::MaybeUninit;
use core::{slice, str};

/// `N` bytes that are not initialised.
pub(crate) struct Buffer<const N: usize>(MaybeUninit<[u8; N]>);

impl<const N: usize> Buffer<N> {
    /// Makes a buffer, which costs nothing.
    #[inline]
    pub(crate) const fn new() -> Self {
        Self(MaybeUninit::uninit())
    }

    /// Returns the start of the memory, which is valid for reads and writes of `N` bytes.
    #[inline]
    pub(crate) fn start(&mut self) -> *mut u8 {
        self.0.as_mut_ptr().cast()
    }

    /// Returns the text of `len` bytes at the start.
    ///
    /// # Safety
    ///
    /// These bytes must be initialised, with UTF-8, and `len` must be at most `N`.
    #[inline]
    pub(crate) unsafe fn text(&self, len: usize) -> &str {
        // SAFETY: the pointer is not null; the bytes are initialised and in the buffer, by the caller's
        // promise, which stays borrowed; bytes need no alignment; a buffer on the stack is far shorter
        // than `isize::MAX`.
        let text = unsafe { slice::from_raw_parts(self.0.as_ptr().cast(), len) };
        // SAFETY: the bytes are UTF-8, by the caller's promise.
        unsafe { str::from_utf8_unchecked(text) }
    }
}
