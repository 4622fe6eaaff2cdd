//! The interleavings of threads that take slots and put them back.
//!
//! The reference counts of nodes have models of their own. The chain of a thread that ends is
//! modelled as it is.
//!
//! Blocks of three slots of one unit; a model is run with every way in which threads can be stopped
//! in favour of another up to four times. A slot's link and what lies in it are cells that loom
//! watches: who uses a slot that another thread has, or that was freed, or without an order between
//! the two, fails the model.

use loom::sync::Arc;
use string_kit_testkit::{models, threads};

use super::blocks::Slab;
use super::local::Local;
use super::watched::{Memory, SLOTS, UNSET, touch};

struct Thread {
    slab: Arc<Slab>,
    local: Local,
}

impl Thread {
    fn another(&self) -> Self {
        Self {
            slab: self.slab.clone(),
            local: Local::new(0, 1),
        }
    }

    fn take(&self) -> u32 {
        let id = self.slab.take(&self.local).expect("there are ids");
        // SAFETY: it was taken just now.
        let slot = unsafe { self.slab.slot(id) };
        touch(slot);
        // SAFETY: the slot was taken, and loom looks who else uses it.
        unsafe { Memory::set_link(slot, UNSET) };
        id
    }

    fn put(&self, id: u32) {
        // SAFETY: the models put what they took.
        let slot = unsafe { self.slab.slot(id) };
        touch(slot);
        // SAFETY: the models put each id that they took once, and use it no more.
        unsafe { self.slab.put(&self.local, id) };
    }

    fn take_some<const N: usize>(&self) -> [u32; N] {
        [(); N].map(|()| self.take())
    }

    fn take_and_put<const N: usize>(&self) {
        self.put_all(&self.take_some::<N>());
    }

    fn put_all(&self, ids: &[u32]) {
        ids.iter().for_each(|&id| self.put(id));
    }

    /// Takes a slot while it is sure that there is one.
    fn take_reserved(&self) -> u32 {
        self.slab.reserve(&self.local).expect("there are ids");
        self.take()
    }

    /// Puts the thread's own block back if it is whole, as [`settle`](super::settle) does.
    fn settle(&self) {
        self.slab.leave_whole(&self.local);
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        self.slab.leave(&self.local);
    }
}

// SAFETY: loom runs one thread at a time, and looks at what they use.
unsafe impl Send for Slab {}
// SAFETY: loom runs one thread at a time, and looks at what they share.
unsafe impl Sync for Slab {}

/// Runs a model in all its interleavings, and looks whether all blocks are freed after each.
fn explore(model: fn(Thread)) {
    models::explore(move || {
        SLOTS.set(0);
        model(Thread {
            slab: Arc::new(Slab::new()),
            local: Local::new(0, 1),
        });
        let left = SLOTS.get();
        assert_eq!(left, 0, "there are no blocks that are left");
    });
}

/// A thread puts back slots that another took, which takes more meanwhile.
#[test]
fn handed_over() {
    explore(|first| {
        let ids = first.take_some::<3>();
        let second = first.another();
        threads!(second.put_all(&ids), first.take_and_put::<1>());
    });
}

/// A thread takes over a block while another puts a second slot back to it.
#[test]
fn seen_by_who_takes() {
    explore(|first| {
        let ids = first.take_some::<3>();
        let (second, third) = (first.another(), first.another());
        second.put(ids[0]);
        threads!(second.put(ids[1]), third.take_and_put::<2>());
        first.put(ids[2]);
    });
}

/// Two threads put the slots of a block back, and one takes again.
#[test]
fn both_put() {
    explore(|first| {
        let ids = first.take_some::<3>();
        let other = first.take();
        let second = first.another();
        threads!(
            {
                second.put_all(&ids[..2]);
                second.take_and_put::<1>();
            },
            first.put_all(&[ids[2], other]),
        );
    });
}

/// A thread ends with a slot that was never used, while another puts the block's other one back.
#[test]
fn ends_with_a_rest() {
    explore(|first| {
        let id = first.take();
        let second = first.another();
        threads!(second.put(id), drop(first));
    });
}

/// Two threads take over a block of which a slot is free, while a third completes it.
#[test]
fn taken_over() {
    explore(|first| {
        let ids = first.take_some::<3>();
        let (second, third) = (first.another(), first.another());
        first.put(ids[0]);
        drop(first);
        let fourth = third.another();
        threads!(
            second.take_and_put::<1>(),
            third.put_all(&ids[1..]),
            fourth.take_and_put::<1>(),
        );
    });
}

/// A thread that reserves leaves its block, while another puts a slot of it back.
#[test]
fn reserved() {
    explore(|first| {
        let ids = first.take_some::<3>();
        let second = first.another();
        threads!(second.put_all(&ids), {
            let taken = [first.take_reserved(), first.take_reserved()];
            first.put_all(&taken);
        });
    });
}

/// A thread ends with a chain of two slots, while another puts the third one back.
#[test]
fn ends_with_a_chain() {
    explore(|first| {
        let ids = first.take_some::<3>();
        let second = first.another();
        first.put_all(&ids[..2]);
        threads!(second.put(ids[2]), drop(first));
    });
}

/// A thread completes another's block and puts its own whole one back, while the other takes more.
#[test]
fn settles_a_whole_block() {
    explore(|first| {
        let second = first.another();
        let ids = first.take_some::<3>();
        let own = second.take();
        threads!(
            {
                second.put_all(&ids);
                second.put(own);
                second.settle();
            },
            {
                first.take_and_put::<1>();
                first.settle();
            },
        );
    });
}

/// A thread puts slots of a new block into its chain, whose number is that of its last one, which
/// was freed. It settles while the block's owner does.
#[test]
fn settles_under_a_number_used_again() {
    explore(|first| {
        let ids = first.take_some::<3>();
        let second = first.another();
        second.put_all(&ids);
        let ids = second.take_some::<3>();
        threads!(
            {
                second.put(ids[0]);
                second.settle();
            },
            {
                first.put_all(&ids[1..]);
                first.settle();
            },
        );
    });
}

/// Two threads write notes on slots of one block, and put the slots back. Who takes a slot again
/// finds no note on it.
#[test]
fn notes_are_forgotten() {
    explore(|first| {
        let ids = first.take_some::<2>();
        let (second, third) = (first.another(), first.another());
        let note_and_put = |thread: Thread, id| {
            // SAFETY: the slot was taken, and is put back afterwards.
            let note = unsafe { thread.slab.note(id, 0, true) };
            note.expect("there is memory").write(1);
            thread.put(id);
        };
        threads!(note_and_put(second, ids[0]), note_and_put(third, ids[1]));
        let ids = first.take_some::<3>();
        for id in ids {
            // SAFETY: the slot was taken just now.
            unsafe { first.slab.forget_notes(id) };
            // SAFETY: the slot was taken, and is put back afterwards.
            let note = unsafe { first.slab.note(id, 0, false) };
            assert!(note.and_then(|note| note.read()).is_none());
        }
        first.put_all(&ids);
    });
}
