//! The interleavings of two threads that use the value of a lock, and mutations that must not survive them. With three
//! threads two may wait for each other without end, since loom lets the one that has the lock starve.

use core::cell;
use std::boxed::Box;
use std::sync::Arc;

use loom::cell::UnsafeCell;
use loom::sync::atomic::AtomicBool;
use string_kit_testkit::models::together;

use super::Mutex;
use crate::slab::models::{Mutation, REASONS};

/// A lock whose value loom watches.
type First = Arc<Mutex<UnsafeCell<()>>>;

fn touch(lock: &First) {
    lock.with(|value| value.with_mut(|_| ()));
}

/// Runs a model in all its interleavings.
fn explore(model: fn(First), mutation: Option<Mutation>) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(4);
    builder.check(move || {
        model(Arc::new(Mutex {
            taken: AtomicBool::new(false),
            value: cell::UnsafeCell::new(UnsafeCell::new(())),
            mutation,
        }));
    });
}

string_kit_testkit::models! {
    /// Two threads use the value, one of them twice.
    used_by_two(first) {
        let second = first.clone();
        together([
            Box::new(move || touch(&second)),
            Box::new(move || {
                touch(&first);
                touch(&first);
            }),
        ]);
    } fails: [TakesUnseeing, GivesUnseen];
}
