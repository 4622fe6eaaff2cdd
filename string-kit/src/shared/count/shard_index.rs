//! The index of the shard that a thread counts in: the same for every text.
#![allow(unsafe_code)]

#[cfg(all(feature = "std", not(all(loom, test))))]
use core::cell::Cell;
#[cfg(all(feature = "std", not(all(loom, test))))]
use core::sync::atomic::{AtomicUsize, Ordering};

/// The index of a thread's shard, below [`SHARD_COUNT`]. Two threads may have the same, and without
/// std that of a thread may change: both cost time, and nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ShardIndex(usize);

/// The number of shards of a text. Threads get their indices in turn, so that the first threads
/// have different shards. To ask for the number of processors reads files, which a clone must not.
pub(super) const SHARD_COUNT: usize = if cfg!(all(loom, test)) { 2 } else { 32 };

const _: () = assert!(
    SHARD_COUNT < 127,
    "the tag of a handle has room for 127 shards"
);

impl ShardIndex {
    /// Returns the index of the current thread; 0 where the thread-local is gone.
    #[cfg(all(feature = "std", not(all(loom, test))))]
    #[inline]
    pub(crate) fn of_current_thread() -> Self {
        std::thread_local! {
            static INDEX_PLUS_1: Cell<usize> = const { Cell::new(0) };
        }
        #[cold]
        fn assign(index_plus_1: &Cell<usize>) -> usize {
            static NEXT: AtomicUsize = AtomicUsize::new(0);
            let assigned = NEXT.fetch_add(1, Ordering::Relaxed) % SHARD_COUNT + 1;
            index_plus_1.set(assigned);
            assigned
        }
        // PERF: 1 is taken away last; in the closure it would cost a clone two instructions.
        let index_plus_1 = INDEX_PLUS_1.try_with(|index_plus_1| match index_plus_1.get() {
            0 => assign(index_plus_1),
            assigned => assigned,
        });
        Self(index_plus_1.unwrap_or(1) - 1)
    }

    /// Returns the index of the current thread, by the address of its stack: without std nothing
    /// else differs between threads.
    #[cfg(not(all(feature = "std", not(all(loom, test)))))]
    pub(crate) fn of_current_thread() -> Self {
        /// The assumed distance of two stacks; most calls of a thread stay within it.
        const STACK_DISTANCE: usize = 1 << 16;
        let here = 0_u8;
        let stack = core::ptr::from_ref(&here).addr() / STACK_DISTANCE;
        // Fibonacci hashing: neighbouring stacks get indices that are far apart.
        let spread = stack.wrapping_mul(0x9E37_79B9) >> 16;
        Self(spread % SHARD_COUNT)
    }

    #[inline]
    pub(crate) fn as_usize(self) -> usize {
        self.0
    }

    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..SHARD_COUNT).map(Self)
    }

    /// Converts a number from [`as_u8`](Self::as_u8) back into the index.
    ///
    /// # Safety
    ///
    /// [`as_u8`](Self::as_u8) must have returned `number`.
    #[inline]
    pub(in crate::shared) unsafe fn from_u8(number: u8) -> Self {
        Self(usize::from(number))
    }

    /// Returns the index as a number below 127.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "an index is below `SHARD_COUNT`"
    )]
    pub(in crate::shared) fn as_u8(self) -> u8 {
        self.0 as u8
    }

    /// Makes an index from a number below 2, the number of shards in the models.
    #[cfg(all(loom, test))]
    pub(super) const fn new(number: usize) -> Self {
        Self(number)
    }
}
