//! An allocator that counts.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};

use super::meter;

/// The system's allocator with a count of each thread's calls and a limit on demand.
///
/// [`count`](crate::count) reports the calls; [`with_budget`](crate::with_budget) makes the nth
/// allocation fail. A call costs about 10 instructions more than the system's. The allocator takes
/// no lock and allocates nothing itself.
#[derive(Debug, Default)]
pub struct CountingAllocator(());

impl CountingAllocator {
    /// Creates the allocator, for a `#[global_allocator]`.
    ///
    /// O(1); allocates nothing. The allocator has no state.
    #[must_use]
    pub const fn new() -> Self {
        Self(())
    }
}

// SAFETY: every block comes from `System`, which keeps the contract of `GlobalAlloc`. It goes back
// to `System` with the layout that the caller gives, which the contract requires to be the block's
// own. Nothing unwinds: the counts of bytes wrap around, and no thread lives for as many calls as a
// `usize` counts.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        meter::alloc(layout.size(), || {
            // SAFETY: the caller promises that `layout` is not of zero size.
            unsafe { System.alloc(layout) }
        })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        meter::alloc(layout.size(), || {
            // SAFETY: the caller promises that `layout` is not of zero size.
            unsafe { System.alloc_zeroed(layout) }
        })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        meter::deallocated(layout.size());
        // SAFETY: the caller promises that `block` came from this allocator, hence from `System`,
        // is not freed yet, and was allocated with `layout`.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        meter::realloc(layout.size(), new_size, || {
            // SAFETY: the caller promises that
            // - `block` came from this allocator, hence from `System`, and is not freed yet
            // - it was allocated with `layout`
            // - `new_size` is not zero and, rounded up to the alignment, at most `isize::MAX`
            unsafe { System.realloc(block, layout, new_size) }
        })
    }
}
