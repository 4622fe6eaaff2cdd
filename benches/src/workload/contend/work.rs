//! The loops of the patterns, one for all types.

use std::hint::{black_box, spin_loop};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::{array, mem, thread};

use string_kit_measure::engine::Work;

use super::pattern::BATCH;

/// Clones one string, and drops or leaks the clone.
pub(super) struct One<'a, S, const LEAKED: bool>(pub(super) &'a S);

impl<S: Clone, const LEAKED: bool> Work for One<'_, S, LEAKED> {
    fn chunk(&mut self, operations: u32) -> u32 {
        for _ in 0..operations {
            clone::<S, LEAKED>(self.0);
        }
        operations
    }
}

/// Clones one of many strings each time, by indices that were drawn before.
pub(super) struct Many<'a, S, const LEAKED: bool> {
    strings: &'a [S],
    order: Vec<u32>,
    at: usize,
}

/// The fewest indices: each string is then met in many places.
const FEWEST_INDICES: usize = 4096;

impl<'a, S, const LEAKED: bool> Many<'a, S, LEAKED> {
    /// Draws an order in which each string comes as often as any other.
    pub(super) fn new(strings: &'a [S], seed: u64) -> Self {
        let count = u32::try_from(strings.len()).expect("a pattern has fewer");
        let rounds = FEWEST_INDICES.div_ceil(strings.len());
        let mut order: Vec<u32> = (0..rounds).flat_map(|_| 0..count).collect();
        fastrand::Rng::with_seed(seed).shuffle(&mut order);
        Self {
            strings,
            order,
            at: 0,
        }
    }
}

impl<S: Clone, const LEAKED: bool> Work for Many<'_, S, LEAKED> {
    fn chunk(&mut self, operations: u32) -> u32 {
        let operations = (operations as usize).min(self.order.len());
        if self.order.len() - self.at < operations {
            self.at = 0;
        }
        for &index in &self.order[self.at..][..operations] {
            clone::<S, LEAKED>(&self.strings[index as usize]);
        }
        self.at += operations;
        u32::try_from(operations).expect("it was one")
    }
}

/// Clones a string [`BATCH`] times, and then drops the clones.
pub(super) struct Batch<'a, S> {
    string: &'a S,
    room: Vec<S>,
}

impl<'a, S> Batch<'a, S> {
    pub(super) fn new(string: &'a S) -> Self {
        Self {
            string,
            room: Vec::with_capacity(BATCH as usize),
        }
    }
}

impl<S: Clone> Work for Batch<'_, S> {
    fn chunk(&mut self, operations: u32) -> u32 {
        let batches = (operations / BATCH).max(1);
        for _ in 0..batches {
            for _ in 0..BATCH {
                self.room.push(black_box(self.string).clone());
            }
            black_box(&self.room);
            self.room.clear();
        }
        batches * BATCH
    }
}

/// Clones a string, and drops or leaks the clone.
///
/// PERF: the clone is shown to `black_box` by reference: by value it is copied, and the drop of a
/// `String` then waits for the copy (17.0 ns become 21.6).
#[inline(always)]
#[allow(clippy::inline_always)] // A call would be a good part of the time.
fn clone<S: Clone, const LEAKED: bool>(string: &S) {
    let clone = black_box(string).clone();
    black_box(&clone);
    if LEAKED {
        mem::forget(clone);
    } else {
        drop(clone);
    }
}

/// The number of clones of a room.
const ROOM: u32 = 128;

/// The number of rooms under way: enough that neither thread waits for a short stop of the other.
const ROOMS: usize = 4;

/// The rooms between two threads, of which one clones and the other drops. They are handed over full and come back
/// empty, so that the clones of a room share the cost of the hand-over.
pub(super) struct Ring<S>([Room<S>; ROOMS]);

struct Room<S> {
    is_full: AtomicBool,
    /// Locked only by the side whose turn it is by `is_full`: no side ever waits for the lock.
    clones: Mutex<Vec<S>>,
}

impl<S> Room<S> {
    fn lock(&self) -> MutexGuard<'_, Vec<S>> {
        self.clones.lock().expect("no side panics with a room")
    }
}

impl<S> Ring<S> {
    pub(super) fn new() -> Self {
        Self(array::from_fn(|_| Room {
            is_full: AtomicBool::new(false),
            clones: Mutex::new(Vec::with_capacity(ROOM as usize)),
        }))
    }
}

