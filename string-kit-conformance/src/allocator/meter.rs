//! Counts and budgets: each thread counts its calls of the allocator and may limit them.
//!
//! Both allocators check the budget before they serve a call, and count the block afterwards. A
//! block that the system refuses is taken off the budget but not counted: counting a refused block
//! of `isize::MAX` bytes would overflow, and a panic in an allocator is undefined behaviour.

use std::cell::Cell;
use std::hint::black_box;
use std::ptr;
use std::thread::LocalKey;

thread_local! {
    // Constant and without a destructor: access neither allocates nor fails while a thread ends.
    static COUNTS: Cell<Counts> = const { Cell::new(Counts::ZERO) };
    static BUDGET: Cell<usize> = const { Cell::new(UNBOUNDED) };
}

pub(super) const UNBOUNDED: usize = usize::MAX;

/// The allocator calls of one thread during [`count`].
///
/// Takes five words, and allocates nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The number of new blocks.
    pub allocations: usize,
    /// The number of blocks that `realloc` made longer or shorter.
    pub reallocations: usize,
    /// The number of blocks that were freed.
    pub deallocations: usize,
    /// The bytes held at the end minus the bytes held at the start.
    pub live_bytes: isize,
    /// The most bytes held at once minus the bytes held at the start.
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
        self.live_bytes = self.live_bytes.wrapping_add(bytes);
        self.peak_bytes = self.peak_bytes.max(self.live_bytes);
    }
}

/// Runs `work` and counts the allocator calls of this thread during it.
///
/// Calls may nest: the outer call also counts the calls of the inner one, but not its peak. Counts
/// nothing unless [`CountingAllocator`](crate::CountingAllocator) or
/// [`CheckingAllocator`](crate::CheckingAllocator) is the global allocator.
///
/// Copies five words a few times, and allocates nothing itself.
pub fn count<R>(work: impl FnOnce() -> R) -> (R, Counts) {
    /// Adds the new counts to the earlier ones, also if `work` panics.
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

/// Runs `work` with at most `budget` blocks for this thread, then fails every further allocation.
///
/// New blocks and blocks that grow are taken off the budget; shrinking a block is not. Calls may
/// nest: only the innermost budget applies, and takes nothing off the outer one. Does nothing
/// unless [`CountingAllocator`](crate::CountingAllocator) or
/// [`CheckingAllocator`](crate::CheckingAllocator) is the global allocator.
///
/// Copies one word twice, and allocates nothing itself.
pub fn with_budget<R>(budget: usize, work: impl FnOnce() -> R) -> R {
    during(&BUDGET, budget, work)
}

/// Sets a thread-local value during `work`, and restores the earlier one, also if `work` panics.
pub(super) fn during<T: Copy, R>(
    key: &'static LocalKey<Cell<T>>,
    value: T,
    work: impl FnOnce() -> R,
) -> R {
    struct Restore<T: Copy + 'static>(&'static LocalKey<Cell<T>>, T);
    impl<T: Copy> Drop for Restore<T> {
        fn drop(&mut self) {
            self.0.set(self.1);
        }
    }
    let _restore = Restore(key, key.replace(value));
    work()
}

/// Runs `work` outside of any count and budget.
pub(crate) fn uncounted<R>(work: impl FnOnce() -> R) -> R {
    during(&COUNTS, Counts::ZERO, || during(&BUDGET, UNBOUNDED, work))
}

/// Returns true if the global allocator is one of this crate, so that [`count`] counts and
/// [`with_budget`] limits.
///
/// Allocates and frees one small block, which neither the counts nor the budget show.
#[must_use]
pub fn is_counting() -> bool {
    probe().allocations > 0
}

/// Allocates and frees one small block outside any budget, and returns its counts.
pub(super) fn probe() -> Counts {
    uncounted(|| {
        // Without `black_box` the optimiser may remove an allocation that nothing looks at.
        drop(black_box(Box::new(black_box(0_u8))));
        COUNTS.get()
    })
}

/// Returns a new block of `size` bytes from `make`, or null.
pub(super) fn alloc(size: usize, make: impl FnOnce() -> *mut u8) -> *mut u8 {
    if !spend() {
        return ptr::null_mut();
    }
    let block = make();
    if !block.is_null() {
        record(|counts| {
            counts.allocations += 1;
            counts.hold(signed(size));
        });
    }
    block
}

/// Returns a block of `old_size` bytes that `make` resized to `new_size`, or null.
pub(super) fn realloc(old_size: usize, new_size: usize, make: impl FnOnce() -> *mut u8) -> *mut u8 {
    if new_size > old_size && !spend() {
        return ptr::null_mut();
    }
    let block = make();
    if !block.is_null() {
        record(|counts| {
            counts.reallocations += 1;
            // A block that moves exists twice until its bytes are copied.
            counts.hold(signed(new_size));
            counts.hold(-signed(old_size));
        });
    }
    block
}

pub(super) fn deallocated(size: usize) {
    record(|counts| {
        counts.deallocations += 1;
        counts.hold(-signed(size));
    });
}

/// Takes one block off the budget; returns false if none is left.
fn spend() -> bool {
    let budget = BUDGET.get();
    if budget == UNBOUNDED {
        return true;
    }
    BUDGET.set(budget.saturating_sub(1));
    budget > 0
}

fn record(change: impl FnOnce(&mut Counts)) {
    let mut counts = COUNTS.get();
    change(&mut counts);
    COUNTS.set(counts);
}

fn signed(bytes: usize) -> isize {
    isize::try_from(bytes).expect("a Layout is at most isize::MAX bytes")
}
