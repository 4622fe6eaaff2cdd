//! Where the blocks are: a table of tables, of which the second are made as they are needed.
#![allow(unsafe_code)]

use alloc::alloc::alloc_zeroed;
use core::alloc::Layout;
#[cfg(all(loom, test))]
use core::array;
use core::ptr::{self, NonNull};

use super::Slot;
use super::state::{BITS, State};
use super::sync::{AtomicPtr, AtomicU32, AtomicUsize, Ordering};

/// How many tables there are.
const TABLES: usize = if cfg!(all(loom, test)) { 2 } else { 256 };

/// What is known of a block. It stays when the block's memory goes.
pub(super) struct Entry<S> {
    /// Where the block's slots are. Read by who has one of them, so never after they were freed.
    pub(super) slots: AtomicPtr<S>,
    /// A [`State`].
    pub(super) state: AtomicUsize,
    /// The next block in the list of those with room; used under the list's lock.
    pub(super) next: AtomicU32,
}

impl<S> Entry<S> {
    /// That of a block with no memory.
    #[cfg(all(loom, test))]
    fn new() -> Self {
        Self {
            slots: AtomicPtr::new(ptr::null_mut()),
            state: AtomicUsize::new(State::NONE.to_word()),
            next: AtomicU32::new(0),
        }
    }

    pub(super) fn load(&self, ordering: Ordering) -> State {
        State::from_word(self.state.load(ordering))
    }

    /// Changes the state if it is still what it was.
    #[inline]
    pub(super) fn replace(&self, old: State, new: State, ordering: Ordering) -> bool {
        self.replace_word(old.to_word(), new.to_word(), ordering)
    }

    #[inline]
    pub(super) fn replace_word(&self, old: usize, new: usize, ordering: Ordering) -> bool {
        let replaced = self
            .state
            .compare_exchange(old, new, ordering, Ordering::Relaxed);
        replaced.is_ok()
    }
}

/// The entries of all blocks, by number.
pub(super) struct Directory<S> {
    tables: [AtomicPtr<Entry<S>>; TABLES],
}

impl<S: Slot> Directory<S> {
    /// The highest number that a block can have.
    ///
    /// One less than there are ids for, so that no node has the highest id.
    pub(super) const LAST: u32 = {
        let blocks = (TABLES as u64) << S::TABLE_BITS;
        let with_ids = 1 << (S::ID_BITS - BITS);
        let least = if blocks < with_ids { blocks } else { with_ids };
        #[expect(
            clippy::cast_possible_truncation,
            reason = "an id has no more bits for it"
        )]
        let last = (least - 2) as u32;
        last
    };

    #[cfg(not(all(loom, test)))]
    pub(super) const fn new() -> Self {
        Self {
            tables: [const { AtomicPtr::new(ptr::null_mut()) }; TABLES],
        }
    }

    #[cfg(all(loom, test))]
    pub(super) fn new() -> Self {
        Self {
            tables: array::from_fn(|_| AtomicPtr::new(ptr::null_mut())),
        }
    }

    /// The entry of a block.
    ///
    /// # Safety
    ///
    /// [`make`](Self::make) made room for it, before now as far as this thread is concerned.
    #[inline]
    pub(super) unsafe fn entry(&self, block: u32) -> &Entry<S> {
        let (table, place) = Self::split(block);
        // Whoever knows of the block was told after the table was there.
        let table = self.tables[table].load(Ordering::Relaxed);
        // SAFETY: the place is within the table.
        let entry = unsafe { table.add(place) };
        // SAFETY: the table was made of entries, and is never freed.
        unsafe { &*entry }
    }

    /// Makes room for a block's entry; says whether there is. Called by one thread at a time.
    pub(super) fn make(&self, block: u32) -> bool {
        let table = &self.tables[Self::split(block).0];
        if !table.load(Ordering::Relaxed).is_null() {
            return true;
        }
        let Some(entries) = Self::new_table() else {
            return false;
        };
        table.store(entries.as_ptr(), Ordering::Relaxed);
        true
    }

    #[inline]
    fn split(block: u32) -> (usize, usize) {
        let place = block & ((1 << S::TABLE_BITS) - 1);
        ((block >> S::TABLE_BITS) as usize, place as usize)
    }

    /// A table of blocks with no memory. The system gives its pages as they are first used.
    fn new_table() -> Option<NonNull<Entry<S>>> {
        const { assert!(State::NONE.given == 0 && State::NONE.out == 0 && State::NONE.head == 0) };
        let layout = Layout::array::<Entry<S>>(1 << S::TABLE_BITS).ok()?;
        // SAFETY: a table has at least one entry.
        let table = NonNull::new(unsafe { alloc_zeroed(layout) })?.cast();
        #[cfg(all(loom, test))]
        for place in 0..1 << S::TABLE_BITS {
            // SAFETY: the place is within the table.
            let entry: NonNull<Entry<S>> = unsafe { table.add(place) };
            // SAFETY: nobody else has the table.
            unsafe { entry.write(Entry::new()) };
        }
        Some(table)
    }
}
