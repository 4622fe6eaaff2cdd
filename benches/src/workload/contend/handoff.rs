//! One thread clones, and another drops. A ring of rooms lies between them: they are handed over full and
//! come back empty, so that the clones of a room share the cost of the hand-over.

use std::hint::{black_box, spin_loop};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
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

impl<S> Ring<S> {
    pub(crate) fn new() -> Self {
        let room = || Room {
            is_full: AtomicBool::new(false),
            clones: Mutex::new(Vec::with_capacity(ROOM as usize)),
        };
        Self {
            rooms: std::array::from_fn(|_| room()),
        }
    }
}

/// A side of the ring: the number of the next room, and the clones that were taken out of it.
struct Side<'a, S> {
    ring: &'a Ring<S>,
    stop: &'a AtomicBool,
    turn: usize,
    /// True if it takes full rooms, and false for empty ones.
    takes_full: bool,
    clones: Vec<S>,
}

impl<S> Side<'_, S> {
    /// Waits for the next room; returns `false` if the threads are to stop.
    fn take(&mut self) -> bool {
        let room = &self.ring.rooms[self.turn];
        for waited in 0_u32.. {
            if room.is_full.load(Ordering::Acquire) == self.takes_full {
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
        let mut clones = room.clones.lock().expect("no side panics with a room");
        self.clones = std::mem::take(&mut clones);
        true
    }

    /// Gives the room to the other side.
    fn give(&mut self) {
        let room = &self.ring.rooms[self.turn];
        let mut clones = room.clones.lock().expect("no side panics with a room");
        *clones = std::mem::take(&mut self.clones);
        room.is_full.store(!self.takes_full, Ordering::Release);
        self.turn = (self.turn + 1) % ROOMS;
    }
}

/// The work of the thread that clones.
pub(crate) struct Cloner<'a, S> {
    string: &'a S,
    side: Side<'a, S>,
}

impl<'a, S> Cloner<'a, S> {
    pub(crate) fn new(string: &'a S, ring: &'a Ring<S>, stop: &'a AtomicBool) -> Self {
        let side = Side {
            ring,
            stop,
            turn: 0,
            takes_full: false,
            clones: Vec::new(),
        };
        Self { string, side }
    }
}

impl<S: Clone> Work for Cloner<'_, S> {
    fn ready(&mut self) -> bool {
        self.side.take()
    }

    fn chunk(&mut self, operations: u32) -> u32 {
        let operations = operations.min(ROOM);
        for _ in 0..operations {
            self.side.clones.push(black_box(self.string).clone());
        }
        black_box(&self.side.clones);
        operations
    }

    fn done(&mut self) {
        self.side.give();
    }
}

/// The work of the thread that drops.
pub(crate) struct Dropper<'a, S>(Side<'a, S>);

impl<'a, S> Dropper<'a, S> {
    pub(crate) fn new(ring: &'a Ring<S>, stop: &'a AtomicBool) -> Self {
        Self(Side {
            ring,
            stop,
            turn: 0,
            takes_full: true,
            clones: Vec::new(),
        })
    }
}

impl<S> Work for Dropper<'_, S> {
    fn ready(&mut self) -> bool {
        self.0.take()
    }

    /// Drops all clones of the room, whatever the number of operations.
    fn chunk(&mut self, _: u32) -> u32 {
        let count = u32::try_from(self.0.clones.len()).expect("it is a room's");
        black_box(&self.0.clones);
        self.0.clones.clear();
        count
    }

    fn done(&mut self) {
        self.0.give();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn one_side_drops_the_clones_of_the_other() {
        let string: Arc<str> = "a".into();
        let (ring, stop) = (Ring::new(), AtomicBool::new(false));
        let dropped: u32 = thread::scope(|scope| {
            let dropper = scope.spawn(|| {
                let mut dropper = Dropper::new(&ring, &stop);
                let mut turn = || {
                    assert!(dropper.ready());
                    let count = dropper.chunk(1);
                    dropper.done();
                    count
                };
                (0..100).map(|_| turn()).sum()
            });
            let mut cloner = Cloner::new(&string, &ring, &stop);
            for _ in 0..100 {
                assert!(cloner.ready());
                assert_eq!(cloner.chunk(1024), ROOM);
                cloner.done();
            }
            dropper.join().unwrap()
        });
        assert_eq!(dropped, 100 * ROOM);
        assert_eq!(Arc::strong_count(&string), 1);
    }

    #[test]
    fn a_side_that_waits_is_stopped() {
        let (ring, stop) = (Ring::<String>::new(), AtomicBool::new(true));
        assert!(!Dropper::new(&ring, &stop).ready());
    }
}
