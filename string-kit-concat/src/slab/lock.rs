//! A lock that is taken once for thousands of nodes.

#[cfg(all(loom, test))]
use loom::sync::Mutex;
#[cfg(all(feature = "std", not(all(loom, test))))]
use std::sync::Mutex;

/// A value that one thread uses at a time.
pub(crate) struct Lock<T>(Mutex<T>);

impl<T> Lock<T> {
    #[cfg(not(all(loom, test)))]
    pub(crate) const fn new(value: T) -> Self {
        Self(Mutex::new(value))
    }

    #[cfg(all(loom, test))]
    pub(super) fn new(value: T) -> Self {
        Self(Mutex::new(value))
    }

    /// Calls `use_it` with the value. It neither panics nor locks.
    #[cfg(feature = "std")]
    pub(crate) fn with<R>(&self, use_it: impl FnOnce(&mut T) -> R) -> R {
        let mut value = self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        use_it(&mut value)
    }

    /// Calls `use_it` with the value. It neither panics nor locks.
    #[cfg(not(feature = "std"))]
    pub(crate) fn with<R>(&self, use_it: impl FnOnce(&mut T) -> R) -> R {
        self.0.with(use_it)
    }
}

#[cfg(not(feature = "std"))]
use spin::Mutex;

/// A lock without std: nothing wakes a thread, which tests the flag again and again.
#[cfg(not(feature = "std"))]
mod spin {
    #![allow(unsafe_code)]

    use core::cell::UnsafeCell;
    use core::hint;
    use core::sync::atomic::{AtomicBool, Ordering};

    pub(super) struct Mutex<T> {
        taken: AtomicBool,
        value: UnsafeCell<T>,
    }

    // SAFETY: the value is used by one thread at a time, whichever that is.
    unsafe impl<T: Send> Sync for Mutex<T> {}

    impl<T> Mutex<T> {
        pub(super) const fn new(value: T) -> Self {
            Self {
                taken: AtomicBool::new(false),
                value: UnsafeCell::new(value),
            }
        }

        pub(super) fn with<R>(&self, use_it: impl FnOnce(&mut T) -> R) -> R {
            while self.taken.swap(true, Ordering::Acquire) {
                hint::spin_loop();
            }
            // SAFETY: the thread that set the flag is alone with the value until it clears it.
            let result = use_it(unsafe { &mut *self.value.get() });
            self.taken.store(false, Ordering::Release);
            result
        }
    }
}
