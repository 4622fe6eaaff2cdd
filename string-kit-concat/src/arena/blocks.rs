//! `Blocks`: a list that grows without moving its entries.

use alloc::vec::Vec;
use core::mem;
use core::ops::Index;

use crate::ConcatError;

/// The bytes of a full block.
const BLOCK: usize = 1 << 16;

/// A list in blocks of 64 KiB. The first grows by doubling; when one is full, another is added.
///
/// ```text
/// full: [LEN entries] [LEN entries]     last: [entries, room]
/// ```
///
/// INVARIANT: `last` has at most `LEN` entries.
pub(crate) struct Blocks<T> {
    full: Vec<Vec<T>>,
    last: Vec<T>,
}

impl<T> Blocks<T> {
    const SHIFT: u32 = (BLOCK / size_of::<T>()).ilog2();
    /// The number of entries of a full block.
    const LEN: usize = 1 << Self::SHIFT;

    /// Returns an empty list. Allocates nothing.
    pub(super) const fn new() -> Self {
        Self {
            full: Vec::new(),
            last: Vec::new(),
        }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.before_last() + self.last.len()
    }

    /// Returns the number of entries in full blocks.
    #[inline]
    fn before_last(&self) -> usize {
        self.full.len() << Self::SHIFT
    }

    /// Returns the entries in their order.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &T> {
        (0..self.len()).map(|at| &self[at])
    }

    /// Makes room for one entry; in a list that has no room, for four.
    #[inline]
    pub(super) fn try_reserve(&mut self) -> Result<(), ConcatError> {
        if self.last.len() == self.last.capacity() || self.last.len() == Self::LEN {
            self.grow(4)?;
        }
        Ok(())
    }

    /// Makes room for so many entries in the last block, as far as they fit there, or adds a block if it is
    /// full.
    #[cold]
    pub(super) fn grow(&mut self, more: usize) -> Result<(), ConcatError> {
        let (len, doubled) = (self.last.len(), 2 * self.last.capacity());
        if len == Self::LEN {
            let mut next = Vec::new();
            next.try_reserve_exact(Self::LEN)?;
            self.full.try_reserve(1)?;
            self.full.push(mem::replace(&mut self.last, next));
            return Ok(());
        }
        let room = doubled.max(len.saturating_add(more)).min(Self::LEN);
        Ok(self.last.try_reserve_exact(room - len)?)
    }

    /// Appends an entry that there is room for.
    #[inline]
    pub(super) fn push(&mut self, entry: T) {
        debug_assert!(self.last.len() < self.last.capacity().min(Self::LEN));
        self.last.push(entry);
    }

    /// Removes all entries but the first `len`.
    pub(super) fn truncate(&mut self, len: usize) {
        while len < self.before_last()
            && let Some(block) = self.full.pop()
        {
            self.last = block;
        }
        self.last.truncate(len - self.before_last());
    }

    /// Frees the room behind the last entry, as far as the allocator takes it back.
    pub(super) fn shrink_to_fit(&mut self) {
        self.full.shrink_to_fit();
        self.last.shrink_to_fit();
    }

    /// Returns the bytes asked of the allocator.
    pub(super) fn heap_size(&self) -> usize {
        let entries = self.before_last() + self.last.capacity();
        entries * size_of::<T>() + self.full.capacity() * size_of::<Vec<T>>()
    }
}

impl<T> Index<usize> for Blocks<T> {
    type Output = T;

    #[inline]
    fn index(&self, at: usize) -> &T {
        match self.full.get(at >> Self::SHIFT) {
            Some(block) => &block[at & (Self::LEN - 1)],
            None => &self.last[at - self.before_last()],
        }
    }
}
