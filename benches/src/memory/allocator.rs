//! The laboratory's allocator: counted while memory is measured, noted while layouts are looked at,
//! checked in a process that examines by laws, and the system's own while time is measured.
//!
//! PERF: counting makes `vec_string` 12 % slower (497 against 441 ns), and a way with one
//! allocation hardly at all: it would flatter the ways with few. The switch is a load and a branch
//! that always goes the same way.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::ffi::{CStr, c_char};
use std::sync::atomic::{AtomicU8, Ordering};

use string_kit_conformance::{CheckingAllocator, CountingAllocator, Counts, count};

use super::noted::NotingAllocator;

/// The environment variable that has a process check every block, from its first to its last.
///
/// The environment, since a block goes back to whom it came from: it has to be known before there
/// is a `main` that could look at arguments.
pub(crate) const CHECKED_BY: &CStr = c"STRING_KIT_CHECKED";

/// Who gives out memory.
static MODE: AtomicU8 = AtomicU8::new(UNDECIDED);
const SYSTEM: u8 = 0;
const COUNTED: u8 = 1;
const CHECKED: u8 = 2;
/// Nobody asked for any yet.
const UNDECIDED: u8 = 3;
const NOTED: u8 = 4;

static COUNTING: CountingAllocator = CountingAllocator::new();
static CHECKING: CheckingAllocator = CheckingAllocator::new();

/// The system's allocator, counted or checked when asked to.
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
    // The one that checks counts too.
    in_mode(COUNTED, || count(work).1)
}

/// Has the blocks noted that this thread asks for during `work`, for [`noted::blocks`] to tell.
///
/// [`noted::blocks`]: super::noted::blocks
pub(super) fn noting<R>(work: impl FnOnce() -> R) -> R {
    in_mode(NOTED, work)
}

/// Does some work in a mode, unless blocks are checked: who checks them must take back its own.
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

/// Who is asked where it is not simply the system.
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
        NOTED => &NotingAllocator,
        _ => &System,
    }
}

/// Whether the environment asks for it; found out with no allocation, which `std::env` needs.
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

// SAFETY: every block comes from `System` by way of nobody, of `COUNTING` or of `NotingAllocator`, or in the whole process
// from `CHECKING`, and goes back there with the layout that the caller names, which `GlobalAlloc` asks
// of the caller to be the block's own.
unsafe impl GlobalAlloc for LaboratoryAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if is_the_systems() {
            // SAFETY: the caller's promise, passed on.
            unsafe { System.alloc(layout) }
        } else {
            // SAFETY: the caller's promise, passed on.
            unsafe { other().alloc(layout) }
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if is_the_systems() {
            // SAFETY: the caller's promise, passed on.
            unsafe { System.alloc_zeroed(layout) }
        } else {
            // SAFETY: the caller's promise, passed on.
            unsafe { other().alloc_zeroed(layout) }
        }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if is_the_systems() {
            // SAFETY: the caller's promise, passed on.
            unsafe { System.dealloc(block, layout) }
        } else {
            // SAFETY: the caller's promise, passed on.
            unsafe { other().dealloc(block, layout) }
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        if is_the_systems() {
            // SAFETY: the caller's promise, passed on.
            unsafe { System.realloc(block, layout, new_size) }
        } else {
            // SAFETY: the caller's promise, passed on.
            unsafe { other().realloc(block, layout, new_size) }
        }
    }
}
