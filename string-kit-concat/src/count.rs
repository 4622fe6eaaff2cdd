//! The reference count of a node: the low 24 bits of its first word. The other bits never change
//! while it is shared.
//!
//! *A count that is half full* takes no more handles: a clone copies the node instead. A clone
//! always adds first, and takes the addition back if the count was half full. All other clones take
//! one atomic operation. A carry could reach the other bits only if 2^23 threads did so at once.
//!
//! The models run this code with loom's atomics; see [`Word`].

#[cfg(all(loom, test))]
mod models;

use core::sync::atomic::{AtomicU32, Ordering};

pub(crate) const MASK: u32 = (1 << 24) - 1;

/// The atomic operations on a word: core's, or loom's in a model.
pub(crate) trait Word {
    /// The number of handles from which on a node is copied.
    fn limit(&self) -> u32;

    fn load(&self, ordering: Ordering) -> u32;
    fn add(&self, ordering: Ordering) -> u32;
    fn subtract(&self, ordering: Ordering) -> u32;
}

#[cfg(all(test, not(loom)))]
std::thread_local! {
    /// The limit on this thread: a test's may be lower.
    pub(crate) static LIMIT: core::cell::Cell<u32> = const { core::cell::Cell::new(MASK / 2) };
}

impl Word for AtomicU32 {
    #[inline]
    fn limit(&self) -> u32 {
        #[cfg(all(test, not(loom)))]
        return LIMIT.get();
        #[cfg(not(all(test, not(loom))))]
        return MASK / 2;
    }

    #[inline]
    fn load(&self, ordering: Ordering) -> u32 {
        self.load(ordering)
    }

    #[inline]
    fn add(&self, ordering: Ordering) -> u32 {
        self.fetch_add(1, ordering)
    }

    #[inline]
    fn subtract(&self, ordering: Ordering) -> u32 {
        self.fetch_sub(1, ordering)
    }
}

/// Returns true if the caller has the only handle, so that it may write to the node.
///
/// Acquire: what others did with the node comes before what is done with it now.
#[inline]
pub(crate) fn is_unique(word: &impl Word) -> bool {
    word.load(Ordering::Acquire) & MASK == 1
}

/// Counts one more handle, made from another one. Returns false if the node has to be copied
/// instead.
#[inline]
pub(crate) fn increment(word: &impl Word) -> bool {
    if word.add(Ordering::Relaxed) & MASK < word.limit() {
        return true;
    }
    give_way(word)
}

/// Takes the last addition back: the caller has another handle, so it is not the last.
#[cold]
fn give_way(word: &impl Word) -> bool {
    word.subtract(Ordering::Relaxed);
    false
}

/// Gives up a handle. Returns true if it was the last one: then the caller has to free the node.
#[inline]
pub(crate) fn decrement(word: &impl Word) -> bool {
    // PERF: the only handle is given up without an atomic operation that writes.
    if is_unique(word) {
        return true;
    }
    if word.subtract(Ordering::Release) & MASK != 1 {
        return false;
    }
    // Every use of the node by another thread comes before it is freed.
    word.load(Ordering::Acquire);
    true
}
