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
use crate::short_text;

/// The length in bytes of the longest short text.
pub(super) const SHORT_MAX: usize = (128 << 10) - 1;
/// The number of bits of the length of a text.
pub(super) const LEN_BITS: u32 = 46;
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
    /// Copies a text of more than 16 bytes into a new block, whose count has one handle, in the
    /// root. Returns `None` if the text has no [`layout`](Self::layout), or the allocator returns
    /// no memory.
    #[inline]
    pub(super) fn try_copy(text: &str) -> Option<Self> {
        /// PERF: apart, so that the copy of a short text tests nothing for a long one.
        #[cold]
        #[inline(never)]
        fn try_copy_long(text: &str) -> Option<Block> {
            Block::try_copy_any(text)
        }
        if text.len() > SHORT_MAX {
            return try_copy_long(text);
        }
        Self::try_copy_any(text)
    }

    #[inline]
    fn try_copy_any(text: &str) -> Option<Self> {
        let layout = Self::layout(text.len())?;
        // SAFETY: the size of the layout is not zero, since a count alone has two words.
        let block = NonNull::new(unsafe { alloc(layout) })?;
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
        let end = start.as_ptr().wrapping_add(text.len());
        assert!(text.len() > 16);
        // SAFETY: the text has more than 16 bytes; the block is writable for as many from `start`,
        // for which it was allocated, up to `end`; the two do not overlap, since the block is new.
        unsafe { short_text::copy_long(text.as_bytes(), start.as_ptr(), end) };
        Some(new)
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
    /// allocation, or has more bits than the length of a handle.
    #[inline]
    pub(super) fn layout(len: usize) -> Option<Layout> {
        if len as u64 >> LEN_BITS != 0 {
            return None;
        }
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
        // handle; `acquire_without_shards`, after `was_only_handle` returned `true`; and `is_last`,
        // after `was_last_of_place` did: both say that the count is alive.
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
        let was_last = Count::was_last_of_place(counted_in, before);
        if was_last && self.count().is_last(counted_in, before) {
            // SAFETY: `is_last` returns `true` for one handle, the last, so that no other handle is
            // left and nobody else frees the block; the caller promises that `len` returns the
            // length of the text.
            unsafe { self.free(len()) };
        }
    }

    /// Takes a handle that the root counts, and frees the block if no handle is left.
    ///
    /// # Safety
    ///
    /// Those of [`release`](Self::release), for a handle that the root counts.
    #[inline]
    pub(super) unsafe fn release_from_root(self, len: impl FnOnce() -> usize) {
        if let Some(before) = self.count().decrement(CountedIn::Root) {
            // SAFETY: `decrement` returned `before`; the caller promises that `len` returns the
            // length of the text.
            unsafe { self.free_if_last_in_root(before, len) };
        }
    }

    /// Does the work of `free_if_last` for the root. PERF: the only handle of a text without shards
    /// takes no other path.
    ///
    /// # Safety
    ///
    /// Those of `free_if_last`, for the root.
    #[cold]
    #[inline(never)]
    unsafe fn free_if_last_in_root(self, before: usize, len: impl FnOnce() -> usize) {
        let len = len();
        let is_plain = Count::was_only_handle(before) && self.count().acquire_without_shards();
        if !is_plain || len > SHORT_MAX {
            // SAFETY: the caller promises it.
            return unsafe { self.free_if_last(CountedIn::Root, before, move || len) };
        }
        // SAFETY: no handle is left, and so nobody else frees the block; the caller promises the
        // length. The count has nothing to drop.
        unsafe { self.free_memory(len) };
    }

    /// Frees the block, and the shards of its count.
    ///
    /// # Safety
    ///
    /// No handle may be left, and nobody else may free the block. `len` must be the length of the
    /// text.
    #[inline]
    unsafe fn free(self, len: usize) {
        // SAFETY: the count is valid for reads and writes, aligned, and initialised by `try_copy`;
        // no handle is left, so that nobody uses the count meanwhile or later.
        unsafe { ptr::drop_in_place(self.count_ptr().as_ptr()) };
        // SAFETY: the caller promises it, and the count is dropped.
        unsafe { self.free_memory(len) };
    }

    /// Frees the block.
    ///
    /// # Safety
    ///
    /// Those of `free`; and the count must be dropped, or have no shards.
    #[inline]
    unsafe fn free_memory(self, len: usize) {
        let header = Self::header(len);
        // SAFETY: the alignment is a power of two; the sum does not overflow, and rounds up to no
        // more than `isize::MAX`, since the block was allocated with this layout.
        let layout = unsafe { Layout::from_size_align_unchecked(header + len, TEXT_ALIGN) };
        // SAFETY: the offset is what `try_copy` put in front of a text of `len` bytes, so that the
        // result is the start of the block.
        let block = unsafe { self.0.sub(header) };
        // SAFETY: the pointer came from `alloc`, for a text of `len` bytes and so with this same
        // layout; the block is still allocated, since only this call frees it.
        unsafe { dealloc(block.as_ptr(), layout) };
    }
}
