//! One thread clones, and another drops. A ring of rooms lies between them: they are handed over full and
//! come back empty, so that the clones of a room share the cost of the hand-over.

use std::hint::{black_box, spin_loop};
use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::thread;

use string_kit_measure::engine::Work;

/// The number of clones of a room.
const ROOM: u32 = 128;

/// The number of rooms under way: enough that neither thread waits for a short stop of the other.
const ROOMS: usize = 4;

/// The rooms between two threads.
pub(crate) struct Ring<S> {
    rooms: [Room<S>; ROOMS],
}

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
    pub(crate) fn new() -> Self {
        let room = |_| Room {
            is_full: AtomicBool::new(false),
            clones: Mutex::new(Vec::with_capacity(ROOM as usize)),
        };
        Self {
            rooms: std::array::from_fn(room),
        }
    }
}

/// The work of one of the two threads: it drops the clones of full rooms, or fills empty ones with clones.
pub(crate) struct Side<'a, S, const DROPS: bool> {
    string: &'a S,
    ring: &'a Ring<S>,
    stop: &'a AtomicBool,
    /// The number of the next room.
    turn: usize,
    /// The clones of the room, while this side has it.
    clones: Vec<S>,
}

impl<'a, S, const DROPS: bool> Side<'a, S, DROPS> {
    pub(crate) fn new(string: &'a S, ring: &'a Ring<S>, stop: &'a AtomicBool) -> Self {
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
        let room = &self.ring.rooms[self.turn];
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
        let room = &self.ring.rooms[self.turn];
        *room.lock() = mem::take(&mut self.clones);
        room.is_full.store(!DROPS, Ordering::Release);
        self.turn = (self.turn + 1) % ROOMS;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

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
