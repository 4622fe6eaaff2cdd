//! One thread clones, another drops: through a ring of rooms that are handed over full and come back
//! empty, so that what handing over costs is shared by all that are in a room.

use std::hint::{black_box, spin_loop};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::work::Work;

/// How many clones a room has.
const ROOM: u32 = 128;

/// How many rooms are under way: enough that nobody waits for a hiccup of the other.
const ROOMS: usize = 4;

/// The rooms between two threads.
pub(crate) struct Ring<S> {
    rooms: [Room<S>; ROOMS],
}

struct Room<S> {
    is_full: AtomicBool,
    /// Only who has the turn, as `is_full` says, locks it: nobody ever waits.
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

/// A side of the ring: the room whose turn it is, and the clones that were taken out of it.
struct Side<'a, S> {
    ring: &'a Ring<S>,
    stop: &'a AtomicBool,
    turn: usize,
    /// Which rooms it takes.
    takes_full: bool,
    clones: Vec<S>,
}

impl<S> Side<'_, S> {
    /// Waits for the next room; false if it is not to come any more.
    fn take(&mut self) -> bool {
        let room = &self.ring.rooms[self.turn];
        for waited in 0_u32.. {
            if room.is_full.load(Ordering::Acquire) == self.takes_full {
                break;
            }
            if self.stop.load(Ordering::Relaxed) {
                return false;
            }
            // The other may be without a core.
            if waited % 4096 == 4095 {
                thread::yield_now();
            }
            spin_loop();
        }
        let mut clones = room.clones.lock().expect("nobody panics with a room");
        self.clones = std::mem::take(&mut clones);
        true
    }

    /// Gives the room to the other.
    fn give(&mut self) {
        let room = &self.ring.rooms[self.turn];
        let mut clones = room.clones.lock().expect("nobody panics with a room");
        *clones = std::mem::take(&mut self.clones);
        room.is_full.store(!self.takes_full, Ordering::Release);
        self.turn = (self.turn + 1) % ROOMS;
    }
}

/// The one who clones.
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

    #[inline(never)]
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

/// The one who drops.
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

    /// All that are in the room, however many were asked for.
    #[inline(never)]
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
    fn what_one_clones_the_other_drops() {
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
    fn who_waits_for_nobody_is_stopped() {
        let (ring, stop) = (Ring::<String>::new(), AtomicBool::new(true));
        assert!(!Dropper::new(&ring, &stop).ready());
    }
}
