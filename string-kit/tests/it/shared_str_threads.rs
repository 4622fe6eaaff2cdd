//! Handles of a `SharedStr` on several threads: cloned, sent and dropped at random, by seeds that are
//! fixed. How the threads meet is not: what must hold is that each text is right, and that nothing is
//! left of it.

use std::cell::RefCell;
use std::iter;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicIsize, Ordering};
use std::thread;

use crate::support::inbox::{Inbox, Random, THREADS, rounds};
use string_kit::SharedStr;
use string_kit_conformance::count;

/// The text of a round, too long to be inline.
fn text_of(round: usize) -> String {
    format!("a text of more than fifteen bytes, {round}")
}

/// What a thread has taken of the heap for its texts and not given back: what one takes another may
/// give back, so that it is the sum over all threads which must come to nothing.
#[derive(Default)]
struct Held(isize);

impl Held {
    fn by<R>(&mut self, work: impl FnOnce() -> R) -> R {
        let (result, counts) = count(work);
        self.0 += counts.live_bytes;
        result
    }

    fn drop(&mut self, handle: Handle) {
        handle.check();
        self.by(|| drop(handle));
    }
}

/// A handle, and the round whose text it is.
struct Handle(SharedStr, usize);

impl Handle {
    fn check(&self) {
        assert_eq!(self.0, text_of(self.1));
    }

    fn clone(&self, held: &mut Held) -> Self {
        Self(held.by(|| self.0.clone()), self.1)
    }
}

/// A thread of those that exchange handles.
struct Thread<'a> {
    number: usize,
    random: Random,
    held: Held,
    own: Vec<Handle>,
    /// What others send to each.
    boxes: &'a [Inbox<Handle>],
}

impl Thread<'_> {
    fn step(&mut self) {
        let Some(at) = self.own.len().checked_sub(1) else {
            return self.receive();
        };
        let at = self.random.below(at + 1);
        match self.random.below(16) {
            0..6 if self.own.len() < 24 => {
                let clone = self.own[at].clone(&mut self.held);
                self.own.push(clone);
            }
            6..11 => {
                let handle = self.own.swap_remove(at);
                self.held.drop(handle);
            }
            11..13 => {
                let handle = self.own.swap_remove(at);
                self.boxes[self.random.below(THREADS)].send(handle);
            }
            13 => {
                let Handle(text, round) = &self.own[at];
                self.held.by(|| {
                    let clones = vec![text.local(); 3];
                    assert_eq!(clones[0].shared(), text_of(*round));
                });
            }
            14 if self.random.below(8) == 0 => {
                let Handle(text, _) = &self.own[at];
                assert!(self.held.by(|| text.shard_now()));
            }
            _ => self.receive(),
        }
    }

    fn receive(&mut self) {
        self.own.extend(self.boxes[self.number].take());
    }

    /// The rounds of this thread: each begins with one handle of the text that is new, and ends with
    /// none, but for what was sent away.
    fn run(mut self) -> isize {
        for _ in 0..rounds() {
            for _ in 0..THREADS * 4 {
                self.receive();
            }
            for _ in 0..100 {
                self.step();
            }
            for handle in self.own.split_off(0) {
                self.held.drop(handle);
            }
        }
        self.held.0
    }
}

#[test]
fn handles_are_exchanged_at_random() {
    let boxes = [const { Inbox::<Handle>::new() }; THREADS];
    let mut held = Held::default();
    let threads: isize = thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|number| {
                let thread = Thread {
                    number,
                    random: Random::new(number),
                    held: Held::default(),
                    own: Vec::new(),
                    boxes: &boxes,
                };
                scope.spawn(|| thread.run())
            })
            .collect();
        for round in 0..rounds() {
            let text = held.by(|| SharedStr::from(text_of(round)));
            // Every other one is sharded by a thread, or by collisions, or never.
            if round % 2 == 0 {
                assert!(held.by(|| text.shard_now()));
            }
            let first = Handle(text, round);
            for inbox in &boxes {
                inbox.send(first.clone(&mut held));
            }
            held.drop(first);
        }
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .sum()
    });
    for inbox in &boxes {
        iter::from_fn(|| inbox.take()).for_each(|handle| held.drop(handle));
    }
    assert_eq!(held.0 + threads, 0);
}

/// The handles of one text go at once, each on a thread of its own.
#[test]
fn the_last_handles_are_dropped_at_once() {
    let boxes = [const { Inbox::<Handle>::new() }; THREADS];
    let mut held = Held::default();
    thread::scope(|scope| {
        let threads: Vec<_> = boxes
            .iter()
            .enumerate()
            .map(|(number, inbox)| {
                scope.spawn(move || {
                    let (mut held, mut random) = (Held::default(), Random::new(number));
                    for handle in inbox.all() {
                        let kept = handle.clone(&mut held);
                        for _ in 0..random.below(4) {
                            let clone = kept.clone(&mut held);
                            held.drop(clone);
                        }
                        held.drop(handle);
                        held.drop(kept);
                    }
                    held.0
                })
            })
            .collect();
        for round in 0..rounds() {
            let text = held.by(|| SharedStr::from(text_of(round)));
            if round % 4 > 0 {
                assert!(held.by(|| text.shard_now()));
            }
            let first = Handle(text, round);
            for inbox in &boxes {
                inbox.send(first.clone(&mut held));
            }
            held.drop(first);
        }
        boxes.iter().for_each(Inbox::close);
        for thread in threads {
            held.0 += thread.join().unwrap();
        }
    });
    assert_eq!(held.0, 0);
}

