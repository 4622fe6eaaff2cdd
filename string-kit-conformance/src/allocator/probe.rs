//! Which allocator the program has.

use std::hint::black_box;

use crate::allocator::budget::{UNBOUNDED, with_budget};
use crate::allocator::checking;
use crate::allocator::counts::{Counts, uncounted};

/// Whether the program's global allocator is one of this crate, so that [`count`](crate::count)
/// counts and [`with_budget`] refuses.
///
/// Costs one small block, allocated and freed; neither the counts nor the budget show it.
///
/// ```
/// use string_kit_conformance::{CountingAllocator, is_checking, is_counting};
///
/// #[global_allocator]
/// static ALLOCATOR: CountingAllocator = CountingAllocator::new();
///
/// assert!(is_counting());
/// assert!(!is_checking());
/// ```
#[must_use]
pub fn is_counting() -> bool {
    probe().allocations > 0
}

/// Whether the program's global allocator is
/// [`CheckingAllocator`](crate::CheckingAllocator), so that [`check`](crate::check) sees anything.
///
/// Costs one small block, allocated and freed; neither the counts nor the budget show it.
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
    checking::sees(|| {
        probe();
    })
}

/// What one small block counts as, made where no budget is in the way.
fn probe() -> Counts {
    let ((), counts) = uncounted(|| {
        with_budget(UNBOUNDED, || {
            // The optimiser may leave out an allocation whose address nobody sees.
            drop(black_box(Box::new(black_box(0_u8))));
        });
    });
    counts
}
