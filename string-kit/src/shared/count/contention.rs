//! The decision to add shards to a count, taken when threads often contend for its root.
//!
//! A clone reads the root, and adds to it. If the addition finds another value than the read,
//! another thread changed the root between them: the clone met contention.
//!
//! Shards cost memory, so one contention is not enough. Two threads that each go through the same
//! million texts would sooner or later contend once for each text, and give shards to all of them.
//! So a thread that meets contention at a text adds shards to it only if it met contention at the
//! same text less than [`WINDOW`] ago.
#![allow(unsafe_code)]

use core::ptr;
#[cfg(all(feature = "std", not(all(loom, test))))]
use core::time::Duration;

use super::ordering;
use super::shard::{Ordering, Shards};
use super::state::{Count, SHARDED, SIGN, too_many};

/// The time for which a thread remembers that it met contention at a text.
///
/// PERF: two threads that clone and drop random texts out of 4, 16, 64, 256 and 1,024 contend every
/// 2, 2, 3, 5 and 50 µs. So where 1,024 texts are cloned, few of them get shards, which would slow
/// them down.
#[cfg(all(feature = "std", not(all(loom, test))))]
const WINDOW: Duration = Duration::from_micros(20);

/// The number of texts of which a thread remembers the last contention.
#[cfg(all(feature = "std", not(all(loom, test))))]
const REMEMBERED: usize = 8;

impl Count {
    /// Adds shards if the budget has room for them, and this thread, which has just met contention
    /// at this count, met it a short time before as well.
    ///
    /// PERF: the budget comes first, so that the clock is not read once it is used up.
    #[cold]
    #[inline(never)]
    pub(in crate::shared) fn contended(&self) {
        if Shards::fit_in_budget() && contends_often(self) {
            self.add_shards();
        }
    }

    /// Makes new handles count in shards, and returns `true`. Returns `false` if the shards exceed
    /// the budget, or the allocator returns no memory for them.
    pub(in crate::shared) fn add_shards(&self) -> bool {
        self.track_access();
        if self.shards.load(ordering::load_shards()).is_null() {
            check_room(self.root().load(Ordering::Relaxed));
            let shards = Shards::allocate();
            if shards.is_null() {
                return false;
            }
            let stored = self.shards.compare_exchange(
                ptr::null_mut(),
                shards,
                Ordering::AcqRel,
                Ordering::Acquire,
            );
            if stored.is_err() {
                // SAFETY: `allocate` returned the pointer just now, and it is not null. Nobody uses
                // the shards: the exchange failed, so that no other thread got the pointer, and
                // this thread does not use it again.
                unsafe { Shards::free(shards) };
            }
        }
        // The flag must be set when this returns, even if another thread stored the shards.
        self.set_sharded();
        true
    }

    fn set_sharded(&self) {
        let set = |root| {
            check_room(root);
            (root & SHARDED != SHARDED).then_some(root | SHARDED)
        };
        let _ = self.update(set);
    }
}

/// Aborts the program if a root has no flag, and so many handles that clones on other threads could
/// overflow it.
fn check_room(root: usize) {
    if root & SHARDED != SHARDED && root > SIGN / 2 {
        too_many();
    }
}

/// Records that this thread met contention at a count now. Returns `true` if it last did so less
/// than `WINDOW` ago, and always on wasm, which has no clock; `false` if the thread ends and the
/// thread-local is gone.
#[cfg(all(feature = "std", not(all(loom, test))))]
fn contends_often(count: &Count) -> bool {
    use core::cell::Cell;
    use std::time::Instant;

    type Contention = Cell<Option<(usize, Instant)>>;
    std::thread_local! {
        static LAST: [Contention; REMEMBERED] = const { [const { Cell::new(None) }; REMEMBERED] };
    }
    if cfg!(target_family = "wasm") {
        return true;
    }
    let address = ptr::from_ref(count).addr();
    let now = Instant::now();
    // Fibonacci hashing: blocks of one size may all be a multiple of 512 bytes apart.
    let slot = (address.wrapping_mul(0x9E37_79B9) >> 16) % REMEMBERED;
    let last = LAST.try_with(|last| last[slot].replace(Some((address, now))));
    let is_recent = |(at, then)| at == address && now.duration_since(then) < WINDOW;
    last.is_ok_and(|last| last.is_some_and(is_recent))
}

/// Returns `true`, since without std there is no clock; `false` in loom's models, which call
/// `add_shards` themselves.
#[cfg(not(all(feature = "std", not(all(loom, test)))))]
fn contends_often(_: &Count) -> bool {
    !cfg!(all(loom, test))
}
