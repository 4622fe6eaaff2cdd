//! A lock that is taken once for thousands of nodes.

#[cfg(all(loom, test))]
use loom::sync::Mutex;
#[cfg(all(feature = "std", not(all(loom, test))))]
use std::sync::Mutex;

#[cfg(not(feature = "std"))]
use super::spin::Mutex;

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
