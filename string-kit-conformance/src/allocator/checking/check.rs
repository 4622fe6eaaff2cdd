//! The function that collects the violations of a closure.

use std::mem;

use super::report::{Reports, write_line};
use super::{Violation, quarantine};
use crate::allocator::meter::{UNBOUNDED, with_budget};

/// Runs `work` and returns the violations of this thread during it.
///
/// Keeps the blocks that `work` frees in a quarantine, so that it finds writes after free and
/// double frees. The quarantine holds up to 256 blocks and 4 MiB, the last that were freed. A block
/// is examined again when it leaves the quarantine, at the latest when `check` ends.
///
/// Calls may nest: the outer call also returns the violations of the inner one. If `work` panics,
/// its violations go to the outer `check`, or to standard error if there is none.
///
/// Covers only this thread: a violation in a thread that runs no `check` of its own ends the
/// program, as [`CheckingAllocator`](crate::CheckingAllocator) describes. Finds nothing unless that
/// allocator is the global one.
///
/// O(n) in the bytes of the blocks that are still in quarantine. If there are violations, allocates
/// their list, outside any budget; otherwise allocates nothing itself.
///
/// ```
/// use std::alloc::{Layout, dealloc};
/// use string_kit_conformance::{Call, CheckingAllocator, Violation, check};
///
/// #[global_allocator]
/// static ALLOCATOR: CheckingAllocator = CheckingAllocator::new();
///
/// let (_, violations) = check(|| {
///     let block = Box::into_raw(Box::new(7_u64)).cast::<u8>();
///     // SAFETY: the block came from the global allocator, and nothing uses it afterwards. Its layout
///     // is wrong on purpose: a `Box<u64>` is aligned to more than 1. The allocator reports that.
///     unsafe { dealloc(block, Layout::new::<[u8; 8]>()) };
/// });
/// assert_eq!(violations, [Violation::WrongLayout {
///     call: Call::Dealloc,
///     block: Layout::new::<u64>(),
///     given: Layout::new::<[u8; 8]>(),
/// }]);
/// ```
pub fn check<R>(work: impl FnOnce() -> R) -> (R, Vec<Violation>) {
    let running = Running::begin();
    let result = work();
    (result, running.end())
}

/// A `check` that is running.
struct Running {
    /// The number of violations before it.
    start: usize,
    mark: quarantine::Mark,
}

impl Running {
    fn begin() -> Self {
        Self {
            start: Reports::with(Reports::enter),
            mark: quarantine::mark(),
        }
    }

    fn end(self) -> Vec<Violation> {
        quarantine::release_since(self.mark);
        let violations = Reports::with(|reports| {
            let (kept, unlisted) = reports.since(self.start);
            let mut list = Vec::new();
            with_budget(UNBOUNDED, || {
                list.reserve_exact(kept.len() + usize::from(unlisted > 0));
            });
            list.extend(kept);
            if unlisted > 0 {
                list.push(Violation::Unlisted { count: unlisted });
            }
            reports.leave();
            list
        });
        mem::forget(self);
        violations
    }
}

/// Runs only if `work` panics: `end` forgets the value.
impl Drop for Running {
    fn drop(&mut self) {
        quarantine::release_since(self.mark);
        Reports::with(|reports| {
            if reports.is_outermost() {
                let (kept, unlisted) = reports.since(self.start);
                kept.for_each(|violation| write_line(format_args!("{violation}")));
                if unlisted > 0 {
                    let violation = Violation::Unlisted { count: unlisted };
                    write_line(format_args!("{violation}"));
                }
            }
            reports.leave();
        });
    }
}
