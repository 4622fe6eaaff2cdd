//! The shard that a thread counts in: one index for the shards of every text.
#![allow(unsafe_code)]

#[cfg(all(feature = "std", not(all(loom, test))))]
use core::cell::Cell;
use core::sync::atomic::{AtomicUsize, Ordering};

/// The index of a thread's shard, below [`shard_count`].
///
/// Two threads may have the same, and one thread another one later on: that costs time and nothing
/// else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::shared) struct ShardIndex(usize);

/// The most shards of a text, each of which takes 128 bytes.
const MAX_SHARDS: usize = 64;

const _: () = assert!(
    MAX_SHARDS < 127,
    "a handle has no more than 7 bits for its shard"
);

/// Returns how many shards a count has: a power of two, the same for as long as a program runs.
///
/// Four times the processors, so that few of the threads that run at once have the same shard:
/// threads get their indices in turn, and the threads that are left after others ended have any of
/// them.
#[inline]
pub(super) fn shard_count() -> usize {
    /// 0 until it is known.
    static SHARD_COUNT: AtomicUsize = AtomicUsize::new(0);

    if cfg!(all(loom, test)) {
        return 2;
    }
    match SHARD_COUNT.load(Ordering::Relaxed) {
        0 => {
            let count = (4 * processors()).next_power_of_two().min(MAX_SHARDS);
            let first =
                SHARD_COUNT.compare_exchange(0, count, Ordering::Relaxed, Ordering::Relaxed);
            first.map_or_else(|count| count, |_| count)
        }
        count => count,
    }
}

/// Returns how many threads may run at once.
#[cold]
fn processors() -> usize {
    #[cfg(feature = "std")]
    {
        std::thread::available_parallelism().map_or(2, usize::from)
    }
    #[cfg(not(feature = "std"))]
    {
        4
    }
}

impl ShardIndex {
    /// Returns the index of the thread that runs.
    #[cfg(all(feature = "std", not(all(loom, test))))]
    #[inline]
    pub(in crate::shared) fn of_current_thread() -> Self {
        std::thread_local! {
            /// One more than the index; 0 until the thread has one. It has no destructor.
            static INDEX_PLUS_1: Cell<usize> = const { Cell::new(0) };
        }
        /// Gives the thread an index: threads get them in turn.
        #[cold]
        fn assign() -> usize {
            static NEXT: AtomicUsize = AtomicUsize::new(0);
            let index_plus_1 = NEXT.fetch_add(1, Ordering::Relaxed) % shard_count() + 1;
            INDEX_PLUS_1.set(index_plus_1);
            index_plus_1
        }
        let index_plus_1 = match INDEX_PLUS_1.get() {
            0 => assign(),
            index_plus_1 => index_plus_1,
        };
        Self(index_plus_1 - 1)
    }

    /// Returns the index of the thread that runs, from the address of its stack: without std there
    /// is nothing else that differs between threads.
    #[cfg(not(all(feature = "std", not(all(loom, test)))))]
    pub(in crate::shared) fn of_current_thread() -> Self {
        /// Stacks lie at least this far apart, and the calls of a thread mostly within.
        const STACK_BYTES: usize = 1 << 16;
        let here = 0_u8;
        let stack = core::ptr::from_ref(&here).addr() / STACK_BYTES;
        // Multiplied by the golden ratio, so that neighbouring stacks get indices far apart.
        let spread = stack.wrapping_mul(0x9E37_79B9) >> 16;
        Self(spread % shard_count())
    }

    #[inline]
    pub(super) fn as_usize(self) -> usize {
        self.0
    }

    /// Iterates over all indices.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..shard_count()).map(Self)
    }

    /// Returns the index of a number that [`as_u8`](Self::as_u8) returned.
    ///
    /// # Safety
    ///
    /// [`as_u8`](Self::as_u8) returned the number.
    #[inline]
    pub(in crate::shared) unsafe fn from_u8(number: u8) -> Self {
        Self(usize::from(number))
    }

    /// Returns the index as a number below 127.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer shards")]
    pub(in crate::shared) fn as_u8(self) -> u8 {
        self.0 as u8
    }

    /// Returns the index of a number below 2, the number of shards in the models.
    #[cfg(all(loom, test))]
    pub(super) const fn new(number: usize) -> Self {
        Self(number)
    }
}
