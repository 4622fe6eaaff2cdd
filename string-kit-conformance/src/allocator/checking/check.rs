//! The function that collects the violations of a closure.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use super::report::{enter, is_running, leave, write_line};
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
pub fn check<R>(work: impl FnOnce() -> R) -> (R, Vec<Violation>) {
    let (start, mark) = (enter(), quarantine::mark());
    let result = catch_unwind(AssertUnwindSafe(work));
    quarantine::release_since(mark);
    let violations = with_budget(UNBOUNDED, || leave(start));
    match result {
        Ok(result) => (result, violations),
        Err(panic) => {
            if !is_running() {
                for violation in violations {
                    write_line(format_args!("{violation}"));
                }
            }
            resume_unwind(panic)
        }
    }
}
