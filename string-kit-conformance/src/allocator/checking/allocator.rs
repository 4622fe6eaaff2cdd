//! The allocator: its checks in each call, and its way on after a violation.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;
use std::ptr;

use super::block::{Block, Found};
use super::report::{abort, is_running, report};
use super::{Call, Violation, quarantine};
use crate::allocator::meter;

thread_local! {
    /// True if this thread called the allocator since the flag was cleared. Constant: access never
    /// allocates.
    static CALLED: Cell<bool> = const { Cell::new(false) };
}

/// The system's allocator with a check of every block and every call. Counts and limits as
/// [`CountingAllocator`](crate::CountingAllocator) does.
///
/// - `dealloc` and `realloc` must be given the size and the alignment that the block was allocated
///   with. The system's allocator ignores both.
/// - The sixteen bytes on either side of a block, its red zones, must keep their values.
/// - Fresh memory is filled with 0xFA and freed memory with 0xFD, bytes that UTF-8 never contains.
/// - `realloc` always moves the block.
/// - No call may ask for zero bytes, nor for more than `isize::MAX`.
///
/// [`check`](crate::check) returns the violations, writes after free and double frees included.
/// The program goes on after them: a block is freed by its true layout, and once.
///
/// Where no `check` runs in the thread, the allocator writes a violation to standard error as one
/// line and aborts the program, since a panic in an allocator is undefined behaviour. It always
/// aborts for a block that it never handed out or that it returned to the system: there is no safe
/// way on.
///
/// Does not see reads past the end, leaks, or reads of memory that was never written. Such reads
/// yield bytes that are no UTF-8, and [`count`](crate::count) shows a leak as live bytes. Miri,
/// Valgrind and the sanitizers see more and take longer.
///
/// Reads or writes each block up to three times in its life. Takes 64 bytes more for each block,
/// and as much as its alignment if that is above 16. Fills only the first 16 MiB of a longer block.
/// Takes no lock and allocates nothing itself.
///
/// ```
/// use string_kit_conformance::{CheckingAllocator, check};
///
/// #[global_allocator]
/// static ALLOCATOR: CheckingAllocator = CheckingAllocator::new();
///
/// let (list, violations) = check(|| (0..100).collect::<Vec<_>>());
/// assert_eq!(violations, []);
/// # drop(list);
/// ```
#[derive(Debug, Default)]
pub struct CheckingAllocator(());

impl CheckingAllocator {
    /// Creates the allocator, for a `#[global_allocator]`. Free of cost: its state is thread-local.
    ///
    /// ```
    /// static ALLOCATOR: string_kit_conformance::CheckingAllocator =
    ///     string_kit_conformance::CheckingAllocator::new();
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self(())
    }
}

/// Returns true if the global allocator is a [`CheckingAllocator`], so that
/// [`check`](crate::check) finds violations.
///
/// Allocates and frees one small block, which neither the counts nor the budget show.
///
/// ```
/// use string_kit_conformance::{CheckingAllocator, is_checking, is_counting};
///
/// #[global_allocator]
/// static ALLOCATOR: CheckingAllocator = CheckingAllocator::new();
///
/// assert!(is_checking() && is_counting());
/// ```
#[must_use]
pub fn is_checking() -> bool {
    CALLED.set(false);
    meter::probe();
    CALLED.get()
}

// SAFETY:
// - `Block` makes each block as long and as aligned as its layout requires, and nothing shares it
// - a block stays valid until `dealloc` or `realloc` takes it back
// - nothing unwinds: the counts are sums over blocks that exist, and a violation is stored or aborts
unsafe impl GlobalAlloc for CheckingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        fresh(layout, Call::Alloc)
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        fresh(layout, Call::AllocZeroed)
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        // SAFETY: the caller promises that `start` came from this allocator and is not freed yet, so
        // `FRONT` readable bytes lie before it, and that it gives the block up.
        let Taken::Live(block) = (unsafe { take(start, layout, Call::Dealloc) }) else {
            return;
        };
        meter::deallocated(block.layout().size());
        retire(block);
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: the caller promises that `start` came from this allocator and is not freed yet, so
        // `FRONT` readable bytes lie before it, and that it gives the block up.
        let taken = unsafe { take(start, layout, Call::Realloc) };
        let old_layout = match &taken {
            Taken::Live(block) => block.layout(),
            Taken::Freed(layout) => *layout,
        };
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
            Taken::Live(old) => meter::realloc(old_layout.size(), new_size, || {
                let Some(mut new) = Block::new(new_layout, false) else {
                    return ptr::null_mut();
                };
                new.copy_from(&old);
                retire(old);
                new.into_start()
            }),
            // Null would end most programs before anyone reads the report.
            Taken::Freed(_) => meter::alloc(new_size, || give(new_layout, false)),
        }
    }
}

/// A block that a caller handed back.
enum Taken {
    Live(Block),
    /// Freed before, which is reported already; it belongs to the quarantine or to the system.
    Freed(Layout),
}

/// Takes a block back from a caller; reports its damage and a wrong `given` layout.
///
/// # Safety
///
/// The caller must keep the promises of [`Block::find`] for `start`.
unsafe fn take(start: *mut u8, given: Layout, call: Call) -> Taken {
    // SAFETY: the caller promises that `FRONT` bytes before `start` can be read and are not written
    // meanwhile, and that it gives up a block that came from this allocator.
    let mut block = match unsafe { Block::find(start) } {
        Found::Live(block) => block,
        Found::Freed(block) => {
            report(Violation::FreedTwice { call, block });
            return Taken::Freed(block);
        }
        Found::Unknown => {
            let Some(block) = quarantine::find(start) else {
                abort(format_args!(
                    "{call} was given {start:p}, a pointer that this allocator did not hand out"
                ));
            };
            report(Violation::FreedTwice { call, block });
            return Taken::Freed(block);
        }
    };
    if block.layout() != given {
        let block = block.layout();
        report(Violation::WrongLayout { call, block, given });
    }
    block.check_red_zones(report);
    Taken::Live(block)
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
