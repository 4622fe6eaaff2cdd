//! An allocator that records what is asked of it.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout};

use super::buffer::{Kind, is_open, record};

/// An allocator that records what is asked of another while [`trace`](super::trace) runs.
///
/// Outside of that it costs a load and a branch a call.
#[derive(Clone, Copy, Debug, Default)]
pub struct TracingAllocator<A> {
    inner: A,
}

impl<A> TracingAllocator<A> {
    /// Wraps an allocator.
    #[must_use]
    pub const fn new(inner: A) -> Self {
        Self { inner }
    }
}

// SAFETY: every block comes from `inner` and goes back to it with the layout that the caller names,
// which `GlobalAlloc` asks of the caller to be the block's own. `record` neither unwinds nor
// allocates.
unsafe impl<A: GlobalAlloc> GlobalAlloc for TracingAllocator<A> {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise, passed on.
        let block = unsafe { self.inner.alloc(layout) };
        record_alloc(block, layout);
        block
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promise, passed on.
        let block = unsafe { self.inner.alloc_zeroed(layout) };
        record_alloc(block, layout);
        block
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // Before it happens: after it another thread may be given the block, and record that first.
        if is_open() {
            record([(Kind::Freed, block, layout.size())]);
        }
        // SAFETY: the caller's promise, passed on.
        unsafe { self.inner.dealloc(block, layout) };
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: the caller's promise, passed on.
        let new_block = unsafe { self.inner.realloc(block, layout, new_size) };
        if is_open() && !new_block.is_null() {
            record([
                (Kind::Alloc, new_block, new_size),
                (Kind::Freed, block, layout.size()),
            ]);
        }
        new_block
    }
}

#[inline]
fn record_alloc(block: *mut u8, layout: Layout) {
    if is_open() && !block.is_null() {
        record([(Kind::Alloc, block, layout.size())]);
    }
}
