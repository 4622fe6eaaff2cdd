//! The interleavings of threads that share a node, and mutations that must not survive them.
//!
//! A node sticks at four handles. What lies in it is a cell that loom watches: a thread that frees it while
//! another reads, or without an order between the two, fails the model, and so does one that reads it later.

use core::sync::atomic::Ordering;
use std::boxed::Box;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::vec::Vec;

use loom::cell::UnsafeCell;
use loom::sync::atomic::AtomicU32;

use super::{Count, Word};
use crate::models::{models, together};

/// A change of the protocol that makes it wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mutation {
    /// A look at the count that does not acquire what others did with the node.
    SeesUnordered,
    /// A handle that goes and does not release what was done with it.
    LeavesUnordered,
    /// A free after the last subtraction that does not acquire what others did with the node.
    FreesUnordered,
    /// A handle that takes itself for the only one if there are two.
    TakesTwoForOne,
    /// A handle of a sticky node that is subtracted.
    CountsSticky,
    /// A handle at the limit that neither counts nor makes the node sticky.
    ForgetsToStick,
}

/// The ways in which a model fails.
const REASONS: [&str; 4] = [
    "Causality violation",
    "it is read before it is freed",
    "it is freed once",
    "it is freed with its last handle",
];

/// A node's word, whose uses loom watches.
struct Watched {
    word: AtomicU32,
    mutation: Option<Mutation>,
}

impl Word for Watched {
    const LIMIT: u32 = 4;

    fn load(&self, ordering: Ordering) -> u32 {
        self.word.load(ordering)
    }

    fn add(&self, ordering: Ordering) {
        self.word.fetch_add(1, ordering);
    }

    fn subtract(&self, ordering: Ordering) -> u32 {
        self.word.fetch_sub(1, ordering)
    }

    fn set(&self, bits: u32, ordering: Ordering) {
        self.word.fetch_or(bits, ordering);
    }

    fn mutation(&self) -> Option<Mutation> {
        self.mutation
    }
}

/// A node. Its memory stays until the model ends, by a count that loom knows nothing of.
struct Node {
    word: Watched,
    text: UnsafeCell<&'static str>,
    freed: AtomicBool,
    handles: AtomicUsize,
}

/// A handle of a node, and what a model begins with: the first one.
struct Handle(Arc<Node>);

type First = Handle;

// SAFETY: loom runs one thread at a time, and watches the cell.
unsafe impl Send for Node {}
// SAFETY: loom runs one thread at a time, and watches the cell.
unsafe impl Sync for Node {}

impl Handle {
    fn count(&self) -> Count<'_, Watched> {
        Count(&self.0.word)
    }

    fn read(&self) {
        let freed = self.0.freed.load(Ordering::Relaxed);
        assert!(!freed, "it is read before it is freed");
        self.0.text.with(|_| ());
    }

    /// Changes the node in place if this is its only handle, as a text that is appended to does.
    fn change(&mut self) {
        if self.count().handles() == 1 {
            self.0.text.with_mut(|_| ());
        }
    }

    fn clones<const N: usize>(&self) -> [Self; N] {
        core::array::from_fn(|_| self.clone())
    }
}

impl Clone for Handle {
    fn clone(&self) -> Self {
        self.count().join();
        self.0.handles.fetch_add(1, Ordering::Relaxed);
        Self(self.0.clone())
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        self.read();
        self.0.handles.fetch_sub(1, Ordering::Relaxed);
        let seen = self.count().handles();
        // SAFETY: this is a handle, which goes, and the count was looked at just now.
        if unsafe { self.count().leave(seen) } {
            let freed = self.0.freed.swap(true, Ordering::Relaxed);
            assert!(!freed, "it is freed once");
            self.0.text.with_mut(|_| ());
        }
    }
}

/// Runs a model in all its interleavings, and checks after each that the node is freed, or sticky.
fn explore(model: fn(First), mutation: Option<Mutation>) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(4);
    builder.check(move || {
        let node = Arc::new(Node {
            word: Watched {
                word: AtomicU32::new(1),
                mutation,
            },
            text: UnsafeCell::new("text"),
            freed: AtomicBool::new(false),
            handles: AtomicUsize::new(1),
        });
        model(Handle(node.clone()));
        assert_eq!(node.handles.load(Ordering::Relaxed), 0);
        let sticky = Count(&node.word).handles() >= Count::<Watched>::STICKY;
        let freed = node.freed.load(Ordering::Relaxed);
        assert!(freed != sticky, "it is freed with its last handle");
    });
}

models! {
    /// Two threads read and drop a handle each; one clones its own before.
    cloned_and_dropped(first) {
        let second = first.clone();
        together([
            Box::new(move || {
                let third = second.clone();
                drop(second);
                drop(third);
            }),
            Box::new(move || drop(first)),
        ]);
    } fails: [SeesUnordered, LeavesUnordered, FreesUnordered, TakesTwoForOne];

    /// Three threads drop a handle each.
    dropped_by_three(first) {
        let [second, third] = first.clones();
        together([
            Box::new(move || drop(second)),
            Box::new(move || drop(third)),
            Box::new(move || drop(first)),
        ]);
    } fails: [LeavesUnordered, FreesUnordered, TakesTwoForOne];

    /// A thread changes the node if its handle is the only one, while another reads and drops its own.
    changed_by_an_only_handle(first) {
        let mut second = first.clone();
        together([
            Box::new(move || drop(first)),
            Box::new(move || second.change()),
        ]);
    } fails: [SeesUnordered, LeavesUnordered, FreesUnordered];

    /// Two threads pass the limit at once, and drop what they have.
    sticks(first) {
        let second = first.clone();
        together([
            Box::new(move || drop(second.clones::<2>())),
            Box::new(move || drop(first.clones::<3>())),
        ]);
    } fails: [TakesTwoForOne];

    /// One thread makes more handles than the limit and drops them, while another drops its own.
    dropped_beyond_the_limit(first) {
        let second = first.clone();
        let many: [_; 4] = first.clones();
        together([
            Box::new(move || {
                let more = second.clone();
                drop(second);
                drop(more);
            }),
            Box::new(move || {
                drop(Vec::from(many));
                drop(first);
            }),
        ]);
    } fails: [CountsSticky, ForgetsToStick];
}
