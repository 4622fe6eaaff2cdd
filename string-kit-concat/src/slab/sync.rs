//! The atomics: loom's in its models.

#[cfg(not(all(loom, test)))]
pub(super) use core::sync::atomic::{AtomicPtr, AtomicU32, AtomicUsize, Ordering};
#[cfg(all(loom, test))]
pub(super) use loom::sync::atomic::{AtomicPtr, AtomicU32, AtomicUsize, Ordering};
