//! A text on the heap, with the count of its handles in front of it.
//!
//! ```text
//! | count (two words) | text ... |
//!                     ^ a `Block` points here
//! ```
#![allow(unsafe_code)]

use alloc::alloc::{alloc, dealloc};
use core::alloc::Layout;
use core::ptr::{self, NonNull};

use super::count::{Count, CountedIn};
use crate::error::{CaptureError, CaptureErrorKind};

/// A pointer to the text of a block. Copying or dropping the pointer does not change the count.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Block(NonNull<u8>);

impl Block {
    /// Copies a text into a new block, whose count has one handle, in the root.
    ///
    /// # Errors
    ///
    /// `TooLong` if the block is longer than an allocation can be, `Alloc` if the allocator returns
    /// no memory.
    #[inline]
    pub(super) fn try_copy(text: &str) -> Result<Self, CaptureError> {
        let layout = Self::layout(text.len()).ok_or(CaptureErrorKind::TooLong)?;
        // SAFETY: the size of the layout is not zero, since a count alone has two words.
        let block = NonNull::new(unsafe { alloc(layout) }).ok_or(CaptureErrorKind::Alloc)?;
        // SAFETY: the pointer is valid for writes of a count, since the block is new and at least
        // as long as a count; the layout aligns it for one.
        unsafe { block.cast::<Count>().write(Count::new()) };
        // SAFETY: the offset is the size of a count, far below `isize::MAX`; the block is at least
        // that long, so that the result lies in the block or at its end.
        let start = unsafe { block.add(size_of::<Count>()) };
        // SAFETY: `text` is readable as a `&str`; the block is writable for as many bytes from
        // `start`, for which it was allocated; bytes need no alignment; the two do not overlap,
        // since the block is new.
        unsafe { ptr::copy_nonoverlapping(text.as_ptr(), start.as_ptr(), text.len()) };
        Ok(Self(start))
    }

    /// Returns the block whose text begins at `text`.
    ///
    /// # Safety
    ///
    /// [`as_ptr`](Self::as_ptr) of a block must have returned the pointer. The caller must have a
    /// handle that the block counts, and must use the result only while the handle lives.
    #[inline]
    pub(super) unsafe fn from_ptr(text: NonNull<u8>) -> Self {
        Self(text)
    }

    /// Returns a pointer to the text.
    #[inline]
    pub(super) fn as_ptr(self) -> NonNull<u8> {
        self.0
    }

    /// Returns the layout of a block for a text of `len` bytes, or `None` if it is longer than an
    /// allocation can be.
    #[inline]
    pub(super) fn layout(len: usize) -> Option<Layout> {
        let size = size_of::<Count>().checked_add(len)?;
        Layout::from_size_align(size, align_of::<Count>()).ok()
    }

    /// Returns the size in bytes of the block and its shards; `len` is the length of the text.
    pub(super) fn heap_size(self, len: usize) -> usize {
        size_of::<Count>() + len + self.count().heap_size()
    }

    /// Returns a pointer to the count, at the start of the block.
    #[inline]
    fn start(self) -> NonNull<Count> {
        // SAFETY: the offset is the size of a count, far below `isize::MAX`; `try_copy` put the
        // text that far behind the start of the block, so that the result is its start.
        unsafe { self.0.sub(size_of::<Count>()) }.cast()
    }

    /// Returns the count of the handles.
    #[inline]
    pub(super) fn count(&self) -> &Count {
        // SAFETY: `try_copy` wrote a count there, aligned, and nobody has a `&mut` to it before
        // `free`. The caller has a handle while it uses the block, so that the count is alive. The
        // exception is `decrement`, which takes the caller's handle: after that it uses the count
        // only while the INVARIANT of the module `count` keeps it alive.
        unsafe { self.start().as_ref() }
    }

    /// Takes a handle from the count, and frees the block if no handle is left.
    ///
    /// # Safety
    ///
    /// The caller must have a handle that is counted in `counted_in`, and must not use it
    /// afterwards. `len` must return the length of the text.
    #[inline]
    pub(super) unsafe fn release(self, counted_in: CountedIn, len: impl FnOnce() -> usize) {
        let last = self.count().decrement(counted_in);
        if last {
            // SAFETY: `decrement` returns `true` for one handle, the last, so that no other handle
            // is left and nobody else frees the block; the caller promises that `len` returns the
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
        let layout = Self::layout(len).expect("the block was allocated with this layout");
        // SAFETY: the count is valid for reads and writes, aligned, and initialised by `try_copy`;
        // no handle is left, so that nobody uses the count meanwhile or later.
        unsafe { ptr::drop_in_place(self.start().as_ptr()) };
        // SAFETY: the pointer came from `alloc`, for a text of `len` bytes and so with this same
        // layout; the block is still allocated, since only this call frees it.
        unsafe { dealloc(self.start().cast().as_ptr(), layout) };
    }
}
