//! The interleavings of threads that share a node, and mutations that must not survive them.
//!
//! A node with four handles gives no more. What lies in it is a cell that loom watches: a thread that frees it while
//! another reads, or without an order between the two, fails the model, and so does one that reads it later. A node
//! may have a handle of another node below it, which goes with it.

#![allow(unsafe_code)]

use core::cell::RefCell;
use core::sync::atomic::Ordering;
use std::boxed::Box;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize};

use loom::cell::UnsafeCell;
use loom::sync::atomic::AtomicU32;
use string_kit_testkit::models::together;

use super::{Word, decrement, increment, is_unique};

/// A change of the protocol that makes it wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mutation {
    /// A look at the count that does not acquire what others did with the node.
    SeesUnordered,
    /// A handle that goes and does not release what was done with it.
    LeavesUnordered,
    /// A free after the last subtraction that does not acquire what others did with the node.
    FreesUnordered,
    /// A handle at the limit that is counted all the same.
    CountsOn,
    /// A handle that was one too many and stays counted.
    Forgets,
    /// A node that is changed in place although others have it.
    ChangesShared,
}

/// The ways in which a model fails.
const REASONS: [&str; 5] = [
    "Causality violation",
    "it is read before it is freed",
    "it is freed once",
    "it is freed with its last handle",
    "it has no more handles than the limit",
];

/// A node's word, whose uses loom watches.
struct Watched {
    word: AtomicU32,
    mutation: Option<Mutation>,
}

impl Word for Watched {
    fn limit(&self) -> u32 {
        4
    }

    fn load(&self, ordering: Ordering) -> u32 {
        self.word.load(ordering)
    }

    fn add(&self, ordering: Ordering) -> u32 {
        self.word.fetch_add(1, ordering)
    }

    fn subtract(&self, ordering: Ordering) -> u32 {
        self.word.fetch_sub(1, ordering)
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
    below: RefCell<Option<Handle>>,
}

impl Node {
    fn new(mutation: Option<Mutation>, below: Option<Handle>) -> Arc<Self> {
        Arc::new(Self {
            word: Watched {
                word: AtomicU32::new(1),
                mutation,
            },
            text: UnsafeCell::new("text"),
            freed: AtomicBool::new(false),
            handles: AtomicUsize::new(1),
            below: RefCell::new(below),
        })
    }
}

/// A handle of a node, and what a model begins with: the first one.
struct Handle(Arc<Node>);

type First = Handle;

// SAFETY: loom runs one thread at a time, and watches the cell.
unsafe impl Send for Node {}
// SAFETY: loom runs one thread at a time, and watches the cell.
unsafe impl Sync for Node {}

impl Handle {
    fn read(&self) {
        let freed = self.0.freed.load(Ordering::Relaxed);
        assert!(!freed, "it is read before it is freed");
        self.0.text.with(|_| ());
    }

    /// Changes the node in place if this is its only handle, as a text that is appended to does.
    fn change(&mut self) {
        let word = &self.0.word;
        if is_unique(word) || word.mutation == Some(Mutation::ChangesShared) {
            self.0.text.with_mut(|_| ());
            word.word.store(1, Ordering::Relaxed);
        }
    }

    /// Returns a node with this handle below it.
    fn above(self) -> Self {
        Self(Node::new(self.0.word.mutation, Some(self)))
    }

    /// Takes a node apart, as a tree that is made level does. Returns a handle of the node below.
    fn into_below(self) -> Self {
        self.read();
        let below = if is_unique(&self.0.word) {
            // The node goes, and its handle of the other lives on.
            self.0.below.take()
        } else {
            self.0.below.borrow().as_ref().map(Self::clone)
        };
        below.expect("there is a node below")
    }

    /// Returns another handle, or none where a text would copy the node.
    fn another(&self) -> Option<Self> {
        if !increment(&self.0.word) {
            return None;
        }
        let before = self.0.handles.fetch_add(1, Ordering::Relaxed);
        assert!(before < 4, "it has no more handles than the limit");
        Some(Self(self.0.clone()))
    }

    fn clone(&self) -> Self {
        self.another().expect("there are fewer than the limit")
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        self.read();
        self.0.handles.fetch_sub(1, Ordering::Relaxed);
        if decrement(&self.0.word) {
            let freed = self.0.freed.swap(true, Ordering::Relaxed);
            assert!(!freed, "it is freed once");
            self.0.text.with_mut(|_| ());
            drop(self.0.below.take());
        }
    }
}

/// Runs a model in all its interleavings, and checks after each that the node is freed.
fn explore(model: fn(First), mutation: Option<Mutation>) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(4);
    builder.check(move || {
        let node = Node::new(mutation, None);
        model(Handle(node.clone()));
        assert_eq!(node.handles.load(Ordering::Relaxed), 0);
        let freed = node.freed.load(Ordering::Relaxed);
        assert!(freed, "it is freed with its last handle");
    });
}

string_kit_testkit::models! {
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
    } fails: [SeesUnordered, LeavesUnordered, FreesUnordered];

    /// Three threads drop a handle each.
    dropped_by_three(first) {
        let (second, third) = (first.clone(), first.clone());
        together([
            Box::new(move || drop(second)),
            Box::new(move || drop(third)),
            Box::new(move || drop(first)),
        ]);
    } fails: [LeavesUnordered, FreesUnordered];

    /// A thread changes the node if its handle is the only one, while another reads and drops its own.
    changed_by_an_only_handle(first) {
        let mut second = first.clone();
        together([
            Box::new(move || drop(first)),
            Box::new(move || second.change()),
        ]);
    } fails: [SeesUnordered, LeavesUnordered, FreesUnordered, ChangesShared];

    /// A thread frees the node above another, which a second thread takes apart to change what lies below.
    changed_below_a_node_that_goes(first) {
        let first = first.above();
        let second = first.clone();
        together([
            Box::new(move || drop(first)),
            Box::new(move || {
                let mut below = second.into_below();
                below.change();
            }),
        ]);
    } fails: [SeesUnordered, LeavesUnordered, FreesUnordered, ChangesShared];

    /// Two threads take the same node apart, and change what lies below if they have it alone.
    taken_apart_by_two(first) {
        let first = first.above();
        let second = first.clone();
        together([first, second].map(|handle| -> Box<dyn FnOnce() + Send> {
            Box::new(move || {
                let mut below = handle.into_below();
                below.change();
            })
        }));
    } fails: [SeesUnordered, LeavesUnordered, FreesUnordered, ChangesShared];

    /// Two threads pass the limit at once, and drop what they have.
    at_the_limit(first) {
        let (second, third) = (first.clone(), first.clone());
        together([
            Box::new(move || {
                let more = second.another();
                drop(second);
                drop(more);
            }),
            Box::new(move || {
                let more = [first.another(), third.another()];
                drop(first);
                drop(third);
                drop(more);
            }),
        ]);
    } fails: [CountsOn, Forgets];
}
