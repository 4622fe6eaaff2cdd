//! The slab of the whole program, and each thread's part of it.
#![allow(unsafe_code)]

use core::cell::Cell;

use super::blocks::Slab;
use super::local::Local;
use super::unit::{CLASSES, UNITS};
use crate::error::Attempt;

/// A thread's parts of the slab, one for each size.
struct Locals {
    each: [Local; CLASSES],
    /// True if the thread freed a large block since it last looked whether its own are free.
    shrinks: Cell<bool>,
}

impl Locals {
    const fn new() -> Self {
        let mut each = [const { Local::new(0, 1) }; CLASSES];
        let mut class = 0;
        while class < CLASSES {
            each[class] = Local::new(class, UNITS[class]);
            class += 1;
        }
        Self {
            each,
            shrinks: Cell::new(false),
        }
    }
}

#[cfg(not(all(loom, test)))]
pub(crate) fn slab() -> &'static Slab {
    static SLAB: Slab = Slab::new();
    &SLAB
}

#[cfg(all(loom, test))]
pub(crate) fn slab() -> &'static Slab {
    unreachable!("a model has a slab of its own")
}

/// Slots go back as the thread ends.
#[cfg(feature = "std")]
impl Drop for Locals {
    fn drop(&mut self) {
        self.each.iter().for_each(|local| slab().leave(local));
    }
}

/// Calls `use_it` with the running thread's part of the slab.
#[cfg(feature = "std")]
#[inline]
fn with_locals<R>(use_it: impl Fn(&Locals) -> R) -> R {
    std::thread_local! {
        static LOCALS: Locals = const { Locals::new() };
    }
    // A destructor that runs after this thread's part went takes and puts by itself.
    LOCALS
        .try_with(&use_it)
        .unwrap_or_else(|_| for_once(&use_it))
}

#[cfg(feature = "std")]
#[cold]
fn for_once<R>(use_it: &dyn Fn(&Locals) -> R) -> R {
    use_it(&Locals::new())
}

/// Calls `use_it` with the part of the slab that all threads share: without std the threads cannot
/// be told apart.
#[cfg(not(feature = "std"))]
fn with_locals<R>(use_it: impl Fn(&Locals) -> R) -> R {
    static LOCALS: super::lock::Lock<Locals> = super::lock::Lock::new(Locals::new());
    LOCALS.with(|locals| use_it(locals))
}

#[inline]
pub(crate) fn take(class: usize) -> Attempt<u32> {
    #[cfg(all(test, not(loom)))]
    steps::count_taken(class);
    with_locals(|locals| slab().take(&locals.each[class]))
}

/// Puts a slot back.
///
/// # Safety
///
/// The slot was taken in this size, and the caller is the last to use it.
#[inline]
pub(crate) unsafe fn put(class: usize, id: u32) {
    #[cfg(all(test, not(loom)))]
    steps::count_back(class);
    with_locals(|locals| {
        // SAFETY: as the caller promises.
        if unsafe { slab().put(&locals.each[class], id) } {
            locals.shrinks.set(true);
        }
    });
}

/// Makes sure that [`take`] cannot fail for 256 slots of one unit and 8 of each other size.
///
/// Without std, another thread may take these slots first.
#[inline]
pub(crate) fn reserve() -> Attempt {
    #[cfg(all(test, not(loom)))]
    steps::count_reserved(CLASSES);
    with_locals(|locals| {
        locals
            .each
            .iter()
            .try_for_each(|local| slab().reserve(local))
    })
}

/// Makes sure that [`take`] cannot fail for 256 slots of one unit.
#[inline]
pub(crate) fn reserve_nodes() -> Attempt {
    #[cfg(all(test, not(loom)))]
    steps::count_reserved(1);
    with_locals(|locals| slab().reserve(&locals.each[0]))
}

/// Puts back the thread's blocks whose slots are all free, if the thread freed a large block since
/// the last call.
#[inline]
pub(crate) fn settle() {
    with_locals(|locals| {
        if locals.shrinks.replace(false) {
            locals
                .each
                .iter()
                .for_each(|local| slab().leave_whole(local));
        }
    });
}

/// Gives back the memory that the running thread keeps for its next texts; without `std`, that of
/// all threads.
///
/// A thread does so as it ends. Takes O(free slots) time.
pub fn release_thread_cache() {
    with_locals(|locals| locals.each.iter().for_each(|local| slab().leave(local)));
}

/// Counts the slots that a thread takes, for tests of how much an operation does.
#[cfg(all(test, not(loom)))]
pub(crate) mod steps {
    use core::cell::Cell;

    use crate::slab::unit::CLASSES;

    std::thread_local! {
        static TAKEN: Cell<usize> = const { Cell::new(0) };
        /// The slots of each size that are in use beyond those of the last reservation, and the
        /// most that were.
        static USED: Cell<[isize; CLASSES]> = const { Cell::new([0; CLASSES]) };
        static PEAKS: Cell<[isize; CLASSES]> = const { Cell::new([0; CLASSES]) };
    }

    pub(super) fn count_taken(class: usize) {
        TAKEN.set(TAKEN.get() + 1);
        let (mut used, mut peaks) = (USED.get(), PEAKS.get());
        used[class] += 1;
        peaks[class] = peaks[class].max(used[class]);
        USED.set(used);
        PEAKS.set(peaks);
    }

    pub(super) fn count_back(class: usize) {
        let mut used = USED.get();
        used[class] -= 1;
        USED.set(used);
    }

    pub(super) fn count_reserved(classes: usize) {
        let mut used = USED.get();
        used[..classes].fill(0);
        USED.set(used);
    }

    /// Returns the most slots of one unit, and of another size, that `work` used after a
    /// reservation.
    pub(crate) fn peaks_of(work: impl FnOnce()) -> (isize, isize) {
        count_reserved(CLASSES);
        PEAKS.set([0; CLASSES]);
        work();
        let peaks = PEAKS.get();
        (peaks[0], peaks[1..].iter().copied().max().unwrap_or(0))
    }

    /// Returns the number of slots that `work` takes on this thread.
    pub(crate) fn counted<R>(work: impl FnOnce() -> R) -> (R, usize) {
        let before = TAKEN.get();
        let result = work();
        (result, TAKEN.get() - before)
    }
}
