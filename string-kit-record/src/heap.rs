//! The bytes on the heap of a program that tries a type.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::{env, fs, process};

use crate::at_exit::at_exit;
use crate::save::{say, with_id};

/// The bytes of all blocks now, and at most.
static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator, with a count of the bytes that are allocated now and at most.
///
/// At the end of the program they are written to the file that the variable `STRING_KIT_HEAP`
/// names, as `{"peak":1024,"live":512}`; `%p` stands for the process id. A call costs an atomic
/// addition more than the system's. [`count_heap!`](crate::count_heap!) installs it.
#[derive(Debug, Default)]
pub struct HeapCounter(());

impl HeapCounter {
    /// Creates the allocator. It has no state of its own.
    #[must_use]
    pub const fn new() -> Self {
        Self(())
    }
}

fn add(bytes: usize) {
    static IS_WATCHED: AtomicBool = AtomicBool::new(false);
    let live = LIVE.fetch_add(bytes, Relaxed).wrapping_add(bytes);
    if live > PEAK.load(Relaxed) {
        PEAK.fetch_max(live, Relaxed);
    }
    if !IS_WATCHED.load(Relaxed) && !IS_WATCHED.swap(true, Relaxed) {
        at_exit(write);
    }
}

extern "C" fn write() {
    let (peak, live) = (PEAK.load(Relaxed), LIVE.load(Relaxed));
    let Some(name) = env::var_os("STRING_KIT_HEAP") else {
        return;
    };
    let path = with_id(&name, process::id());
    if let Err(error) = fs::write(&path, format!("{{\"peak\":{peak},\"live\":{live}}}\n")) {
        say(&format!("cannot write {}: {error}", path.display()));
    }
}

// SAFETY: every block comes from `System`, which keeps the contract of `GlobalAlloc`, and goes back
// to it with the layout that it was allocated with. Nothing unwinds: the counts wrap around.
#[allow(unsafe_code)]
unsafe impl GlobalAlloc for HeapCounter {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: `GlobalAlloc::alloc` is called with a layout that is not of zero size.
        let block = unsafe { System.alloc(layout) };
        if !block.is_null() {
            add(layout.size());
        }
        block
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: `GlobalAlloc::alloc_zeroed` is called with a layout that is not of zero size.
        let block = unsafe { System.alloc_zeroed(layout) };
        if !block.is_null() {
            add(layout.size());
        }
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        LIVE.fetch_sub(layout.size(), Relaxed);
        // SAFETY: `block` is one that this allocator returned for `layout`, hence `System` too, and
        // it is freed once.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: `block` is one that this allocator returned for `layout`, hence `System` too, and
        // `new_size` is not zero and at most `isize::MAX` when rounded up to the alignment.
        let moved = unsafe { System.realloc(block, layout, new_size) };
        if !moved.is_null() {
            LIVE.fetch_sub(layout.size(), Relaxed);
            add(new_size);
        }
        moved
    }
}
