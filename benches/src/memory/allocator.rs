//! The laboratory's allocator: the system's own, or one that counts or that notes layouts.
//!
//! PERF: counting makes `vec_string` 12 % slower (497 against 441 ns), and a way with one allocation
//! hardly at all, so that times while counting would favour ways with few allocations. The switch is a
//! load and a branch that always goes the same way.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU8, Ordering};

use string_kit_conformance::{CountingAllocator, Counts, count};

use super::noted::NotingAllocator;

/// The allocator that gives out memory.
static MODE: AtomicU8 = AtomicU8::new(SYSTEM);
const SYSTEM: u8 = 0;
const COUNTED: u8 = 1;
const NOTED: u8 = 2;

static COUNTING: CountingAllocator = CountingAllocator::new();

/// The system's allocator, counted when asked to.
#[derive(Clone, Copy, Debug)]
pub struct LaboratoryAllocator;

/// Counts what this thread asks of the allocator during `work`: nothing, unless the program's allocator
/// is [`LaboratoryAllocator`].
pub(crate) fn counts(work: impl FnOnce()) -> Counts {
    in_mode(COUNTED, || count(work).1)
}

/// Notes the blocks that this thread asks for during `work`, for [`blocks`](super::noted::blocks).
pub(crate) fn noting<R>(work: impl FnOnce() -> R) -> R {
    in_mode(NOTED, work)
}

/// Does some work in a mode.
fn in_mode<R>(mode: u8, work: impl FnOnce() -> R) -> R {
    let before = MODE.swap(mode, Ordering::Relaxed);
    let result = work();
    MODE.store(before, Ordering::Relaxed);
    result
}

#[inline]
fn is_the_systems() -> bool {
    MODE.load(Ordering::Relaxed) == SYSTEM
}

/// Returns the allocator of a mode that is not simply the system.
#[cold]
fn other() -> &'static dyn GlobalAlloc {
    match MODE.load(Ordering::Relaxed) {
        COUNTED => &COUNTING,
        NOTED => &NotingAllocator,
        _ => &System,
    }
}

// SAFETY: every block comes from `System`, directly or through `COUNTING` or `NotingAllocator`, and goes
// back there with the layout that the caller names, which `GlobalAlloc` asks of the caller to be the
// block's own.
unsafe impl GlobalAlloc for LaboratoryAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_the_systems() {
            // SAFETY: the layout has a size, by the caller's promise.
            unsafe { System.alloc(layout) }
        } else {
            // SAFETY: the layout has a size, by the caller's promise.
            unsafe { other().alloc(layout) }
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if is_the_systems() {
            // SAFETY: the layout has a size, by the caller's promise.
            unsafe { System.alloc_zeroed(layout) }
        } else {
            // SAFETY: the layout has a size, by the caller's promise.
            unsafe { other().alloc_zeroed(layout) }
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if is_the_systems() {
            // SAFETY: the block is `System`'s, and of this layout by the caller's promise.
            unsafe { System.dealloc(block, layout) }
        } else {
            // SAFETY: the block is `System`'s, and of this layout by the caller's promise.
            unsafe { other().dealloc(block, layout) }
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        if is_the_systems() {
            // SAFETY: the block is `System`'s, and of this layout by the caller's promise, who also
            // promises a new size that is not 0 and does not overflow.
            unsafe { System.realloc(block, layout, new_size) }
        } else {
            // SAFETY: the block is `System`'s, and of this layout by the caller's promise, who also
            // promises a new size that is not 0 and does not overflow.
            unsafe { other().realloc(block, layout, new_size) }
        }
    }
}
