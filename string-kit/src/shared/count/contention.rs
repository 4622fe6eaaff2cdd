//! The decision to add shards to a count: threads contend for its root, and often.
//!
//! A thread that reads the root, adds to it and then finds another value than the sum met
//! contention: another thread changed the root within some 50 ns. Shards cost memory, so once is
//! not enough. Two threads that each go through the same million texts would sooner or later
//! contend for each of them once, and give shards to all. So a thread adds shards to a text if it
//! meets contention there, and had met it, at any text, less than [`WINDOW`] before.
#![allow(unsafe_code)]

use core::ptr;
#[cfg(all(feature = "std", not(all(loom, test))))]
use core::time::Duration;

use super::shard::{Ordering, Shards};
use super::state::{Count, SHARDED, SIGN, mutation_enabled, too_many};

/// The time for which a thread remembers that it met contention.
///
/// PERF: two threads that take a random one of 4, 16, 64, 256 and 1,024 texts contend every 2, 2,
/// 3, 5 and 50 µs (with 64 bytes, at some 10 to 50 ns for a clone and a drop).
#[cfg(all(feature = "std", not(all(loom, test))))]
const WINDOW: Duration = Duration::from_micros(20);

impl Count {
    /// Adds shards if the thread, which met contention here, met it a short time before as well.
    #[cold]
    #[inline(never)]
    pub(super) fn contended(&self) {
        if contends_often() {
            self.shard_now();
        }
    }

    /// Has new handles counted in shards, and returns true; false if there is no memory for them.
    ///
    /// One allocation, the first time.
    pub(in crate::shared) fn shard_now(&self) -> bool {
        self.track_access();
        if mutation_enabled!(self, FlagBeforeShards) {
            self.root().fetch_or(SHARDED, Ordering::AcqRel);
        }
        // Acquire: the thread that sets the flag below passes on what another thread wrote to the
        // shards.
        let acquire = if mutation_enabled!(self, RelaxedShardsLoad) {
            Ordering::Relaxed
        } else {
            Ordering::Acquire
        };
        if self.shards.load(acquire).is_null() {
            self.load_root_with_room();
            let shards = Shards::allocate();
            if shards.is_null() {
                return false;
            }
            let first = self.shards.compare_exchange(
                ptr::null_mut(),
                shards,
                Ordering::AcqRel,
                Ordering::Acquire,
            );
            if first.is_err() {
                // SAFETY: `allocate` returned them just now, not null; the exchange failed, so no
                // other thread has seen them, and this one does not use them again.
                unsafe { Shards::free(shards) };
            }
        }
        // Also if another thread stored the shards: the flag must be set when this returns.
        self.set_sharded();
        true
    }

    /// Loads the root. Ends the program if it counts so many handles that the flag would leave no
    /// room for the root references of clones that other threads are just making.
    fn load_root_with_room(&self) -> usize {
        let root = self.root().load(Ordering::Relaxed);
        if root & SHARDED != SHARDED && root > SIGN / 2 {
            too_many();
        }
        root
    }

    /// Sets the flag of the root.
    fn set_sharded(&self) {
        let mut root = self.load_root_with_room();
        while root & SHARDED != SHARDED {
            match self.root().compare_exchange(
                root,
                root | SHARDED,
                Ordering::AcqRel,
                Ordering::Relaxed,
            ) {
                Ok(_) => return,
                Err(_) => root = self.load_root_with_room(),
            }
        }
    }
}

/// Returns true if this thread last met contention less than `WINDOW` ago; always, if there is no
/// clock.
#[cfg(all(feature = "std", not(all(loom, test))))]
fn contends_often() -> bool {
    use core::cell::Cell;
    use std::time::Instant;

    std::thread_local! {
        static LAST: Cell<Option<Instant>> = const { Cell::new(None) };
    }
    if cfg!(target_family = "wasm") {
        return true;
    }
    let now = Instant::now();
    let last = LAST.replace(Some(now));
    last.is_some_and(|last| now.duration_since(last) < WINDOW)
}

/// Returns true, since there is no clock; false in the models, which add shards by a call of their
/// own.
#[cfg(not(all(feature = "std", not(all(loom, test)))))]
fn contends_often() -> bool {
    !cfg!(all(loom, test))
}
