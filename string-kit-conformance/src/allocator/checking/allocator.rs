//! The allocator itself: what to look at in each call, and how to go on after a violation.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;
use std::ptr;

use super::block::{Block, Found};
use super::check::{is_running, report};
use super::{Call, Violation, line, quarantine};
use crate::allocator::{counts, metered};

thread_local! {
    /// Whether this thread called since somebody looked; constant, so reading it never allocates.
    static CALLED: Cell<bool> = const { Cell::new(false) };
}

/// The system's allocator, counted as by [`CountingAllocator`](crate::CountingAllocator), with
/// every block and every call checked.
///
/// - `dealloc` and `realloc` must name the very layout that the block was allocated with: size and
///   alignment. The system's allocator looks at neither.
/// - Sixteen bytes on either side of a block must be as they were.
/// - Fresh memory is filled with 0xFA and freed memory with 0xFD, which no UTF-8 has.
/// - `realloc` always moves the block.
/// - No call may ask for zero bytes, nor for more than `isize::MAX`.
///
/// [`check`](crate::check) reports what was broken while it ran, and sees writes after free and
/// second frees, too. The program goes on: a block is freed by its true layout, and not twice.
///
/// Where no `check` runs in the thread, a violation is written to standard error as one line, and
/// the program aborts: there is nobody to report to, and a panic in an allocator is undefined
/// behaviour. So it does everywhere for a block that this allocator never gave out, or that was
/// given back to the system, for there is no safe way to go on.
///
/// Costs up to three passes over the block in its life, 64 bytes of memory a block, and as much
/// again as its alignment if that is above 16. Of a block above 16 MiB only the first 16 MiB are
/// filled. Takes no lock and allocates nothing itself.
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
    /// The allocator, for a `#[global_allocator]`.
    ///
    /// Costs nothing: all its state is each thread's own.
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

/// Whether a [`CheckingAllocator`] gets called during `work`.
pub(crate) fn sees(work: impl FnOnce()) -> bool {
    CALLED.set(false);
    work();
    CALLED.get()
}

// SAFETY:
// - a block is what `Block` makes: as long and as aligned as its layout says, and nobody else's
// - it stays until `dealloc` or `realloc` takes it back
// - nothing here unwinds: counts are of blocks that exist, and a violation aborts or is noted
unsafe impl GlobalAlloc for CheckingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        fresh(layout, Call::Alloc)
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        fresh(layout, Call::AllocZeroed)
    }

    unsafe fn dealloc(&self, start: *mut u8, layout: Layout) {
        // SAFETY: the caller's promise, passed on.
        let Taken::Live(block) = (unsafe { take(start, layout, Call::Dealloc) }) else {
            return;
        };
        counts::deallocated(block.layout().size());
        retire(block);
    }

    unsafe fn realloc(&self, start: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: the caller's promise, passed on.
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
            Taken::Live(old) => metered::realloc(old_layout.size(), new_size, || {
                let Some(mut new) = Block::new(new_layout, false) else {
                    return ptr::null_mut();
                };
                new.copy_from(&old);
                retire(old);
                new.into_start()
            }),
            // Null would end most programs before the report is read.
            Taken::Freed(_) => metered::alloc(new_size, || give(new_layout, false)),
        }
    }
}

/// A block that came back from a caller.
enum Taken {
    Live(Block),
    /// It is not ours to take: it was freed before, as is reported by now.
    Freed(Layout),
}

/// Takes a block back from a caller, and reports what is wrong with it or with `given`.
///
/// # Safety
///
/// As [`Block::find`] asks.
unsafe fn take(start: *mut u8, given: Layout, call: Call) -> Taken {
    // SAFETY: the caller's promise, passed on.
    let mut block = match unsafe { Block::find(start) } {
        Found::Live(block) => block,
        Found::Freed(block) => {
            report(Violation::FreedTwice { call, block });
            return Taken::Freed(block);
        }
        Found::Unknown => {
            let Some(block) = quarantine::holds(start) else {
                line::abort(format_args!(
                    "{call} was given {start:p}, which is no block of ours"
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
    metered::alloc(layout.size(), || give(layout, call == Call::AllocZeroed))
}

/// A new block for a caller, or null.
fn give(layout: Layout, zeroed: bool) -> *mut u8 {
    Block::new(layout, zeroed).map_or(ptr::null_mut(), Block::into_start)
}

/// What becomes of a block that a caller freed.
fn retire(mut block: Block) {
    block.mark_freed();
    if is_running() {
        quarantine::park(block);
    } else {
        block.release();
    }
}
