//! Tests of `SharedStr` handles, of whole texts and of slices, that several threads clone, send and
//! drop.
//!
//! The seeds are fixed, but the interleaving of the threads is not. Each handle must have the right
//! text, and all memory must be freed.

use std::cell::RefCell;
use std::iter;
use std::sync::atomic::{AtomicIsize, Ordering};
use std::thread;

use crate::inbox::{Inbox, Random, THREADS, rounds};
use string_kit::SharedStr;
use string_kit_conformance::count;

/// Returns the text of a round. It is too long to be inline.
fn text_of(round: usize) -> String {
    format!("a text of more than fifteen bytes, {round}")
}

/// The bytes that a thread allocated for texts, minus the bytes that it freed.
///
/// One thread may free the memory of another, so only the sum over all threads must be 0.
#[derive(Default)]
struct LiveBytes(isize);

impl LiveBytes {
    fn track<R>(&mut self, work: impl FnOnce() -> R) -> R {
        let (result, counts) = count(work);
        self.0 += counts.live_bytes;
        result
    }

    /// Makes the text of a round, with shards or without. One text of three is a slice of a longer
    /// one.
    fn make(&mut self, round: usize, sharded: bool) -> Handle {
        let start = usize::from(round.is_multiple_of(3));
        let whole = "-".repeat(start) + &text_of(round);
        let text = self.track(|| SharedStr::from(whole.as_str()).slice(start..));
        assert!(!sharded || self.track(|| text.add_shards()));
        Handle(text, round)
    }

    fn drop(&mut self, handle: Handle) {
        handle.check();
        self.track(|| drop(handle));
    }

    fn clone_and_drop(&mut self, handle: Handle) {
        let clone = handle.clone(self);
        self.drop(handle);
        self.drop(clone);
    }

    /// Runs `work` on several threads, each with its number and with live bytes of its own, and
    /// `here` on this one meanwhile.
    fn on_threads(
        &mut self,
        work: impl Fn(usize, &mut LiveBytes) + Sync,
        here: impl FnOnce(&mut LiveBytes),
    ) {
        thread::scope(|scope| {
            let work = &work;
            let spawn = |number| {
                scope.spawn(move || {
                    let mut live = LiveBytes::default();
                    work(number, &mut live);
                    live.0
                })
            };
            let threads: Vec<_> = (0..THREADS).map(spawn).collect();
            here(self);
            for thread in threads {
                self.0 += thread.join().unwrap();
            }
        });
    }
}

/// A handle, and the number of the round that its text is from.
struct Handle(SharedStr, usize);

impl Handle {
    fn check(&self) {
        assert_eq!(self.0, text_of(self.1));
    }

    fn clone(&self, live: &mut LiveBytes) -> Self {
        Self(live.track(|| self.0.clone()), self.1)
    }
}

/// Sends a handle of a new text to each inbox, and drops the first one.
fn send_to_all(live: &mut LiveBytes, inboxes: &[Inbox<Handle>], round: usize, sharded: bool) {
    let first = live.make(round, sharded);
    for inbox in inboxes {
        inbox.send(first.clone(live));
    }
    live.drop(first);
}

#[test]
fn threads_clone_send_and_drop_at_random() {
    let inboxes = [const { Inbox::<Handle>::new() }; THREADS];
    let mut live = LiveBytes::default();
    // Each round ends without a handle: the thread dropped its handles or sent them to others.
    let work = |number: usize, live: &mut LiveBytes| {
        let (mut random, mut own) = (Random::new(number), Vec::<Handle>::new());
        for _ in 0..rounds() {
            own.extend(iter::from_fn(|| inboxes[number].take()).take(4 * THREADS));
            for _ in 0..100 {
                let at = random.below(own.len().max(1));
                match random.below(16) {
                    0..6 if (1..24).contains(&own.len()) => own.push(own[at].clone(live)),
                    6..11 if !own.is_empty() => live.drop(own.swap_remove(at)),
                    11..14 if !own.is_empty() => {
                        inboxes[random.below(THREADS)].send(own.swap_remove(at));
                    }
                    14 if !own.is_empty() && random.below(8) == 0 => {
                        assert!(live.track(|| own[at].0.add_shards()));
                    }
                    _ => own.extend(inboxes[number].take()),
                }
            }
            own.drain(..).for_each(|handle| live.drop(handle));
        }
    };
    live.on_threads(work, |live| {
        for round in 0..rounds() {
            // Every second text gets shards here. The others get them from a thread, by contention,
            // or never.
            send_to_all(live, &inboxes, round, round % 2 == 0);
        }
    });
    for inbox in &inboxes {
        iter::from_fn(|| inbox.take()).for_each(|handle| live.drop(handle));
    }
    assert_eq!(live.0, 0);
}

