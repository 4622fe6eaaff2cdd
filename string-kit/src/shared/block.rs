//! A text on the heap, with the count of its handles in front of it.
//!
//! ```text
//! short     |          | count (two words) | text ... |
//! long      | length   | count (two words) | text ... |
//!             8 bytes                        ^ a `Block` points here, to a multiple of 8
//! ```
//!
//! A text of 128 KiB or more is long: its block has the length too, so that a slice of the text
//! need not have it.
#![allow(unsafe_code)]

use alloc::alloc::{alloc, dealloc};
use core::alloc::Layout;
use core::ptr::{self, NonNull};

use super::count::{Count, CountedIn};
use crate::error::{CaptureError, CaptureErrorKind};

/// The length in bytes of the longest short text.
pub(super) const SHORT_MAX: usize = (128 << 10) - 1;
/// The alignment of the text of a block, in bytes.
pub(super) const TEXT_ALIGN: usize = 8;

const _: () = {
    assert!(align_of::<Count>() <= TEXT_ALIGN && TEXT_ALIGN.is_multiple_of(align_of::<usize>()));
    assert!(size_of::<Count>().is_multiple_of(TEXT_ALIGN));
    assert!(size_of::<usize>() <= TEXT_ALIGN);
};

/// A pointer to the text of a block. Copying or dropping the pointer does not change the count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Block(NonNull<u8>);

impl Block {
    /// Copies a text into a new block, whose count has one handle, in the root.
    #[inline]
    pub(super) fn try_copy(text: &str) -> Result<Self, CaptureError> {
        if text.len() > SHORT_MAX {
            return Self::try_copy_long(text);
        }
        Self::try_copy_any(text)
    }

    /// Copies a long text. PERF: apart, so that the copy of a short one checks for no overflow.
    #[cold]
    #[inline(never)]
    fn try_copy_long(text: &str) -> Result<Self, CaptureError> {
        Self::try_copy_any(text)
    }

    #[inline]
    fn try_copy_any(text: &str) -> Result<Self, CaptureError> {
        let layout = Self::layout(text.len()).ok_or(CaptureErrorKind::TooLong)?;
        // SAFETY: the size of the layout is not zero, since a count alone has two words.
        let block = NonNull::new(unsafe { alloc(layout) }).ok_or(CaptureErrorKind::Alloc)?;
        // SAFETY: the offset is far below `isize::MAX`; the block is at least as long as all that
        // is in front of its text, so that the result lies in the block or at its end.
        let start = unsafe { block.add(Self::header(text.len())) };
        let new = Self(start);
        // SAFETY: the pointer is valid for writes of a count, since the block is new and has room
        // for one in front of the text; `TEXT_ALIGN` aligns it.
        unsafe { new.count_ptr().write(Count::new()) };
        if text.len() > SHORT_MAX {
            // SAFETY: the pointer is valid for writes of a length, since the block of a long text
            // begins with one; `TEXT_ALIGN` aligns it.
            unsafe { block.cast::<usize>().write(text.len()) };
        }
        // SAFETY: `text` is readable as a `&str`; the block is writable for as many bytes from
        // `start`, for which it was allocated; bytes need no alignment; the two do not overlap,
        // since the block is new.
        unsafe { ptr::copy_nonoverlapping(text.as_ptr(), start.as_ptr(), text.len()) };
        Ok(new)
    }

    /// Returns the block whose text begins at `text`.
    ///
    /// # Safety
    ///
    /// [`as_ptr`](Self::as_ptr) of a block must have returned the pointer. The caller must have a
    /// handle that the block counts, and must use the result only while the handle lives.
    #[inline]
    pub(super) unsafe fn from_ptr(text: *mut u8) -> Self {
        // SAFETY: `as_ptr` returned the pointer, of a `NonNull`, by the caller's promise.
        Self(unsafe { NonNull::new_unchecked(text) })
    }

    #[inline]
    pub(super) fn as_ptr(self) -> *mut u8 {
        self.0.as_ptr()
    }

    /// Returns the number of bytes in front of a text of `len` bytes.
    #[inline]
    const fn header(len: usize) -> usize {
        if len > SHORT_MAX {
            TEXT_ALIGN + size_of::<Count>()
        } else {
            size_of::<Count>()
        }
    }

