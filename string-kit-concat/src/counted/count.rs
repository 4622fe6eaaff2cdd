//! The reference count of a node: the low 28 bits of its word.
//!
//! *A count at its limit.* From 2^26 handles on a node is *sticky*: it counts no more, and is never
//! freed. The flag is set by a thread that makes a handle from another one, which keeps the node alive, and it
//! is never cleared. Between the load and the addition each other thread may add one: no carry reaches
//! the flag before 2^26 threads do so at once.
//!
//! The models run this code with loom's atomics; see [`Word`].
#![allow(unsafe_code)]

#[cfg(all(loom, test))]
mod models;

use core::sync::atomic::{AtomicU32, Ordering};

/// The atomic operations on a word: core's, or loom's in a model.
pub(super) trait Word {
    /// The number of handles from which on a node is sticky.
    const LIMIT: u32;

    fn load(&self, ordering: Ordering) -> u32;
    fn add(&self, ordering: Ordering);
    fn subtract(&self, ordering: Ordering) -> u32;
    fn set(&self, bits: u32, ordering: Ordering);

    /// The mutation of the model that runs.
    #[cfg(all(loom, test))]
    fn mutation(&self) -> Option<models::Mutation> {
        None
    }
}

impl Word for AtomicU32 {
    const LIMIT: u32 = 1 << 26;

    #[inline]
    fn load(&self, ordering: Ordering) -> u32 {
        self.load(ordering)
    }

    #[inline]
    fn add(&self, ordering: Ordering) {
        // PERF: nobody looks at the result: an addition that nothing waits for.
        self.fetch_add(1, ordering);
    }

    #[inline]
    fn subtract(&self, ordering: Ordering) -> u32 {
        self.fetch_sub(1, ordering)
    }

    #[inline]
    fn set(&self, bits: u32, ordering: Ordering) {
        self.fetch_or(bits, ordering);
    }
}

/// Returns whether a seeded mutation is on. In all builds but those of the models none is.
macro_rules! mutated {
    ($count:expr, $mutation:ident) => {
        crate::mutated::mutated!($count.0.mutation(), models::Mutation::$mutation)
    };
}

/// The reference count in a word.
pub(super) struct Count<'a, A>(pub(super) &'a A);

impl<A: Word> Count<'_, A> {
    const STICKY: u32 = 2 * A::LIMIT;
    const HANDLES: u32 = Self::STICKY - 1;

    /// Returns the number of handles; more than there can be if the node is sticky.
    ///
    /// Acquire: if it is one, what others did with the node comes before what is done with it now.
    #[inline]
    pub(super) fn handles(&self) -> u32 {
        let ordering = if mutated!(self, SeesUnordered) {
            Ordering::Relaxed
        } else {
            Ordering::Acquire
        };
        self.0.load(ordering) & (Self::HANDLES | Self::STICKY)
    }

    /// Counts one more handle, made from another one.
    #[inline]
    pub(super) fn join(&self) {
        if self.0.load(Ordering::Relaxed) & (Self::STICKY | A::LIMIT) == 0 {
            self.0.add(Ordering::Relaxed);
        } else {
            self.stick();
        }
    }

    /// Lets the node live for ever.
    #[cold]
    fn stick(&self) {
        if !mutated!(self, ForgetsToStick) {
            self.0.set(Self::STICKY, Ordering::Relaxed);
        }
    }

    /// Counts one handle less; returns whether it was the last.
    ///
    /// # Safety
    ///
    /// The caller has the handle, and gives it up. `seen` is a result of [`handles`](Self::handles) since it
    /// has that.
    #[inline]
    #[must_use]
    pub(super) unsafe fn leave(&self, seen: u32) -> bool {
        // An only handle is the caller's: nobody can make another.
        //
        // PERF: an only handle, as most of a chain's are, takes no subtraction.
        if seen == 1 || mutated!(self, TakesTwoForOne) && seen == 2 {
            return true;
        }
        if seen >= Self::STICKY && !mutated!(self, CountsSticky) {
            return false;
        }
        let ordering = if mutated!(self, LeavesUnordered) {
            Ordering::Relaxed
        } else {
            Ordering::Release
        };
        if self.0.subtract(ordering) & Self::HANDLES != 1 {
            return false;
        }
        // Every use of the node by another thread comes before it is freed.
        if !mutated!(self, FreesUnordered) {
            self.0.load(Ordering::Acquire);
        }
        true
    }
}
