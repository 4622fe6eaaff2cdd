//! How many blocks a thread may still get.

use std::cell::Cell;

thread_local! {
    // Constant and with no destructor: reading it neither allocates nor fails as a thread ends.
    static BUDGET: Cell<usize> = const { Cell::new(UNBOUNDED) };
}

pub(crate) const UNBOUNDED: usize = usize::MAX;

/// Runs `work`, during which this thread gets `budget` blocks, new or longer, and then no more.
///
/// A block that is made shorter is free. Where calls nest the inner budget counts alone, and spends
/// nothing of the outer one. Does nothing unless
/// [`CountingAllocator`](crate::CountingAllocator) or
/// [`CheckingAllocator`](crate::CheckingAllocator) is the program's allocator.
///
/// Costs two moves of one word; allocates nothing itself.
///
/// ```
/// use string_kit_conformance::{CountingAllocator, with_budget};
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
pub(crate) fn spend() -> bool {
    let budget = BUDGET.get();
    if budget == UNBOUNDED {
        return true;
    }
    BUDGET.set(budget.saturating_sub(1));
    budget > 0
}