    /// Returns the layout of a block for a text of `len` bytes, or `None` if it is longer than an
    /// allocation can be.
    #[inline]
    pub(super) fn layout(len: usize) -> Option<Layout> {
        let size = Self::header(len).checked_add(len)?;
        Layout::from_size_align(size, TEXT_ALIGN).ok()
    }

    /// Returns the size in bytes of the block and its shards; `len` is the length of the text.
    pub(super) fn heap_size(self, len: usize) -> usize {
        Self::header(len) + len + self.count().heap_size()
    }

    /// Returns the length of a long text.
    ///
    /// # Safety
    ///
    /// The text must be long, and the caller must have a handle that the block counts, or be about
    /// to free the block.
    pub(super) unsafe fn long_len(self) -> usize {
        // SAFETY: the offset is what lies in front of a long text, so that the result is the start
        // of the block.
        let block = unsafe { self.0.sub(Self::header(usize::MAX)) };
        // SAFETY: `try_copy` wrote the length of a long text there, aligned, and nobody writes to
        // it later; the block is not freed yet.
        unsafe { block.cast::<usize>().read() }
    }

    /// Returns a pointer to the count, in front of the text.
    #[inline]
    fn count_ptr(self) -> NonNull<Count> {
        // SAFETY: the offset is the size of a count, far below `isize::MAX`; every block has a
        // count that far in front of its text, so that the result lies in the block.
        unsafe { self.0.sub(size_of::<Count>()) }.cast()
    }

    #[inline]
    pub(super) fn count(&self) -> &Count {
        // SAFETY: `try_copy` wrote a count there, aligned, and nobody has a `&mut` to it before
        // `free`. The caller has a handle while it uses the block, so that the count is alive. The
        // exceptions are `decrement`, which uses the count no more after it took the caller's
        // handle, and `is_last`: what `decrement` returned says that the count is alive.
        unsafe { self.count_ptr().as_ref() }
    }

    /// Takes a handle from the count, and frees the block if no handle is left.
    ///
    /// # Safety
    ///
    /// The caller must have a handle that is counted in `counted_in`, and must not use it
    /// afterwards. `len` must return the length of the text.
    #[inline]
    pub(super) unsafe fn release(self, counted_in: CountedIn, len: impl FnOnce() -> usize) {
        if let Some(before) = self.count().decrement(counted_in) {
            // SAFETY: `decrement` returned `before`; the caller promises that `len` returns the
            // length of the text.
            unsafe { self.free_if_last(counted_in, before, len) };
        }
    }

    /// Frees the block if no handle is left.
    ///
    /// PERF: the last thing that a drop does, so that a drop saves no registers before the
    /// subtraction.
    ///
    /// # Safety
    ///
    /// `decrement` must have returned `before`, and `len` must return the length of the text.
    #[cold]
    #[inline(never)]
    unsafe fn free_if_last(
        self,
        counted_in: CountedIn,
        before: usize,
        len: impl FnOnce() -> usize,
    ) {
        if self.count().is_last(counted_in, before) {
            // SAFETY: `is_last` returns `true` for one handle, the last, so that no other handle is
            // left and nobody else frees the block; the caller promises that `len` returns the
            // length of the text.
            unsafe { self.free(len()) };
        }
    }

    /// Frees the block, and the shards of its count.
    ///
    /// # Safety
    ///
    /// No handle may be left, and nobody else may free the block. `len` must be the length of the
    /// text.
    #[inline(never)]
    unsafe fn free(self, len: usize) {
        let header = Self::header(len);
        // SAFETY: the alignment is a power of two; the sum does not overflow, and rounds up to no
        // more than `isize::MAX`, since the block was allocated with this layout.
        let layout = unsafe { Layout::from_size_align_unchecked(header + len, TEXT_ALIGN) };
        // SAFETY: the offset is what `try_copy` put in front of a text of `len` bytes, so that the
        // result is the start of the block.
        let block = unsafe { self.0.sub(header) };
        // SAFETY: the count is valid for reads and writes, aligned, and initialised by `try_copy`;
        // no handle is left, so that nobody uses the count meanwhile or later.
        unsafe { ptr::drop_in_place(self.count_ptr().as_ptr()) };
        // SAFETY: the pointer came from `alloc`, for a text of `len` bytes and so with this same
        // layout; the block is still allocated, since only this call frees it.
        unsafe { dealloc(block.as_ptr(), layout) };
    }
}
