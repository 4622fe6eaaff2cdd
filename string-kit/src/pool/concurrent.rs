//! The pool of several threads.

use std::hash::{BuildHasher, RandomState};

use super::kept::{Handle, Key};
use super::lock::ShardedLock;
use super::table::{FAILED, Pool};
use crate::SharedStr;
use crate::error::{OrPanic, TextError};

/// A [`Pool`] that threads share, and whose hits do not contend.
///
/// Threads get one of eight locks in turn, so that a hit of one of eight threads writes to no
/// memory that another uses. From the ninth on, threads share locks. Clones of a hot [`SharedStr`]
/// do not contend either: it gets shards. A [`StrList`](crate::StrList) has one count.
///
/// A new text takes all locks, and so do a sweep and [`write`](Self::write): new texts of all
/// threads are made one after another. Where most texts are new, give each thread a [`Pool`].
///
/// A forked child must not use a pool from before the fork, if its parent had other threads: locks
/// that these held stay locked in the child. It may use all handles.
///
/// ```
/// use std::sync::LazyLock;
/// use std::thread;
/// use string_kit::{ConcurrentPool, Pool, SharedStr};
///
/// static POOL: LazyLock<ConcurrentPool> = LazyLock::new(ConcurrentPool::new);
///
/// let there = thread::spawn(|| POOL.intern("http.server.request.duration"));
/// let here = POOL.intern("http.server.request.duration");
/// assert!(SharedStr::ptr_eq(&here, &there.join().unwrap()));
///
/// drop(here);
/// assert_eq!(POOL.write(Pool::sweep), 1);
/// assert_eq!(POOL.read(Pool::len), 0);
/// ```
pub struct ConcurrentPool<T = SharedStr, S = RandomState>(ShardedLock<Pool<T, S>>);

impl<T: Handle> ConcurrentPool<T> {
    /// Makes an empty pool, without an allocation. The locks take 1 KiB in the value.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl<T: Handle, S: BuildHasher> ConcurrentPool<T, S> {
    /// Returns the handle of a text, as [`Pool::intern`] does.
    ///
    /// A hit allocates nothing. Where the system has no futex, as macOS, one that waits may.
    ///
    /// # Panics
    ///
    /// Panics if the text is too long for a handle.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn intern(&self, key: &T::Key) -> T {
        self.try_intern(key).or_panic_for(FAILED)
    }

    /// Returns the handle that [`intern`](Self::intern) returns, or an error.
    ///
    /// # Errors
    ///
    /// Those of [`Pool::try_intern`].
    #[inline]
    pub fn try_intern(&self, key: &T::Key) -> Result<T, TextError> {
        match self.get(key) {
            Some(kept) => Ok(kept),
            None => self.write(|pool| pool.try_intern(key)),
        }
    }

    /// Returns the handle of a text that the pool has, or of a short text, as [`Pool::get`] does.
    #[must_use]
    #[inline]
    pub fn get(&self, key: &T::Key) -> Option<T> {
        key.inline().or_else(|| self.read(|pool| pool.get(key)))
    }

    /// Calls `read` with the pool, beside other threads that read.
    ///
    /// While `read` runs, threads with a new text wait. It must not use this pool by another
    /// method: that may wait forever.
    pub fn read<R>(&self, read: impl FnOnce(&Pool<T, S>) -> R) -> R {
        self.0.read(read)
    }

    /// Calls `write` with the pool, while all other threads wait.
    ///
    /// It must not use this pool by another method: that waits forever. If `write` panics, the pool
    /// stays usable.
    pub fn write<R>(&self, write: impl FnOnce(&mut Pool<T, S>) -> R) -> R {
        self.0.write(write)
    }
}

impl<T, S> From<Pool<T, S>> for ConcurrentPool<T, S> {
    fn from(pool: Pool<T, S>) -> Self {
        Self(ShardedLock::new(pool))
    }
}

impl<T: Handle, S: BuildHasher + Default> Default for ConcurrentPool<T, S> {
    fn default() -> Self {
        Self::from(Pool::default())
    }
}

impl<T: std::fmt::Debug, S> std::fmt::Debug for ConcurrentPool<T, S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}