/// Gives each thread one handle of a text; all threads drop theirs at about the same time.
#[test]
fn threads_drop_the_last_handles_at_the_same_time() {
    let inboxes = [const { Inbox::<Handle>::new() }; THREADS];
    let mut live = LiveBytes::default();
    let work = |number: usize, live: &mut LiveBytes| {
        let mut random = Random::new(number);
        for handle in inboxes[number].all() {
            let own = handle.clone(live);
            for _ in 0..random.below(4) {
                let clone = own.clone(live);
                live.drop(clone);
            }
            live.drop(handle);
            live.drop(own);
        }
    };
    live.on_threads(work, |live| {
        for round in 0..rounds() {
            send_to_all(live, &inboxes, round, round % 4 > 0);
        }
        inboxes.iter().for_each(Inbox::close);
    });
    assert_eq!(live.0, 0);
}

/// Handles that this thread drops were counted in the shards of others.
#[test]
fn the_hint_counts_the_handles_of_all_threads() {
    let text = SharedStr::from(text_of(0).as_str());
    let in_root = text.clone();
    assert!(text.add_shards());
    let clones = |number| {
        let mut kept: Vec<_> = iter::repeat_n(&text, 20 + number).cloned().collect();
        kept.truncate(10);
        assert!(text.ref_count_hint() > Some(0));
        kept
    };
    let mut kept: Vec<SharedStr> = thread::scope(|scope| {
        let spawn = |number| scope.spawn(move || clones(number));
        let threads: Vec<_> = (0..THREADS).map(spawn).collect();
        let kept = threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap());
        kept.collect()
    });
    assert_eq!(text.ref_count_hint(), Some(10 * THREADS + 2));
    drop((text, in_root));
    while let Some(handle) = kept.pop() {
        assert_eq!(handle.ref_count_hint(), Some(kept.len() + 1));
    }
}

/// Runs more threads than there are shards. The handles of each thread outlive it.
#[test]
fn handles_outlive_their_threads() {
    let mut live = LiveBytes::default();
    let (base, inbox) = (live.make(0, true), Inbox::new());
    for batch in 0..150 / THREADS {
        let work = |_, live: &mut LiveBytes| {
            inbox.send(live.make(batch, false));
            inbox.send(base.clone(live));
        };
        live.on_threads(work, |_| {});
    }
    live.drop(base);
    let mut random = Random::new(0);
    let mut left: Vec<Handle> = iter::from_fn(|| inbox.take()).collect();
    while !left.is_empty() {
        let handle = left.swap_remove(random.below(left.len()));
        live.drop(handle);
        left.iter().take(3).for_each(Handle::check);
    }
    assert_eq!(live.0, 0);
}

/// Makes texts and drops a thread's last handle in the destructor of a thread-local. The thread
/// uses `SharedStr`'s own thread-local before it registers that destructor, after it, or only in
/// it.
#[test]
fn thread_local_destructors_can_clone_and_drop() {
    static LIVE: AtomicIsize = AtomicIsize::new(0);

    struct ClonesOnDrop(RefCell<Vec<Handle>>);
    impl Drop for ClonesOnDrop {
        fn drop(&mut self) {
            let mut live = LiveBytes::default();
            let made = live.make(1, true);
            for handle in iter::once(made).chain(self.0.take()) {
                live.clone_and_drop(handle);
            }
            LIVE.fetch_add(live.0, Ordering::Relaxed);
        }
    }
    thread_local! {
        static HANDLES: ClonesOnDrop = const { ClonesOnDrop(RefCell::new(Vec::new())) };
    }

    let mut live = LiveBytes::default();
    for round in 0..THREADS {
        let base = live.make(round, round % 2 == 0);
        let sent = base.clone(&mut live);
        let thread = thread::spawn(move || {
            let register = || HANDLES.with(|handles| handles.0.borrow_mut().push(sent));
            let use_index = || {
                let mut live = LiveBytes::default();
                let made = live.make(round, true);
                live.clone_and_drop(made);
                assert_eq!(live.0, 0);
            };
            match round % 3 {
                0 => (use_index(), register()),
                1 => (register(), use_index()),
                _ => ((), register()),
            }
        });
        if round < THREADS / 2 {
            live.drop(base);
            thread.join().unwrap();
        } else {
            thread.join().unwrap();
            live.drop(base);
        }
    }
    assert_eq!(live.0 + LIVE.load(Ordering::Relaxed), 0);
}
