//! The system's allocator, counted.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};

use crate::allocator::{counts, metered};

/// The system's allocator, counted.
///
/// Costs some 10 instructions a call; takes no lock and allocates nothing itself.
///
/// ```
/// use string_kit_conformance::CountingAllocator;
///
/// #[global_allocator]
/// static ALLOCATOR: CountingAllocator = CountingAllocator::new();
/// # let _ = Box::new(1);
/// ```
#[derive(Debug, Default)]
pub struct CountingAllocator(());

impl CountingAllocator {
    /// The allocator, for a `#[global_allocator]`.
    ///
    /// Costs nothing: it has no state.
    ///
    /// ```
    /// static ALLOCATOR: string_kit_conformance::CountingAllocator =
    ///     string_kit_conformance::CountingAllocator::new();
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self(())
    }
}

// SAFETY: every block comes from `System` and goes back to it with the layout that the caller
// names, which `GlobalAlloc` asks of the caller to be the block's own.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        metered::alloc(layout.size(), || {
            // SAFETY: the caller's promise, passed on.
            unsafe { System.alloc(layout) }
        })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        metered::alloc(layout.size(), || {
            // SAFETY: the caller's promise, passed on.
            unsafe { System.alloc_zeroed(layout) }
        })
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        counts::deallocated(layout.size());
        // SAFETY: the caller's promise, passed on.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        metered::realloc(layout.size(), new_size, || {
            // SAFETY: the caller's promise, passed on.
            unsafe { System.realloc(block, layout, new_size) }
        })
    }
}