/// The work of one of the two threads: it drops the clones of full rooms, or fills empty ones with clones.
pub(super) struct Side<'a, S, const DROPS: bool> {
    string: &'a S,
    ring: &'a Ring<S>,
    stop: &'a AtomicBool,
    /// The number of the next room.
    turn: usize,
    /// The clones of the room, while this side has it.
    clones: Vec<S>,
}

impl<'a, S, const DROPS: bool> Side<'a, S, DROPS> {
    pub(super) fn new(string: &'a S, ring: &'a Ring<S>, stop: &'a AtomicBool) -> Self {
        Self {
            string,
            ring,
            stop,
            turn: 0,
            clones: Vec::new(),
        }
    }
}

impl<S: Clone, const DROPS: bool> Work for Side<'_, S, DROPS> {
    /// Waits for the next room; returns `false` if the threads are to stop.
    fn ready(&mut self) -> bool {
        let room = &self.ring.0[self.turn];
        for waited in 0_u32.. {
            if room.is_full.load(Ordering::Acquire) == DROPS {
                break;
            }
            if self.stop.load(Ordering::Relaxed) {
                return false;
            }
            // The other thread may be without a core.
            if waited % 4096 == 4095 {
                thread::yield_now();
            }
            spin_loop();
        }
        self.clones = mem::take(&mut room.lock());
        true
    }

    /// Drops all clones of the room, whatever the number of operations, or makes at most as many as fit.
    fn chunk(&mut self, operations: u32) -> u32 {
        if DROPS {
            let count = u32::try_from(self.clones.len()).expect("it is a room's");
            black_box(&self.clones);
            self.clones.clear();
            return count;
        }
        let operations = operations.min(ROOM);
        for _ in 0..operations {
            self.clones.push(black_box(self.string).clone());
        }
        black_box(&self.clones);
        operations
    }

    /// Gives the room to the other side.
    fn done(&mut self) {
        let room = &self.ring.0[self.turn];
        *room.lock() = mem::take(&mut self.clones);
        room.is_full.store(!DROPS, Ordering::Release);
        self.turn = (self.turn + 1) % ROOMS;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn each_does_as_many_as_it_says() {
        let shared: Arc<str> = "a".into();
        assert_eq!(One::<_, false>(&shared).chunk(3), 3);
        assert_eq!(Arc::strong_count(&shared), 1);
        assert_eq!(One::<_, true>(&shared).chunk(3), 3);
        assert_eq!(Arc::strong_count(&shared), 4);
        let mut batch = Batch::new(&shared);
        assert_eq!((batch.chunk(1), batch.chunk(130)), (64, 128));
        assert_eq!(Arc::strong_count(&shared), 4);

        let many: Vec<Arc<str>> = ["a", "b", "c", "d"].map(Into::into).into();
        let mut work = Many::<_, true>::new(&many, 1);
        let done: u32 = (0..100).map(|_| work.chunk(128)).sum();
        let clones = |one| Arc::strong_count(one) - 1;
        assert_eq!(many.iter().map(clones).sum::<usize>(), done as usize);
        assert!(many.iter().all(|one| clones(one) > 2_000));
    }

    fn turn<const DROPS: bool>(side: &mut Side<'_, Arc<str>, DROPS>) -> u32 {
        assert!(side.ready());
        let count = side.chunk(1024);
        side.done();
        count
    }

    #[test]
    fn one_side_drops_the_clones_of_the_other() {
        let string: Arc<str> = "a".into();
        let (ring, stop) = (Ring::new(), AtomicBool::new(false));
        let dropped: u32 = thread::scope(|scope| {
            let dropper = scope.spawn(|| {
                let mut dropper = Side::<_, true>::new(&string, &ring, &stop);
                (0..100).map(|_| turn(&mut dropper)).sum()
            });
            let mut cloner = Side::<_, false>::new(&string, &ring, &stop);
            for _ in 0..100 {
                assert_eq!(turn(&mut cloner), ROOM);
            }
            dropper.join().unwrap()
        });
        assert_eq!(dropped, 100 * ROOM);
        assert_eq!(Arc::strong_count(&string), 1);
        stop.store(true, Ordering::Relaxed);
        assert!(!Side::<_, true>::new(&string, &ring, &stop).ready());
    }
}
