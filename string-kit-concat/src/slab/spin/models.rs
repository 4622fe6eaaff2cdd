//! The interleavings of two threads that use the value of a lock. With three threads two may wait
//! for each other without end, since loom lets the one that has the lock starve.

use core::cell;
use std::boxed::Box;
use std::sync::Arc;

use loom::cell::UnsafeCell;
use loom::sync::atomic::AtomicBool;
use string_kit_testkit::models::together;

use super::Mutex;

/// A lock whose value loom watches.
type First = Arc<Mutex<UnsafeCell<()>>>;

fn touch(lock: &First) {
    lock.with(|value| value.with_mut(|_| ()));
}

/// Runs a model in all its interleavings.
fn explore(model: fn(First)) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(4);
    builder.check(move || {
        model(Arc::new(Mutex {
            taken: AtomicBool::new(false),
            value: cell::UnsafeCell::new(UnsafeCell::new(())),
        }));
    });
}

/// Two threads use the value, one of them twice.
#[test]
fn used_by_two() {
    explore(|first| {
        let second = first.clone();
        together([
            Box::new(move || touch(&second)),
            Box::new(move || {
                touch(&first);
                touch(&first);
            }),
        ]);
    });
}
