//! A lock without std: nothing wakes a thread, which tests the flag again and again.
#![allow(unsafe_code)]

#[cfg(all(loom, test))]
mod models;

use core::cell::UnsafeCell;
#[cfg(not(all(loom, test)))]
use core::hint;
#[cfg(not(all(loom, test)))]
use core::sync::atomic::AtomicBool;
use core::sync::atomic::Ordering;
#[cfg(all(loom, test))]
use loom::{hint, sync::atomic::AtomicBool};

pub(super) struct Mutex<T> {
    taken: AtomicBool,
    value: UnsafeCell<T>,
}

// SAFETY: the value is used by one thread at a time, whichever that is.
unsafe impl<T: Send> Sync for Mutex<T> {}

impl<T> Mutex<T> {
    #[cfg(not(all(loom, test)))]
    pub(super) const fn new(value: T) -> Self {
        Self {
            taken: AtomicBool::new(false),
            value: UnsafeCell::new(value),
        }
    }

    pub(super) fn with<R>(&self, use_it: impl FnOnce(&mut T) -> R) -> R {
        // A thread that waits does not write the flag. In loom, a model of one that does has no
        // end.
        while self
            .taken
            .compare_exchange_weak(false, true, Ordering::Acquire, Ordering::Relaxed)
            .is_err()
        {
            hint::spin_loop();
        }
        // SAFETY: the thread that set the flag is alone with the value until it clears it.
        let result = use_it(unsafe { &mut *self.value.get() });
        self.taken.store(false, Ordering::Release);
        result
    }
}
