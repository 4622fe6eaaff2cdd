//! The allocator: its checks in each call, and how it continues after a violation.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;
use std::ptr;

use super::block::Block;
use super::report::{abort, is_running, report};
use super::{Call, Violation, quarantine};
use crate::allocator::meter;

thread_local! {
    /// True if this thread called the allocator since the flag was cleared. It is initialised by a
    /// constant, so access never allocates.
    static CALLED: Cell<bool> = const { Cell::new(false) };
}

/// The system's allocator with a check of every block and every call.
///
/// It counts and limits as [`CountingAllocator`](crate::CountingAllocator) does. Besides:
///
/// - `dealloc` and `realloc` must be given the size and the alignment that the block was allocated
///   with. The system's allocator often ignores both.
/// - The sixteen bytes on either side of a block, its red zones, must keep their values.
/// - Fresh memory is filled with 0xFA and freed memory with 0xFD, bytes that UTF-8 never contains.
/// - `realloc` always moves the block.
/// - No call may request zero bytes, nor more than `isize::MAX`.
///
/// [`check`](crate::check) returns the violations, writes after free and double frees included.
/// The program continues after a violation: a block is freed once, with its true layout.
///
/// If no `check` runs in the thread, the allocator writes a violation to standard error as one line
/// and aborts the program, because a panic in an allocator is undefined behaviour. It always aborts
/// for a block that it never handed out, or that it returned to the system: it cannot continue
/// safely.
///
/// It does not find reads past the end, leaks, or reads of memory that was never written. Such
/// reads yield bytes that are not UTF-8, and [`count`](crate::count) shows a leak as live bytes.
/// Miri, Valgrind and the sanitizers find more and take longer.
///
/// It reads or writes each block up to three times in its life. It takes up to 64 bytes more for
/// each block, and up to the alignment more if that is above 16. It fills only the first 16 MiB of
/// a longer block. It takes no lock and allocates nothing itself.
#[derive(Debug, Default)]
pub struct CheckingAllocator(());

impl CheckingAllocator {
    /// Creates the allocator, for a `#[global_allocator]`.
    ///
    /// O(1); allocates nothing. The allocator's state is thread-local.
    #[must_use]
    pub const fn new() -> Self {
        Self(())
    }
}

/// Returns true if the global allocator is a [`CheckingAllocator`], so that
/// [`check`](crate::check) finds violations.
///
/// Allocates and frees one small block, which neither the counts nor the budget show.
#[must_use]
pub fn is_checking() -> bool {
    CALLED.set(false);
    meter::probe();
    CALLED.get()
}

// SAFETY: `Block` makes each block as long and as aligned as its layout requires, and no two blocks
// overlap. A block stays valid until `dealloc` or `realloc` takes it back. Nothing unwinds: a
// violation is stored or aborts, the counts of bytes wrap around, and no thread lives for as many
// calls as a `usize` counts.
unsafe impl GlobalAlloc for CheckingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        fresh(layout, Call::Alloc)
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        fresh(layout, Call::AllocZeroed)
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        // SAFETY: the caller promises that `start` came from this allocator and is not freed yet.
        // So the `FRONT` bytes before it are initialised, and only this allocator writes to them.
        // The caller also gives the block up.
        let Ok(block) = (unsafe { take(start, layout, Call::Dealloc) }) else {
            return;
        };
        meter::deallocated(block.layout().size());
        retire(block);
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: the caller promises that `start` came from this allocator and is not freed yet.
        // So the `FRONT` bytes before it are initialised, and only this allocator writes to them.
        // The caller also gives the block up.
        let taken = unsafe { take(start, layout, Call::Realloc) };
        let old_layout = taken.as_ref().map_or_else(|freed| *freed, Block::layout);
        if new_size == 0 {
            report(Violation::ZeroSize {
                call: Call::Realloc,
            });
        }
        let Ok(new_layout) = Layout::from_size_align(new_size, old_layout.align()) else {
            let block = old_layout;
            report(Violation::TooLong { block, new_size });
            return ptr::null_mut();
        };
        match taken {
            Ok(old) => meter::realloc(old_layout.size(), new_size, || {
                let Some(mut new) = Block::new(new_layout, false) else {
                    return ptr::null_mut();
                };
                new.copy_from(&old);
                retire(old);
                new.into_start()
            }),
            // A null pointer would end most programs before anyone reads the report.
            Err(_) => meter::alloc(new_size, || give(new_layout, false)),
        }
    }
}

/// Takes a block back from a caller, and reports its damage and a wrong `given` layout.
///
/// Returns the layout of a block that was freed before, and reports that. Such a block belongs to
/// the quarantine or to the system.
///
/// # Safety
///
/// The caller must keep the promises of [`Block::find`] for `start`.
unsafe fn take(start: *mut u8, given: Layout, call: Call) -> Result<Block, Layout> {
    // SAFETY: the caller promises that the `FRONT` bytes before `start` are initialised and not
    // written meanwhile, and that it gives up a block that came from this allocator.
    let mut block = match unsafe { Block::find(start) } {
        Ok(block) => block,
        Err(freed) => {
            let Some(block) = freed.or_else(|| quarantine::find(start)) else {
                abort(format_args!(
                    "{call} was given {start:p}, a pointer that this allocator did not hand out, \
                     or a block that was freed before"
                ));
            };
            report(Violation::FreedTwice { call, block });
            return Err(block);
        }
    };
    if block.layout() != given {
        let block = block.layout();
        report(Violation::WrongLayout { call, block, given });
    }
    block.check_red_zones(report);
    Ok(block)
}

fn fresh(layout: Layout, call: Call) -> *mut u8 {
    CALLED.set(true);
    if layout.size() == 0 {
        report(Violation::ZeroSize { call });
    }
    meter::alloc(layout.size(), || give(layout, call == Call::AllocZeroed))
}

/// Returns a new block for a caller, or null.
fn give(layout: Layout, zeroed: bool) -> *mut u8 {
    Block::new(layout, zeroed).map_or(ptr::null_mut(), Block::into_start)
}

/// Keeps a freed block in the quarantine while a `check` runs, else returns it to the system.
fn retire(mut block: Block) {
    block.mark_freed();
    if is_running() {
        quarantine::keep(block);
    } else {
        block.release();
    }
}
