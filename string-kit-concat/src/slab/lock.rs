//! A lock that is rarely taken with std, and for each node without.

#[cfg(all(loom, test))]
use loom::sync::Mutex;
#[cfg(all(feature = "std", not(all(loom, test))))]
use std::sync::Mutex;

#[cfg(not(feature = "std"))]
use super::spin::Mutex;

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

    /// Calls `use_it` with the value. `use_it` must not panic, nor take this lock.
    #[cfg(feature = "std")]
    pub(crate) fn with<R>(&self, use_it: impl FnOnce(&mut T) -> R) -> R {
        let mut value = self
            .0
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        use_it(&mut value)
    }

    /// Calls `use_it` with the value. `use_it` must not panic, nor take this lock.
    #[cfg(not(feature = "std"))]
    pub(crate) fn with<R>(&self, use_it: impl FnOnce(&mut T) -> R) -> R {
        self.0.with(use_it)
    }
}
