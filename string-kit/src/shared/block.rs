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

use super::count::{Count, Counted};
use crate::error::{CaptureError, CaptureErrorKind};

/// A counted text: it neither shares nor frees by itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Block(NonNull<u8>);

impl Block {
    /// A copy of a text, with one plain handle.
    ///
    /// # Errors
    ///
    /// `TooLong` if no block can be as long, `Alloc` if there is no room.
    #[inline]
    pub(super) fn copied(text: &str) -> Result<Self, CaptureError> {
        let layout = Self::layout(text.len()).ok_or(CaptureErrorKind::TooLong)?;
        // SAFETY: the layout is not empty: it has a count.
        let block = NonNull::new(unsafe { alloc(layout) }).ok_or(CaptureErrorKind::Alloc)?;
        // SAFETY: the block has the size and the alignment of a count, and no reader yet.
        unsafe { block.cast::<Count>().write(Count::new()) };
        // SAFETY: the block is longer than a count.
        let start = unsafe { block.add(size_of::<Count>()) };
        // SAFETY: there is room for the text, which lies elsewhere, and bytes need no alignment.
        unsafe { ptr::copy_nonoverlapping(text.as_ptr(), start.as_ptr(), text.len()) };
        Ok(Self(start))
    }

    /// The block whose text lies there.
    ///
    /// # Safety
    ///
    /// It is what `as_ptr` told of a block. The caller has a handle of it, and uses what is returned
    /// no longer than that.
    #[inline]
    pub(super) unsafe fn from_ptr(text: NonNull<u8>) -> Self {
        Self(text)
    }

    #[inline]
    pub(super) fn as_ptr(self) -> NonNull<u8> {
        self.0
    }

    #[inline]
    pub(super) fn layout(len: usize) -> Option<Layout> {
        let size = size_of::<Count>().checked_add(len)?;
        Layout::from_size_align(size, align_of::<Count>()).ok()
    }

    /// What is asked of the allocator for a text of this length.
    pub(super) fn heap_size(self, len: usize) -> usize {
        size_of::<Count>() + len + self.count().heap_size()
    }

    #[inline]
    fn start(self) -> NonNull<Count> {
        // SAFETY: the count lies before the text, in the same allocation.
        unsafe { self.0.sub(size_of::<Count>()) }.cast()
    }

    /// The count of its handles.
    #[inline]
    pub(super) fn count(&self) -> &Count {
        // SAFETY: the count is initialised and aligned, and lives while the caller has a handle, which
        // is as long as it uses the block.
        unsafe { self.start().as_ref() }
    }

    /// Counts one handle less, and frees the block after the last.
    ///
    /// # Safety
    ///
    /// The caller has a handle that was counted there, and gives it up. `len` is the text's length.
    #[inline]
    pub(super) unsafe fn leave(self, counted: Counted, len: impl FnOnce() -> usize) {
        let last = self.count().leave(counted);
        if last {
            // SAFETY: it was the last handle, and the length is the caller's promise.
            unsafe { self.free(len()) };
        }
    }

    /// # Safety
    ///
    /// Nobody has a handle any more. `len` is the text's length.
    #[inline(never)]
    unsafe fn free(self, len: usize) {
        let layout = Self::layout(len).expect("it was allocated by this layout");
        // SAFETY: the count is initialised, and this is its last use.
        unsafe { ptr::drop_in_place(self.start().as_ptr()) };
        // SAFETY: the block was allocated by this layout.
        unsafe { dealloc(self.start().cast().as_ptr(), layout) };
    }
}
