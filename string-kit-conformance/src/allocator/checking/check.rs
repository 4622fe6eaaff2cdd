//! Where this thread's violations go: to the `check` that runs, or to standard error.

use std::cell::Cell;
use std::mem;

use super::{Violation, line, quarantine};
use crate::allocator::budget::{UNBOUNDED, with_budget};

/// How many violations are kept; one fault in a loop fills any number.
const KEPT: usize = 32;

thread_local! {
    // Constant and with no destructor: reading it neither allocates nor fails as a thread ends.
    static REPORTS: Reports = const { Reports::new() };
}

struct Reports {
    /// How many calls of `check` are running, one in another.
    depth: Cell<usize>,
    /// How many violations there were, kept or not, since the outermost `check` began.
    total: Cell<usize>,
    kept: [Cell<Option<Violation>>; KEPT],
}

impl Reports {
    const fn new() -> Self {
        Self {
            depth: Cell::new(0),
            total: Cell::new(0),
            kept: [const { Cell::new(None) }; KEPT],
        }
    }

    /// The violations after the first `start`, as many as were kept, and how many were not.
    fn since(&self, start: usize) -> (impl ExactSizeIterator<Item = Violation>, usize) {
        let total = self.total.get();
        let kept = &self.kept[start.min(KEPT)..total.min(KEPT)];
        let unlisted = total.saturating_sub(KEPT) - start.saturating_sub(KEPT);
        let none = Violation::Unlisted { count: 0 };
        (
            kept.iter().map(move |slot| slot.get().unwrap_or(none)),
            unlisted,
        )
    }
}

/// Runs `work` and gives what this thread's calls of the allocator broke meanwhile.
///
/// Blocks that are freed meanwhile are kept in a quarantine, so that a write after free and a
/// second free are seen. It holds the last 256 blocks and 4 MiB; a block that leaves it, at the
/// latest as `check` ends, is looked at once more and given back.
///
/// Calls may nest: the outer one reports what the inner one reported too. If `work` panics the
/// violations go to the outer `check`, or else to standard error.
///
/// Only this thread is checked: a violation in a thread that `work` spawns, and that runs no
/// `check` of its own, ends the program as [`CheckingAllocator`](crate::CheckingAllocator) says.
/// Sees nothing unless that is the program's allocator.
///
/// Costs a pass over the blocks still in quarantine. Allocates once if there is anything to
/// report, which no budget refuses, and nothing otherwise.
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
///     // SAFETY: the block is the allocator's, and not used again. It is not of this layout, which is
///     // wrong on purpose: a `Box<u64>` is aligned to 8, not to 1, and the allocator reports it.
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

/// Takes `violation` into the report, or ends the program if no `check` is running.
pub(super) fn report(violation: Violation) {
    REPORTS.with(|reports| {
        if reports.depth.get() == 0 {
            line::abort(format_args!("{violation}"));
        }
        let total = reports.total.get();
        if let Some(slot) = reports.kept.get(total) {
            slot.set(Some(violation));
        }
        reports.total.set(total.saturating_add(1));
    });
}

/// Whether a `check` is running in this thread.
pub(super) fn is_running() -> bool {
    REPORTS.with(|reports| reports.depth.get() > 0)
}

/// One `check` that is running.
struct Running {
    /// How many violations there were before.
    start: usize,
    mark: quarantine::Mark,
}

impl Running {
    fn begin() -> Self {
        REPORTS.with(|reports| {
            reports.depth.update(|depth| depth + 1);
            Self {
                start: reports.total.get(),
                mark: quarantine::mark(),
            }
        })
    }

    fn end(self) -> Vec<Violation> {
        quarantine::release_since(self.mark);
        let violations = REPORTS.with(|reports| {
            let (kept, unlisted) = reports.since(self.start);
            let mut list = Vec::new();
            with_budget(UNBOUNDED, || {
                list.reserve_exact(kept.len() + usize::from(unlisted > 0));
            });
            list.extend(kept);
            if unlisted > 0 {
                list.push(Violation::Unlisted { count: unlisted });
            }
            list
        });
        Self::leave();
        mem::forget(self);
        violations
    }

    /// Leaves the violations to the outer `check`, if there is one.
    fn leave() {
        REPORTS.with(|reports| {
            reports.depth.update(|depth| depth - 1);
            if reports.depth.get() == 0 {
                reports.total.set(0);
            }
        });
    }
}

/// As `work` panics.
impl Drop for Running {
    fn drop(&mut self) {
        quarantine::release_since(self.mark);
        REPORTS.with(|reports| {
            if reports.depth.get() == 1 {
                let (kept, unlisted) = reports.since(self.start);
                kept.for_each(|violation| line::write(format_args!("{violation}")));
                if unlisted > 0 {
                    let violation = Violation::Unlisted { count: unlisted };
                    line::write(format_args!("{violation}"));
                }
            }
        });
        Self::leave();
    }
}
