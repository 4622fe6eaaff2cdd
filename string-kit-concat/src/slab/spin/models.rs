//! The interleavings of two threads that use the value of a lock. With three threads two may wait
//! for each other without end, since loom lets the one that has the lock starve.

use core::cell;
use std::sync::Arc;

use loom::cell::UnsafeCell;
use loom::sync::atomic::AtomicBool;
use string_kit_testkit::models::explore;
use string_kit_testkit::threads;

use super::Mutex;

/// A lock whose value loom watches.
type First = Arc<Mutex<UnsafeCell<()>>>;

fn touch(lock: &First) {
    lock.with(|value| value.with_mut(|_| ()));
}

/// Two threads use the value, one of them twice.
#[test]
fn used_by_two() {
    explore(|| {
        let first = First::new(Mutex {
            taken: AtomicBool::new(false),
            value: cell::UnsafeCell::new(UnsafeCell::new(())),
        });
        let second = first.clone();
        threads!(touch(&second), {
            touch(&first);
            touch(&first);
        });
    });
}
