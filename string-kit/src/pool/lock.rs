//! A lock under which threads read without contention.
//!
//! ```text
//! locks     | lock 0 | lock 1 | ... | lock 7 |     each on cache lines of its own
//! ```
//!
//! A reader takes one lock, that of its thread, and a writer all of them, in this order.
#![allow(unsafe_code)]

use core::cell::UnsafeCell;
use core::fmt;
use core::panic::{RefUnwindSafe, UnwindSafe};
use std::sync::{PoisonError, RwLock, TryLockError};

use crate::shared::ShardIndex;

const LOCKS: usize = 8;

/// A lock in 128 bytes, since some processors fetch cache lines of 64 bytes in pairs.
#[derive(Default)]
#[repr(align(128))]
struct Padded(RwLock<()>);

/// A value that threads read at the same time, and one alone writes.
///
/// INVARIANT: who refers to the value has one lock for reading, or all of them for writing.
pub(super) struct ShardedLock<T> {
    locks: [Padded; LOCKS],
    value: UnsafeCell<T>,
}

// SAFETY: threads share a `&T` under locks for reading, for which `T` is `Sync`; one thread at a
// time has a `&mut T`, under all locks for writing, for which `T` is `Send`.
unsafe impl<T: Send + Sync> Sync for ShardedLock<T> {}
// A panic under a lock leaves the value as its own methods do, as with std's locks.
impl<T> UnwindSafe for ShardedLock<T> {}
impl<T> RefUnwindSafe for ShardedLock<T> {}

impl<T> ShardedLock<T> {
    pub(super) fn new(value: T) -> Self {
        let (locks, value) = (Default::default(), UnsafeCell::new(value));
        Self { locks, value }
    }

    #[inline]
    fn lock(&self) -> &RwLock<()> {
        &self.locks[ShardIndex::of_current_thread().as_usize() % LOCKS].0
    }

    #[inline]
    pub(super) fn read<R>(&self, use_value: impl FnOnce(&T) -> R) -> R {
        let _guard = self.lock().read().unwrap_or_else(PoisonError::into_inner);
        // SAFETY: the pointer is that of a live value. Nobody has a `&mut` to it before the guard
        // is dropped, after the call: a writer has all locks, and this thread has one.
        use_value(unsafe { &*self.value.get() })
    }

    #[inline]
    pub(super) fn write<R>(&self, use_value: impl FnOnce(&mut T) -> R) -> R {
        let lock_all = |lock| RwLock::write(lock).unwrap_or_else(PoisonError::into_inner);
        let _guards = self.locks.each_ref().map(|lock| lock_all(&lock.0));
        // SAFETY: the pointer is that of a live value. Nobody else refers to it before the guards
        // are dropped, after the call: each reader and each writer has one of the locks.
        use_value(unsafe { &mut *self.value.get() })
    }
}

impl<T: fmt::Debug> fmt::Debug for ShardedLock<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let _guard = match self.lock().try_read() {
            Ok(guard) => guard,
            Err(TryLockError::Poisoned(error)) => error.into_inner(),
            Err(TryLockError::WouldBlock) => return f.write_str("<locked>"),
        };
        // SAFETY: as in `read`: the pointer is that of a live value, and while this thread has one
        // of the locks, no writer has all.
        fmt::Debug::fmt(unsafe { &*self.value.get() }, f)
    }
}
