//! The pool of one thread.

use alloc::vec::Vec;
use core::fmt;
use core::hash::BuildHasher;
use std::hash::RandomState;

use hashbrown::HashTable;

use super::kept::{Handle, Key};
use crate::SharedStr;
use crate::error::{OrPanic, TextError, TextErrorKind};

/// The least number of texts at which a pool sweeps by itself.
const MIN_SWEEP: usize = 64;
/// The beginning of the message of a panic.
pub(super) const FAILED: &str = "cannot pool the text";

/// A table that keeps each text once, and drops the texts that nobody else uses.
///
/// [`intern`](Self::intern) returns the same [`SharedStr`] each time that it gets the same text. A
/// text of up to 16 bytes lies inside its handle, and never enters the table.
///
/// # Memory
///
/// The table takes one allocation, of 16 bytes and a control byte for each of its places, of which
/// at most seven eighths are taken. Each text is the allocation that a [`SharedStr`] makes without
/// a pool. The program aborts if the allocator returns no memory; [`try_intern`](Self::try_intern)
/// returns an error instead.
///
/// A *sweep* drops the texts of which nobody but the pool has a handle. The pool sweeps by itself
/// before it keeps a new text, if it has 64 texts or more, and twice as many as the last sweep
/// left. So it has at most twice as many texts as were in use at some time, and the cost of the
/// sweeps is O(1) for each new text. A program that seldom makes a new text calls
/// [`sweep`](Self::sweep) itself.
///
/// # Label sets
///
/// A `Pool<StrList>` keeps whole lists. [`with_str_list!`](crate::with_str_list) and
/// [`StrList::with_strs`](crate::StrList::with_strs) lend a list on the stack to look it up, so
/// that a hit allocates nothing. Inline lists never enter the table.
///
/// ```
/// use string_kit::{Pool, StrList, with_str_list};
///
/// let mut pool = Pool::<StrList>::new();
/// let mut labels =
///     |status| with_str_list!(["method", "GET", "status", status], |list| pool.intern(list));
/// let (first, second) = (labels(200), labels(200));
/// assert!(StrList::ptr_eq(&first, &second));
/// ```
pub struct Pool<T = SharedStr, S = RandomState> {
    table: HashTable<T>,
    hasher: S,
    /// The number of texts at which the next new text is preceded by a sweep.
    sweep_at: usize,
}

impl<T: Handle> Pool<T> {
    /// Makes an empty pool, in O(1) and without an allocation.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }
}

impl<T: Handle, S: BuildHasher> Pool<T, S> {
    /// Makes an empty pool that hashes with `hasher`, without an allocation.
    ///
    /// The default hasher resists texts that were made to collide. Another may be faster. If it
    /// panics, the pool keeps the texts in use.
    #[must_use]
    pub const fn with_hasher(hasher: S) -> Self {
        Self {
            table: HashTable::new(),
            hasher,
            sweep_at: MIN_SWEEP,
        }
    }

