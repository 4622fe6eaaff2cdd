//! The reference count of a node: the low 24 bits of its first word. The other bits never change
//! while it is shared.
//!
//! *A count that is half full* takes no more handles: a clone copies the node instead. A clone
//! always adds first, and takes the addition back if the count was half full. All other clones take
//! one atomic operation. A carry could reach the other bits only if 2^23 threads did so at once.
//!
//! The models run this code with loom's atomics.

#[cfg(all(loom, test))]
mod models;

use crate::sync::{AtomicU32, Ordering};

pub(crate) const MASK: u32 = (1 << 24) - 1;

#[cfg(all(test, not(loom)))]
std::thread_local! {
    /// The limit on this thread: a test's may be lower.
    pub(crate) static LIMIT: core::cell::Cell<u32> = const { core::cell::Cell::new(MASK / 2) };
}

/// Returns the number of handles from which on a node is copied.
#[inline]
fn limit() -> u32 {
    #[cfg(all(test, not(loom)))]
    return LIMIT.get();
    #[cfg(not(all(test, not(loom))))]
    return if cfg!(test) { 4 } else { MASK / 2 };
}

/// Returns true if the caller has the only handle, so that it may write to the node.
///
/// Acquire: what others did with the node comes before what is done with it now.
#[inline]
pub(crate) fn is_unique(word: &AtomicU32) -> bool {
    word.load(Ordering::Acquire) & MASK == 1
}

/// Counts one more handle, made from another one. Returns false if the node has to be copied
/// instead.
#[inline]
pub(crate) fn increment(word: &AtomicU32) -> bool {
    if word.fetch_add(1, Ordering::Relaxed) & MASK < limit() {
        return true;
    }
    give_way(word)
}

/// Takes the last addition back: the caller has another handle, so it is not the last.
#[cold]
fn give_way(word: &AtomicU32) -> bool {
    word.fetch_sub(1, Ordering::Relaxed);
    false
}

/// Gives up a handle. Returns true if it was the last one: then the caller has to free the node.
#[inline]
pub(crate) fn decrement(word: &AtomicU32) -> bool {
    // PERF: the only handle is given up without an atomic operation that writes.
    if is_unique(word) {
        return true;
    }
    if word.fetch_sub(1, Ordering::Release) & MASK != 1 {
        return false;
    }
    // Every use of the node by another thread comes before it is freed.
    word.load(Ordering::Acquire);
    true
}
