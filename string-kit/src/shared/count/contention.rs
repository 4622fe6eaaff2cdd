//! When a count gets its shards: when threads are seen to collide on it, often.
//!
//! A thread that reads the root, adds to it and finds that it was not what it had read has collided:
//! within some 50 ns another one counted too. Shards cost memory, so that one collision is not
//! enough: a thread that goes through a million texts which others go through as well would get
//! shards for each of them, sooner or later. A thread that collides for the second time within
//! [`SOON`], on whatever text, gives shards to that text.

use core::ptr;
#[cfg(all(feature = "std", not(all(loom, test))))]
use core::time::Duration;

use super::shard::Shards;
use super::{Count, Ordering, SHARDED, SIGN, mutated, too_many};

/// How long a thread remembers a collision.
///
/// PERF: two threads that take a random one of 4, 16, 64, 256 and 1,024 texts collide every 2, 2, 3,
/// 5 and 50 µs (with 64 bytes, at some 10 to 50 ns for a clone and a drop).
#[cfg(all(feature = "std", not(all(loom, test))))]
const SOON: Duration = Duration::from_micros(20);

impl Count {
    /// Another thread counted while this one did.
    #[cold]
    #[inline(never)]
    pub(super) fn collided(&self) {
        if collides_often() {
            self.shard_now();
        }
    }

    /// Has new handles counted in shards; false if there is no memory for them.
    ///
    /// One allocation, the first time.
    pub(in crate::shared) fn shard_now(&self) -> bool {
        self.touch();
        if mutated!(self, FlagBeforeShards) {
            self.root().fetch_or(SHARDED, Ordering::AcqRel);
        }
        // Acquire: who sets the flag below passes on what another thread wrote there.
        let acquire = if mutated!(self, SeesPointerAlone) {
            Ordering::Relaxed
        } else {
            Ordering::Acquire
        };
        if self.shards.load(acquire).is_null() {
            self.check_room();
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
                // SAFETY: they are new, and nobody else has seen them.
                unsafe { Shards::free(shards) };
            }
        }
        // By each who finds shards: it must be set when this returns.
        self.set_sharded();
        true
    }

    /// Ends the program if there are so many plain handles that the flag would leave no room for the
    /// anchors of those that are just being made.
    fn check_room(&self) -> usize {
        let root = self.root().load(Ordering::Relaxed);
        if root & SHARDED != SHARDED && root > SIGN / 2 {
            too_many();
        }
        root
    }

    fn set_sharded(&self) {
        let mut root = self.check_room();
        while root & SHARDED != SHARDED {
            match self.root().compare_exchange(
                root,
                root | SHARDED,
                Ordering::AcqRel,
                Ordering::Relaxed,
            ) {
                Ok(_) => return,
                Err(_) => root = self.check_room(),
            }
        }
    }
}

/// Whether the last collision of this thread was just now. Where there is no clock every one counts.
#[cfg(all(feature = "std", not(all(loom, test))))]
fn collides_often() -> bool {
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
    last.is_some_and(|last| now.duration_since(last) < SOON)
}

/// Without a clock every collision counts; in a model none does: those say when.
#[cfg(not(all(feature = "std", not(all(loom, test)))))]
fn collides_often() -> bool {
    !cfg!(all(loom, test))
}
