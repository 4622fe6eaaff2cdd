//! The laboratory's allocator: counted while memory is measured, and not while time is.
//!
//! PERF: counting makes `vec_string` 12 % slower (497 against 441 ns), and a way with one
//! allocation hardly at all: it would flatter the ways with few. The switch is a load and a branch
//! that always goes the same way.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, Ordering};

use string_kit_alloc::{CountingAllocator, Counts, count};

static COUNTING: AtomicBool = AtomicBool::new(false);
static COUNTED: CountingAllocator = CountingAllocator::new();

/// The system's allocator, counted when asked to.
///
/// ```
/// use string_kit_benches::measure::LaboratoryAllocator;
///
/// #[global_allocator]
/// static ALLOCATOR: LaboratoryAllocator = LaboratoryAllocator;
/// # let _ = Box::new(1);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LaboratoryAllocator;

/// What this thread asks of the allocator during `work`; nothing, unless the program's allocator
/// is [`LaboratoryAllocator`].
pub(super) fn counts(work: impl FnOnce()) -> Counts {
    COUNTING.store(true, Ordering::Relaxed);
    let ((), counts) = count(work);
    COUNTING.store(false, Ordering::Relaxed);
    counts
}

fn counting() -> bool {
    COUNTING.load(Ordering::Relaxed)
}

// SAFETY: every block comes from `System`, by way of `COUNTED` or not, and goes back to it with the
// layout that the caller names, which `GlobalAlloc` asks of the caller to be the block's own.
unsafe impl GlobalAlloc for LaboratoryAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if counting() {
            // SAFETY: the caller's promise, passed on.
            unsafe { COUNTED.alloc(layout) }
        } else {
            // SAFETY: the caller's promise, passed on.
            unsafe { System.alloc(layout) }
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if counting() {
            // SAFETY: the caller's promise, passed on.
            unsafe { COUNTED.alloc_zeroed(layout) }
        } else {
            // SAFETY: the caller's promise, passed on.
            unsafe { System.alloc_zeroed(layout) }
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if counting() {
            // SAFETY: the caller's promise, passed on.
            unsafe { COUNTED.dealloc(block, layout) }
        } else {
            // SAFETY: the caller's promise, passed on.
            unsafe { System.dealloc(block, layout) }
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        if counting() {
            // SAFETY: the caller's promise, passed on.
            unsafe { COUNTED.realloc(block, layout, new_size) }
        } else {
            // SAFETY: the caller's promise, passed on.
            unsafe { System.realloc(block, layout, new_size) }
        }
    }
}
