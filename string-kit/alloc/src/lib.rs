//! A global allocator that counts what each thread asks of it, and refuses on demand.
//!
//! The tests of the workspace and its laboratory assert and report with it:
//!
//! ```
//! use string_kit_alloc::{CountingAllocator, count};
//!
//! #[global_allocator]
//! static ALLOCATOR: CountingAllocator = CountingAllocator::new();
//!
//! let (text, counts) = count(|| String::from("tag"));
//! assert_eq!((counts.allocations, counts.live_bytes), (1, 3));
//! # drop(text);
//! ```
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr;

/// What one thread asked of the allocator during [`count`].
///
/// ```
/// assert_eq!(string_kit_alloc::Counts::default().allocations, 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// New blocks.
    pub allocations: usize,
    /// Blocks that were made longer or shorter.
    pub reallocations: usize,
    /// Blocks given back.
    pub deallocations: usize,
    /// Bytes held at the end more than at the start; negative if fewer.
    pub live_bytes: isize,
    /// The most bytes held at once, more than at the start.
    pub peak_bytes: isize,
}

impl Counts {
    const ZERO: Self = Self {
        allocations: 0,
        reallocations: 0,
        deallocations: 0,
        live_bytes: 0,
        peak_bytes: 0,
    };

    fn hold(&mut self, bytes: isize) {
        self.live_bytes += bytes;
        self.peak_bytes = self.peak_bytes.max(self.live_bytes);
    }
}

thread_local! {
    // Constant and with no destructor: reading them neither allocates nor fails as a thread ends.
    static COUNTS: Cell<Counts> = const { Cell::new(Counts::ZERO) };
    static BUDGET: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// The system's allocator, counted.
///
/// Costs some 10 instructions a call; takes no lock and allocates nothing itself.
///
/// ```
/// use string_kit_alloc::CountingAllocator;
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
    /// ```
    /// static ALLOCATOR: string_kit_alloc::CountingAllocator =
    ///     string_kit_alloc::CountingAllocator::new();
    /// ```
    #[must_use]
    pub const fn new() -> Self {
        Self(())
    }
}

/// Runs `work` and counts what this thread asked of the allocator meanwhile.
///
/// Calls may nest: the outer one counts what the inner one counted too, but for the peak.
/// Counts nothing unless [`CountingAllocator`] is the program's allocator.
///
/// ```
/// use string_kit_alloc::count;
///
/// let (sum, _) = count(|| 1 + 1);
/// assert_eq!(sum, 2);
/// ```
pub fn count<R>(work: impl FnOnce() -> R) -> (R, Counts) {
    /// Adds what was counted to what was before, also if `work` panics.
    struct Add(Counts);
    impl Drop for Add {
        fn drop(&mut self) {
            let (before, during) = (self.0, COUNTS.get());
            let mut after = Counts {
                allocations: before.allocations + during.allocations,
                reallocations: before.reallocations + during.reallocations,
                deallocations: before.deallocations + during.deallocations,
                ..before
            };
            after.hold(during.live_bytes);
            COUNTS.set(after);
        }
    }
    let _add = Add(COUNTS.replace(Counts::ZERO));
    let result = work();
    (result, COUNTS.get())
}

/// Runs `work`, during which this thread gets `budget` blocks, new or longer, and then no more.
///
/// A block that is made shorter is free. Where calls nest the inner budget counts alone, and spends
/// nothing of the outer one.
///
/// ```
/// use string_kit_alloc::{CountingAllocator, with_budget};
///
/// #[global_allocator]
/// static ALLOCATOR: CountingAllocator = CountingAllocator::new();
///
/// assert!(with_budget(0, || Vec::<u8>::new().try_reserve(1)).is_err());
/// assert!(with_budget(1, || Vec::<u8>::new().try_reserve(1)).is_ok());
/// ```
pub fn with_budget<R>(budget: usize, work: impl FnOnce() -> R) -> R {
    struct Restore(usize);
    impl Drop for Restore {
        fn drop(&mut self) {
            BUDGET.set(self.0);
        }
    }
    let _restore = Restore(BUDGET.replace(budget));
    work()
}

/// Whether one more block may be had; takes it off the budget.
fn spend() -> bool {
    let budget = BUDGET.get();
    if budget == usize::MAX {
        return true;
    }
    BUDGET.set(budget.saturating_sub(1));
    budget > 0
}

/// Whether a new block may be had; counts it.
fn grant(layout: Layout) -> bool {
    let granted = spend();
    if granted {
        record(|counts| {
            counts.allocations += 1;
            counts.hold(signed(layout.size()));
        });
    }
    granted
}

fn record(change: impl FnOnce(&mut Counts)) {
    let mut counts = COUNTS.get();
    change(&mut counts);
    COUNTS.set(counts);
}

fn signed(bytes: usize) -> isize {
    isize::try_from(bytes).expect("a Layout is at most isize::MAX bytes")
}

// SAFETY: every block comes from `System` and goes back to it with the layout that the caller
// names, which `GlobalAlloc` asks of the caller to be the block's own.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !grant(layout) {
            return ptr::null_mut();
        }
        // SAFETY: the caller's promise, passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !grant(layout) {
            return ptr::null_mut();
        }
        // SAFETY: the caller's promise, passed on.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        record(|counts| {
            counts.deallocations += 1;
            counts.hold(-signed(layout.size()));
        });
        // SAFETY: the caller's promise, passed on.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        if new_size > layout.size() && !spend() {
            return ptr::null_mut();
        }
        record(|counts| {
            counts.reallocations += 1;
            // A block that moves stands beside the old one until its bytes are copied.
            counts.hold(signed(new_size));
            counts.hold(-signed(layout.size()));
        });
        // SAFETY: the caller's promise, passed on.
        unsafe { System.realloc(block, layout, new_size) }
    }
}
