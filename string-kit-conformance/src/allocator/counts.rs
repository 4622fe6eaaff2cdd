//! What a thread asked of its allocator.

use std::cell::Cell;

thread_local! {
    // Constant and with no destructor: reading it neither allocates nor fails as a thread ends.
    static COUNTS: Cell<Counts> = const { Cell::new(Counts::ZERO) };
}

/// What one thread asked of the allocator during [`count`].
///
/// Costs five words; nothing is allocated for it.
///
/// ```
/// assert_eq!(string_kit_conformance::Counts::default().allocations, 0);
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

/// Runs `work` and counts what this thread asked of the allocator meanwhile.
///
/// Calls may nest: the outer one counts what the inner one counted too, but for the peak.
/// Counts nothing unless [`CountingAllocator`](crate::CountingAllocator) or
/// [`CheckingAllocator`](crate::CheckingAllocator) is the program's allocator.
///
/// Costs a few moves of five words; allocates nothing itself.
///
/// ```
/// use string_kit_conformance::count;
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

/// Runs `work` and forgets what was counted meanwhile.
pub(crate) fn uncounted<R>(work: impl FnOnce() -> R) -> (R, Counts) {
    struct Restore(Counts);
    impl Drop for Restore {
        fn drop(&mut self) {
            COUNTS.set(self.0);
        }
    }
    let _restore = Restore(COUNTS.replace(Counts::ZERO));
    let result = work();
    (result, COUNTS.get())
}

pub(crate) fn allocated(size: usize) {
    record(|counts| {
        counts.allocations += 1;
        counts.hold(signed(size));
    });
}

pub(crate) fn reallocated(old_size: usize, new_size: usize) {
    record(|counts| {
        counts.reallocations += 1;
        // A block that moves stands beside the old one until its bytes are copied.
        counts.hold(signed(new_size));
        counts.hold(-signed(old_size));
    });
}

pub(crate) fn deallocated(size: usize) {
    record(|counts| {
        counts.deallocations += 1;
        counts.hold(-signed(size));
    });
}

fn record(change: impl FnOnce(&mut Counts)) {
    let mut counts = COUNTS.get();
    change(&mut counts);
    COUNTS.set(counts);
}

fn signed(bytes: usize) -> isize {
    isize::try_from(bytes).expect("a Layout is at most isize::MAX bytes")
}