    /// Returns the handle of a text, and keeps the text if it is new.
    ///
    /// O(n) in the length of the text: a hit hashes and compares it, and allocates nothing. A new
    /// text is copied, also out of a longer text that it is a slice of, so that it keeps nothing
    /// else alive; the table may grow, or be swept first (see [`Pool`]). An owned `StrList` is kept
    /// without a copy.
    ///
    /// # Panics
    ///
    /// Panics if the text is too long for a handle.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn intern(&mut self, key: &T::Key) -> T {
        // PERF: `try_intern` with a `Result` for hits takes 7 instructions more.
        if let Some(inline) = key.inline() {
            return inline;
        }
        let hash = self.hasher.hash_one(key);
        match self.find(hash, key) {
            Some(kept) => kept.clone(),
            None => self.keep(hash, key.try_copy()).or_panic_for(FAILED),
        }
    }

    /// Returns the handle that [`intern`](Self::intern) returns, or an error.
    ///
    /// # Errors
    ///
    /// [`TextErrorKind::Alloc`], and [`TextErrorKind::TooLong`] if the text is too long for a
    /// handle. The pool then has the texts that it had, without those that a sweep dropped.
    #[inline]
    pub fn try_intern(&mut self, key: &T::Key) -> Result<T, TextError> {
        if let Some(inline) = key.inline() {
            return Ok(inline);
        }
        let hash = self.hasher.hash_one(key);
        match self.find(hash, key) {
            Some(kept) => Ok(kept.clone()),
            None => self.keep(hash, key.try_copy()),
        }
    }

    /// Returns the handle of a text that the pool has, or of a short text; `None` for others.
    ///
    /// O(n) in the length of the text; allocates nothing.
    ///
    /// ```
    /// # use string_kit::Pool;
    /// let mut pool: Pool = Pool::new();
    /// assert_eq!(pool.get("http.server.request.duration"), None);
    /// let name = pool.intern("http.server.request.duration");
    /// assert_eq!(pool.get("http.server.request.duration"), Some(name));
    /// ```
    #[must_use]
    #[inline]
    pub fn get(&self, key: &T::Key) -> Option<T> {
        key.inline()
            .or_else(|| self.find(self.hasher.hash_one(key), key).cloned())
    }

    #[inline]
    fn find(&self, hash: u64, key: &T::Key) -> Option<&T> {
        self.table.find(hash, |kept| kept.borrow() == key)
    }

    /// Keeps a new text, and returns its second handle.
    #[cold]
    #[inline(never)]
    fn keep(&mut self, hash: u64, kept: Result<T, TextError>) -> Result<T, TextError> {
        let kept = kept?;
        if self.len() >= self.sweep_at {
            // Room for all texts until the next sweep.
            self.sweep_with_room(2);
        }
        if self.len() == self.table.capacity() {
            self.rebuild((2 * self.len()).max(1))?;
        }
        let handle = kept.clone();
        self.table.insert_unique(hash, kept, has_room);
        Ok(handle)
    }

    /// Drops the texts of which nobody but the pool has a handle, and returns their number.
    ///
    /// O(places of the table). If at least a third of the texts go, the others move to a table of
    /// the right size, by way of 8 bytes for each; they stay where they are if the allocator
    /// returns no memory for it. Static texts stay, and so does a text with shards until the drops
    /// of its other handles are done.
    pub fn sweep(&mut self) -> usize {
        self.sweep_with_room(1)
    }

    /// Sweeps. If the texts move, the new table has room for so many times their number.
    fn sweep_with_room(&mut self, times: usize) -> usize {
        let before = self.len();
        self.retain(|kept| !T::Key::is_unique(kept));
        let (left, dropped) = (self.len(), before - self.len());
        self.sweep_at = MIN_SWEEP.max(2 * left);
        // PERF: a text that goes leaves a mark in its place, for which the table would grow. The
        // texts that move are at most twice as many as those that went.
        if dropped > 0 && 2 * dropped >= left {
            // An error leaves them in a table that is too large.
            let _ = self.rebuild(times * left);
        }
        dropped
    }

    /// Moves the texts to a new table with room for so many.
    ///
    /// The table's own growth would drop texts if the hasher panicked. Here the hasher is done
    /// before the first text moves.
    fn rebuild(&mut self, room: usize) -> Result<(), TextError> {
        let (mut hashes, mut rebuilt) = (Vec::new(), HashTable::new());
        let reserved = hashes.try_reserve_exact(self.len());
        reserved.map_err(|_| TextErrorKind::Alloc)?;
        let reserved = rebuilt.try_reserve(room, has_room);
        reserved.map_err(|_| TextErrorKind::Alloc)?;
        let hash = |kept: &T| self.hasher.hash_one(kept.borrow());
        hashes.extend(self.table.iter().map(hash));
        // Both iterators go through the places of the table in the same order.
        for (hash, kept) in hashes.into_iter().zip(self.table.drain()) {
            rebuilt.insert_unique(hash, kept, has_room);
        }
        self.table = rebuilt;
        Ok(())
    }

    /// Drops the texts for which `keep` returns `false`. Their handles live on, but a later
    /// [`intern`](Self::intern) makes a new text.
    ///
    /// O(places of the table). If `keep` panics, texts that it has not seen yet stay.
    pub fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        self.table.retain(|kept| keep(kept));
    }

    /// Drops all texts, as [`retain`](Self::retain) does, and the table.
    pub fn clear(&mut self) {
        self.table = HashTable::new();
        self.sweep_at = MIN_SWEEP;
    }

    /// Returns the number of texts in the table, which short texts never enter.
    #[must_use]
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Returns `true` if the table has no texts.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// Returns the number of bytes that the table and its texts take from the allocator.
    ///
    /// O(places of the table). A text counts in full, whoever else has a handle.
    #[must_use]
    pub fn heap_size(&self) -> usize {
        let texts: usize = self.iter().map(T::Key::heap_size).sum();
        self.table.allocation_size() + texts
    }

    /// Returns an iterator over the texts in the table, in no particular order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &T> {
        self.table.iter()
    }
}

/// Hashes no text: the table calls it only if it has no room.
fn has_room<T>(_: &T) -> u64 {
    unreachable!("the table has room")
}

impl<S: BuildHasher> Pool<SharedStr, S> {
    /// Returns the handle of a static text, and keeps a handle to it, not a copy, if it is new.
    ///
    /// So [`intern`](Self::intern) of the same text later returns a static handle, whose clones
    /// count nothing. If the pool has a copy already, that stays. No sweep drops static texts.
    ///
    /// # Panics
    ///
    /// Panics as [`SharedStr::from_static`] does.
    ///
    /// ```
    /// # use string_kit::Pool;
    /// let mut pool: Pool = Pool::new();
    /// let text = "application/octet-stream";
    /// let _ = pool.intern_static(text);
    /// assert_eq!(pool.intern(text).as_static_str(), Some(text));
    /// ```
    #[track_caller]
    pub fn intern_static(&mut self, text: &'static str) -> SharedStr {
        if let Some(kept) = self.get(text) {
            return kept;
        }
        let hash = self.hasher.hash_one(text);
        self.keep(hash, Ok(SharedStr::from_static(text)))
            .or_panic_for(FAILED)
    }
}

impl<T: Handle, S: BuildHasher + Default> Default for Pool<T, S> {
    fn default() -> Self {
        Self::with_hasher(S::default())
    }
}

impl<T: fmt::Debug, S> fmt::Debug for Pool<T, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(&self.table).finish()
    }
}
