//! `Blocks`: a list that grows without moving its entries.

use alloc::vec::Vec;
use core::ops::Index;

use crate::ConcatError;

/// The bytes of a full block.
const BLOCK: usize = 1 << 16;

/// A list in blocks of 64 KiB. Its first block grows by doubling; after that blocks are added.
///
/// ```text
/// list: [full] [full] [some, room]      entry i: list[i >> SHIFT][i & (LEN - 1)]
/// ```
///
/// INVARIANT: each block in front of one that has entries is full, and each block but the last has room for
/// `LEN` entries.
///
/// PERF: see the numbers in `mod.rs`.
pub(crate) struct Blocks<T> {
    list: Vec<Vec<T>>,
    len: usize,
    /// The number of entries that fit into the blocks.
    room: usize,
}

impl<T> Blocks<T> {
    const SHIFT: u32 = (BLOCK / size_of::<T>()).ilog2();
    /// The number of entries of a full block.
    const LEN: usize = 1 << Self::SHIFT;

    /// Returns an empty list. Allocates nothing.
    pub(super) const fn new() -> Self {
        Self {
            list: Vec::new(),
            len: 0,
            room: 0,
        }
    }

    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns the entries in their order.
    pub(crate) fn iter(&self) -> impl ExactSizeIterator<Item = &T> {
        (0..self.len).map(|at| &self[at])
    }

    /// Makes room for `more` entries. Moves entries only while there is one block.
    ///
    /// # Errors
    ///
    /// `Alloc`; blocks that were added stay as room.
    #[inline]
    pub(super) fn try_reserve(&mut self, more: usize) -> Result<(), ConcatError> {
        if self.room - self.len < more {
            self.grow(more)?;
        }
        Ok(())
    }

    #[cold]
    fn grow(&mut self, more: usize) -> Result<(), ConcatError> {
        let needed = self.len.checked_add(more).ok_or(ConcatError::Alloc)?;
        // The list of blocks first: it fails at once where no memory has room for all of them.
        let missing = needed.div_ceil(Self::LEN).saturating_sub(self.list.len());
        if self.list.is_empty() {
            self.list.try_reserve_exact(missing)?;
        } else {
            self.list.try_reserve(missing)?;
        }
        while self.room < needed {
            if self.room == self.list.len() * Self::LEN {
                self.list.push(Vec::new());
            }
            let before = (self.list.len() - 1) * Self::LEN;
            let last = self.list.last_mut().expect("a block was added");
            let room = if before == 0 {
                needed.max(2 * last.capacity()).clamp(4, Self::LEN)
            } else {
                Self::LEN
            };
            last.try_reserve_exact(room - last.len())?;
            self.room = before + room;
        }
        Ok(())
    }

    /// Appends an entry that there is room for.
    #[inline]
    pub(super) fn push(&mut self, entry: T) {
        debug_assert!(self.len < self.room, "room was made before");
        self.list[self.len >> Self::SHIFT].push(entry);
        self.len += 1;
    }

    /// Removes all entries but the first `len`. Keeps the room.
    pub(super) fn truncate(&mut self, len: usize) {
        for (at, block) in self.list.iter_mut().enumerate().skip(len >> Self::SHIFT) {
            block.truncate(len.saturating_sub(at << Self::SHIFT));
        }
        self.len = self.len.min(len);
    }

    /// Frees the room behind the last entry, as far as the allocator takes it back.
    pub(super) fn shrink_to_fit(&mut self) {
        self.list.truncate(self.len.div_ceil(Self::LEN));
        if let Some(last) = self.list.last_mut() {
            last.shrink_to_fit();
        }
        self.list.shrink_to_fit();
        self.room = self.len;
    }

    /// Returns the bytes asked of the allocator. Takes O(blocks).
    pub(super) fn heap_size(&self) -> usize {
        let entries: usize = self.list.iter().map(Vec::capacity).sum();
        entries * size_of::<T>() + self.list.capacity() * size_of::<Vec<T>>()
    }
}

impl<T> Index<usize> for Blocks<T> {
    type Output = T;

    #[inline]
    fn index(&self, at: usize) -> &T {
        &self.list[at >> Self::SHIFT][at & (Self::LEN - 1)]
    }
}
