//! The laboratory's allocator: the system's own, or one that counts, that records layouts, or that checks
//! every block.
//!
//! PERF: counting makes `vec_string` 12 % slower (497 against 441 ns), and a way with one allocation
//! hardly at all, so that times while counting would favour ways with few allocations. The switch is a
//! load and a branch that always goes the same way.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::ffi::{CStr, c_char};
use std::sync::atomic::{AtomicU8, Ordering};

use string_kit_conformance::{CheckingAllocator, CountingAllocator, Counts, count};

use super::live_blocks::{self, BlockRecorder};

/// The environment variable that makes a process check every block. The first block comes before `main`,
/// which could read arguments.
pub const CHECKED_BY: &CStr = c"STRING_KIT_CHECKED";

/// The allocator that gives out memory.
static MODE: AtomicU8 = AtomicU8::new(UNDECIDED);
const SYSTEM: u8 = 0;
const COUNTED: u8 = 1;
const CHECKED: u8 = 2;
/// No block has been asked for yet.
const UNDECIDED: u8 = 3;
const RECORDED: u8 = 4;

static COUNTING: CountingAllocator = CountingAllocator::new();
static CHECKING: CheckingAllocator = CheckingAllocator::new();

/// The system's allocator, counted or checked when asked to.
#[derive(Clone, Copy, Debug)]
pub struct LaboratoryAllocator;

/// Counts what this thread asks of the allocator during `work`: nothing, unless the program's allocator
/// is [`LaboratoryAllocator`].
pub fn counts(work: impl FnOnce()) -> Counts {
    // The checking allocator counts too.
    in_mode(COUNTED, || count(work).1)
}

/// Records the blocks that this thread asks for during `work`, for [`live_blocks`](super::live_blocks()).
pub fn recording_blocks<R>(work: impl FnOnce() -> R) -> R {
    live_blocks::forget();
    in_mode(RECORDED, work)
}

/// Does some work in a mode. If blocks are checked, the mode stays: a checked block goes back to the
/// checker.
fn in_mode<R>(mode: u8, work: impl FnOnce() -> R) -> R {
    let before = MODE.load(Ordering::Relaxed);
    if before != CHECKED {
        MODE.store(mode, Ordering::Relaxed);
    }
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
    if MODE.load(Ordering::Relaxed) == UNDECIDED {
        // The first block is asked for before there is a second thread.
        let mode = if is_to_check() { CHECKED } else { SYSTEM };
        MODE.store(mode, Ordering::Relaxed);
    }
    match MODE.load(Ordering::Relaxed) {
        COUNTED => &COUNTING,
        CHECKED => &CHECKING,
        RECORDED => &BlockRecorder,
        _ => &System,
    }
}

/// Returns whether the environment asks for checks, without the allocation that `std::env` needs.
fn is_to_check() -> bool {
    unsafe extern "C" {
        fn getenv(name: *const c_char) -> *const c_char;
    }
    // SAFETY:
    // - the name ends with a NUL
    // - no other thread changes the environment: there is none before the first allocation
    let value = unsafe { getenv(CHECKED_BY.as_ptr()) };
    !value.is_null()
}

// SAFETY: every block comes from `System`, directly or through `COUNTING` or `BlockRecorder`, or in
// the whole process from `CHECKING`, and goes back there with the layout that the caller names, which
// `GlobalAlloc` asks of the caller to be the block's own.
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
            // SAFETY: the block is `System`'s or the checker's, as this allocator needs it, and of this
            // layout by the caller's promise.
            unsafe { other().dealloc(block, layout) }
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        if is_the_systems() {
            // SAFETY: the block is `System`'s, and of this layout by the caller's promise, who also
            // promises a new size that is not 0 and does not overflow.
            unsafe { System.realloc(block, layout, new_size) }
        } else {
            // SAFETY: the block is `System`'s or the checker's, as this allocator needs it, and of this
            // layout by the caller's promise, who also promises a new size that is not 0 and does not
            // overflow.
            unsafe { other().realloc(block, layout, new_size) }
        }
    }
}
