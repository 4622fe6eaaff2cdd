//! A text on the heap, behind the count of its handles.
//!
//! ```text
//! | count (two words) | text ... |
//!                     ^ where a `Block` points to
//! ```
#![allow(unsafe_code)]

use alloc::alloc::{alloc, dealloc};
use core::alloc::Layout;
use core::ptr::{self, NonNull};

use super::count::{Count, CountedIn};
use crate::error::{CaptureError, CaptureErrorKind};

/// A pointer to a counted text: a copy of it counts nothing, and its drop frees nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Block(NonNull<u8>);

impl Block {
    /// Copies a text into a new block, with one handle, which is counted in the root.
    ///
    /// # Errors
    ///
    /// `TooLong` if no block can be as long, `Alloc` if there is no room.
    #[inline]
    pub(super) fn try_copy(text: &str) -> Result<Self, CaptureError> {
        let layout = Self::layout(text.len()).ok_or(CaptureErrorKind::TooLong)?;
        // SAFETY: the layout is not empty: it includes the two words of a count.
        let block = NonNull::new(unsafe { alloc(layout) }).ok_or(CaptureErrorKind::Alloc)?;
        // SAFETY: the block is new, so that it is valid for writes; it is as long as a count or
        // longer, and aligned for one.
        unsafe { block.cast::<Count>().write(Count::new()) };
        // SAFETY: the block is at least as long as a count, so the result stays inside of it.
        let start = unsafe { block.add(size_of::<Count>()) };
        // SAFETY: `text` is valid for reads of its length, and the new block for writes of as many
        // bytes from `start`; bytes need no alignment, and a new block does not overlap `text`.
        unsafe { ptr::copy_nonoverlapping(text.as_ptr(), start.as_ptr(), text.len()) };
        Ok(Self(start))
    }

    /// Returns the block whose text begins at `text`.
    ///
    /// # Safety
    ///
    /// [`as_ptr`](Self::as_ptr) of a block returned the pointer. The caller has a handle of that
    /// block, and uses the result only while the handle lives.
    #[inline]
    pub(super) unsafe fn from_ptr(text: NonNull<u8>) -> Self {
        Self(text)
    }

    /// Returns where the text begins.
    #[inline]
    pub(super) fn as_ptr(self) -> NonNull<u8> {
        self.0
    }

    /// Returns the layout of a block for a text of `len` bytes, or `None` if no block can be as
    /// long.
    #[inline]
    pub(super) fn layout(len: usize) -> Option<Layout> {
        let size = size_of::<Count>().checked_add(len)?;
        Layout::from_size_align(size, align_of::<Count>()).ok()
    }

    /// Returns the bytes that the allocator was asked for, for a text of `len` bytes.
    pub(super) fn heap_size(self, len: usize) -> usize {
        size_of::<Count>() + len + self.count().heap_size()
    }

    /// Returns where the count lies.
    #[inline]
    fn start(self) -> NonNull<Count> {
        // SAFETY: `try_copy` put the text one `Count` behind the start of its allocation, so the
        // result stays inside of it.
        unsafe { self.0.sub(size_of::<Count>()) }.cast()
    }

    /// Returns the count of the handles.
    #[inline]
    pub(super) fn count(&self) -> &Count {
        // SAFETY: `try_copy` wrote a count there, aligned. It lives while the caller has a handle,
        // which is as long as the caller uses the block; and nobody has a `&mut` to it before the
        // free.
        unsafe { self.start().as_ref() }
    }

    /// Counts one handle less, and frees the block after the last.
    ///
    /// # Safety
    ///
    /// The caller has a handle that is counted there, and gives it up. `len` returns the length of
    /// the text.
    #[inline]
    pub(super) unsafe fn release(self, counted_in: CountedIn, len: impl FnOnce() -> usize) {
        let last = self.count().decrement(counted_in);
        if last {
            // SAFETY: no handle is left, since the count says that this was the last; the caller
            // promises that `len` returns the length of the text.
            unsafe { self.free(len()) };
        }
    }

    /// Frees the block, and its count with all shards.
    ///
    /// # Safety
    ///
    /// No handle is left. `len` is the length of the text.
    #[inline(never)]
    unsafe fn free(self, len: usize) {
        let layout = Self::layout(len).expect("it was allocated by this layout");
        // SAFETY: the count is initialised, aligned, and valid for reads and writes, since no
        // handle is left that uses it; nobody uses it after this.
        unsafe { ptr::drop_in_place(self.start().as_ptr()) };
        // SAFETY: `alloc` returned this pointer for a text of `len` bytes, and so for the same
        // layout.
        unsafe { dealloc(self.start().cast().as_ptr(), layout) };
    }
}
