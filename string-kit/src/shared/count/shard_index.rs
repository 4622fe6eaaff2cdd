//! Where a thread counts: its number among the shards of every text.

#[cfg(all(feature = "std", not(all(loom, test))))]
use core::cell::Cell;
use core::sync::atomic::{AtomicUsize, Ordering};

/// A thread's number, below [`seats`].
///
/// Two threads may have the same: that costs time and nothing else, as does another number for the
/// same thread later on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::shared) struct Seat(usize);

/// The most seats, each of which is 128 bytes of a text that threads collide on.
const MOST: usize = 64;

const _: () = assert!(MOST < 127, "a handle has no more than 7 bits for its seat");

/// How many shards a count has: a power of two, the same in all of a program's life.
///
/// Four times the processors, so that few of the threads that run at once have the same one: the
/// numbers are given out in turn, and the threads that are left after others ended have any of them.
#[inline]
pub(super) fn seats() -> usize {
    /// 0 until it is known.
    static SEATS: AtomicUsize = AtomicUsize::new(0);

    if cfg!(all(loom, test)) {
        return 2;
    }
    match SEATS.load(Ordering::Relaxed) {
        0 => {
            let count = (4 * processors()).next_power_of_two().min(MOST);
            let first = SEATS.compare_exchange(0, count, Ordering::Relaxed, Ordering::Relaxed);
            first.map_or_else(|count| count, |_| count)
        }
        count => count,
    }
}

/// How many threads may run at once.
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

impl Seat {
    /// That of the thread that runs.
    #[cfg(all(feature = "std", not(all(loom, test))))]
    #[inline]
    pub(in crate::shared) fn current() -> Self {
        std::thread_local! {
            /// One more than the seat; 0 where none was given out yet. It has no destructor.
            static SEAT: Cell<usize> = const { Cell::new(0) };
        }
        /// Seats are given out in turn.
        #[cold]
        fn take() -> usize {
            static NEXT: AtomicUsize = AtomicUsize::new(0);
            let seat = NEXT.fetch_add(1, Ordering::Relaxed) % seats() + 1;
            SEAT.set(seat);
            seat
        }
        let seat = match SEAT.get() {
            0 => take(),
            seat => seat,
        };
        Self(seat - 1)
    }

    /// That of the thread that runs: told from where its stack lies, since there is nothing else to
    /// tell threads by without std.
    #[cfg(not(all(feature = "std", not(all(loom, test)))))]
    pub(in crate::shared) fn current() -> Self {
        /// Stacks lie at least this far apart, and a thread's calls mostly within.
        const STACK_BYTES: usize = 1 << 16;
        let here = 0_u8;
        let stack = core::ptr::from_ref(&here).addr() / STACK_BYTES;
        // Neighbours far apart, by the golden ratio.
        let spread = stack.wrapping_mul(0x9E37_79B9) >> 16;
        Self(spread % seats())
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        self.0
    }

    /// All seats.
    pub(super) fn all() -> impl Iterator<Item = Self> {
        (0..seats()).map(Self)
    }

    /// The seat that a number, which is below 127, stands for.
    ///
    /// # Safety
    ///
    /// It is what [`number`](Self::number) told.
    #[inline]
    pub(in crate::shared) unsafe fn from_number(number: u8) -> Self {
        Self(usize::from(number))
    }

    /// A number for it, below 127.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer seats")]
    pub(in crate::shared) fn number(self) -> u8 {
        self.0 as u8
    }

    /// A seat by its number.
    #[cfg(all(loom, test))]
    pub(super) const fn of(number: usize) -> Self {
        Self(number)
    }
}