/// A few handles go round: each thread clones what it gets, sends the clone on and drops the rest, so
/// that each handle is dropped on another thread than it was made on, and is often the last of its
/// thread, or of all.
#[test]
fn handles_go_round() {
    for (few, sharded) in [(1, true), (2, true), (3, true), (3, false)] {
        let boxes = [const { Inbox::<Handle>::new() }; THREADS];
        let mut held = Held::default();
        let text = held.by(|| SharedStr::from(text_of(few)));
        assert!(!sharded || held.by(|| text.shard_now()));
        let first = Handle(text, few);
        for _ in 0..few {
            boxes[0].send(first.clone(&mut held));
        }
        held.drop(first);
        thread::scope(|scope| {
            let threads: Vec<_> = (0..THREADS)
                .map(|number| {
                    let (from, to) = (&boxes[number], &boxes[(number + 1) % THREADS]);
                    scope.spawn(|| {
                        let mut held = Held::default();
                        for handle in from.all().take(rounds() / 4) {
                            to.send(handle.clone(&mut held));
                            held.drop(handle);
                        }
                        held.0
                    })
                })
                .collect();
            for thread in threads {
                held.0 += thread.join().unwrap();
            }
        });
        // As many were sent to the first as it took.
        for _ in 0..few {
            held.drop(boxes[0].take().unwrap());
        }
        assert_eq!(held.0, 0);
    }
}

/// More threads than there are seats; each one's handle outlives it.
#[test]
fn handles_outlive_their_threads() {
    const MANY: usize = 150;

    let mut held = Held::default();
    let base = Handle(held.by(|| SharedStr::from(text_of(0))), 0);
    assert!(held.by(|| base.0.shard_now()));
    let mut left: Vec<Handle> = Vec::new();
    for batch in 0..MANY / 10 {
        thread::scope(|scope| {
            let threads: Vec<_> = (0..10)
                .map(|_| {
                    scope.spawn(|| {
                        let mut held = Held::default();
                        let own = held.by(|| SharedStr::from(text_of(batch)));
                        let handles = [Handle(own, batch), base.clone(&mut held)];
                        (handles, held.0)
                    })
                })
                .collect();
            for thread in threads {
                let (handles, bytes) = thread.join().unwrap();
                left.extend(handles);
                held.0 += bytes;
            }
        });
    }
    held.drop(base);
    let mut random = Random::new(0);
    while !left.is_empty() {
        let handle = left.swap_remove(random.below(left.len()));
        held.drop(handle);
        left.iter().take(3).for_each(Handle::check);
    }
    assert_eq!(held.0, 0);
}

/// Where a thread has ended so far that its first text is made, and its last handle dropped, by the
/// destructor of a thread-local.
#[test]
fn a_thread_that_ends_may_clone_and_drop() {
    static HELD: AtomicIsize = AtomicIsize::new(0);

    struct AtTheEnd(RefCell<Vec<Handle>>);
    impl Drop for AtTheEnd {
        fn drop(&mut self) {
            let mut held = Held::default();
            let first = Handle(held.by(|| SharedStr::from(text_of(1))), 1);
            assert!(held.by(|| first.0.shard_now()));
            let clone = first.clone(&mut held);
            held.drop(first);
            held.drop(clone);
            for handle in self.0.take() {
                let clone = handle.clone(&mut held);
                held.drop(handle);
                held.drop(clone);
            }
            HELD.fetch_add(held.0, Ordering::Relaxed);
        }
    }
    thread_local! {
        static KEPT: AtTheEnd = const { AtTheEnd(RefCell::new(Vec::new())) };
    }

    let mut held = Held::default();
    for round in 0..THREADS {
        let base = Handle(held.by(|| SharedStr::from(text_of(round))), round);
        if round % 2 == 0 {
            assert!(held.by(|| base.0.shard_now()));
        }
        let sent = base.clone(&mut held);
        let thread = thread::spawn(|| KEPT.with(|kept| kept.0.borrow_mut().push(sent)));
        if round < THREADS / 2 {
            held.drop(base);
            thread.join().unwrap();
        } else {
            thread.join().unwrap();
            held.drop(base);
        }
    }
    assert_eq!(held.0 + HELD.load(Ordering::Relaxed), 0);
}

/// The statics' own handles are never dropped.
#[test]
fn handles_in_statics_are_cloned_by_all() {
    static UNCOUNTED: SharedStr =
        SharedStr::from_static("a static text of more than fifteen bytes");
    static INLINE: SharedStr = SharedStr::new();
    static COUNTED: OnceLock<SharedStr> = OnceLock::new();

    // Here: to wait for another thread's would be a wait in std (see `Inbox`).
    let counted = COUNTED.get_or_init(|| SharedStr::from(text_of(0)));
    let held: isize = thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|_| {
                scope.spawn(|| {
                    let mut held = Held::default();
                    for round in 0..rounds() {
                        let clones = [&UNCOUNTED, &INLINE, counted].map(|text| {
                            let clone = held.by(|| text.clone());
                            assert!(clone.ptr_eq(text));
                            clone
                        });
                        held.by(|| drop(clones));
                        if round == rounds() / 2 {
                            // Once for all threads: it stays for as long as the static does.
                            assert!(held.by(|| counted.shard_now()));
                        }
                    }
                    held.0
                })
            })
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .sum()
    });
    let shards = counted.heap_size() - SharedStr::from(text_of(0)).heap_size();
    assert_eq!(isize::try_from(shards), Ok(held));
    assert_eq!(*counted, text_of(0));
    assert!(counted.is_sharded() && !UNCOUNTED.is_sharded() && INLINE.is_empty());
}
