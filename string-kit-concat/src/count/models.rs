//! The interleavings of threads that share a node.
//!
//! A node with four handles gives no more. What lies in it is a cell that loom watches: a thread
//! that frees it while another reads, or without an order between the two, fails the model, and so
//! does one that reads it later. A node may have a handle of another node below it, which goes with
//! it.

#![allow(unsafe_code)]

use core::cell::RefCell;
use core::sync::atomic::Ordering;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize};

use loom::cell::UnsafeCell;
use string_kit_testkit::{models, threads};

use super::{decrement, increment, is_unique};
use crate::sync::AtomicU32;

/// A node. Its memory stays until the model ends, by a count that loom knows nothing of.
struct Node {
    word: AtomicU32,
    text: UnsafeCell<&'static str>,
    freed: AtomicBool,
    handles: AtomicUsize,
    below: RefCell<Option<Handle>>,
}

impl Node {
    fn new(below: Option<Handle>) -> Arc<Self> {
        Arc::new(Self {
            word: AtomicU32::new(1),
            text: UnsafeCell::new("text"),
            freed: AtomicBool::new(false),
            handles: AtomicUsize::new(1),
            below: RefCell::new(below),
        })
    }
}

struct Handle(Arc<Node>);

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
        if is_unique(&self.0.word) {
            self.0.text.with_mut(|_| ());
            self.0.word.store(1, Ordering::Relaxed);
        }
    }

    /// Returns a node with this handle below it.
    fn above(self) -> Self {
        Self(Node::new(Some(self)))
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
fn explore(model: fn(Handle)) {
    models::explore(move || {
        let node = Node::new(None);
        model(Handle(node.clone()));
        assert_eq!(node.handles.load(Ordering::Relaxed), 0);
        let freed = node.freed.load(Ordering::Relaxed);
        assert!(freed, "it is freed with its last handle");
    });
}

/// Two threads read and drop a handle each; one clones its own before.
#[test]
fn cloned_and_dropped() {
    explore(|first| {
        let second = first.clone();
        threads!(
            {
                let third = second.clone();
                drop(second);
                drop(third);
            },
            drop(first),
        );
    });
}

/// Three threads drop a handle each.
#[test]
fn dropped_by_three() {
    explore(|first| {
        let (second, third) = (first.clone(), first.clone());
        threads!(drop(second), drop(third), drop(first));
    });
}

/// A thread changes the node if its handle is the only one, while another reads and drops its own.
#[test]
fn changed_by_an_only_handle() {
    explore(|first| {
        let mut second = first.clone();
        threads!(drop(first), second.change());
    });
}

/// A thread frees the node above another, which a second thread takes apart to change what lies
/// below.
#[test]
fn changed_below_a_node_that_goes() {
    explore(|first| {
        let first = first.above();
        let second = first.clone();
        threads!(drop(first), second.into_below().change());
    });
}

/// Two threads take the same node apart, and change what lies below if they have it alone.
#[test]
fn taken_apart_by_two() {
    explore(|first| {
        let first = first.above();
        let second = first.clone();
        threads!(first.into_below().change(), second.into_below().change());
    });
}

/// Two threads pass the limit at once, and drop what they have.
#[test]
fn at_the_limit() {
    explore(|first| {
        let (second, third) = (first.clone(), first.clone());
        threads!(
            {
                let more = second.another();
                drop(second);
                drop(more);
            },
            {
                let more = [first.another(), third.another()];
                drop(first);
                drop(third);
                drop(more);
            },
        );
    });
}
