//! The entries of all blocks, by number.
//!
//! - *With std on Unix and Windows with 64-bit pointers* all 2^19 entries lie in one static array
//!   of 12 MiB. No allocator is asked for it and no file holds it: the system maps a page of zeros
//!   as it is first touched. A page of 4 KB has the entries of 170 blocks (22 MB of nodes), so
//!   small programs touch one or two. Windows counts all of it towards its commit limit.
//! - *Elsewhere* memory may be small, and static memory real: 512 tables are allocated as they are
//!   needed. With 32-bit pointers a table takes 8 KB and serves 512 blocks (8.3 MB of nodes), with
//!   64-bit pointers 24 KB for 1,024 blocks (134 MB). The pointers to the tables are static: 2 KB
//!   and 4 KB.
//!
//! PERF: three million nodes with random parts, dropped in order, take 108 ns a node with the
//! array, 117 with one allocated table behind a pointer, and 130 with 512 tables. A chain takes
//! 6.0, 6.9 and 7.0.
#![allow(unsafe_code)]

pub(super) use entries::Directory;

use super::state::{BITS, State};
use super::unit::Memory;
use crate::sync::{AtomicPtr, AtomicU32, AtomicUsize, Ordering};

/// The number of entries: as many as ids of 32 bits can name, or as many blocks as 32-bit pointers
/// can reach.
const ENTRIES: usize = if cfg!(all(loom, test)) {
    8
} else if cfg!(target_pointer_width = "64") {
    1 << (32 - BITS)
} else {
    1 << 18
};

/// The highest number that a block can have.
///
/// One less than there are entries for, so that no slot has the highest id.
#[expect(clippy::cast_possible_truncation, reason = "ids have 32 bits")]
pub(super) const LAST: u32 = (ENTRIES - 2) as u32;

/// The state of a block. It stays when the block's memory goes.
pub(super) struct Entry {
    /// The block's slots. Read only by threads that have one of them, so never after they were
    /// freed.
    pub(super) slots: AtomicPtr<Memory>,
    /// A [`State`].
    pub(super) state: AtomicUsize,
    /// The next block in the list of those with room; used under the list's lock.
    pub(super) next: AtomicU32,
    /// The number of units in the block. Written before its first slot is given out, and never
    /// changed.
    pub(super) size: AtomicU32,
}

impl Entry {
    #[inline]
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

/// All entries in one array.
#[cfg(all(
    feature = "std",
    target_pointer_width = "64",
    any(unix, windows),
    not(miri),
    not(all(loom, test))
))]
mod entries {
    use core::ptr;

    use crate::slab::directory::{ENTRIES, Entry};
    use crate::slab::state::State;
    use crate::sync::{AtomicPtr, AtomicU32, AtomicUsize};

    pub(crate) struct Directory {
        entries: [Entry; ENTRIES],
    }

    impl Directory {
        #[expect(
            clippy::large_stack_arrays,
            reason = "it is the value of a static, and never on a stack"
        )]
        pub(crate) const fn new() -> Self {
            Self {
                entries: [const {
                    Entry {
                        slots: AtomicPtr::new(ptr::null_mut()),
                        state: AtomicUsize::new(State::NONE.to_word()),
                        next: AtomicU32::new(0),
                        size: AtomicU32::new(0),
                    }
                }; ENTRIES],
            }
        }

        /// Returns the entry of a block.
        ///
        /// # Safety
        ///
        /// [`make`](Self::make) made room for it.
        #[inline]
        pub(crate) unsafe fn entry(&self, block: u32) -> &Entry {
            // SAFETY: no block has a higher number than `LAST`, which is in bounds.
            unsafe { self.entries.get_unchecked(block as usize) }
        }

        /// Does nothing: every block has an entry.
        #[expect(clippy::unused_self, reason = "the tables need it")]
        pub(crate) fn make(&self, _: u32) -> bool {
            true
        }
    }
}

/// Tables of entries.
#[cfg(not(all(
    feature = "std",
    target_pointer_width = "64",
    any(unix, windows),
    not(miri),
    not(all(loom, test))
)))]
mod entries {
    use alloc::alloc::alloc_zeroed;
    use core::alloc::Layout;
    #[cfg(all(loom, test))]
    use core::array;
    use core::ptr::NonNull;

    use core::ptr;

    use crate::error::note_refused;
    use crate::slab::directory::{ENTRIES, Entry};
    use crate::slab::state::State;
    use crate::sync::{AtomicPtr, Ordering};
    #[cfg(all(loom, test))]
    use crate::sync::{AtomicU32, AtomicUsize};

    const TABLES: usize = if cfg!(all(loom, test)) { 2 } else { 512 };
    /// The number of entries in a table.
    const LEN: usize = ENTRIES / TABLES;

    /// Tables of the entries, which are never freed.
    pub(crate) struct Directory {
        tables: [AtomicPtr<Entry>; TABLES],
    }

    impl Directory {
        #[cfg(not(all(loom, test)))]
        pub(crate) const fn new() -> Self {
            Self {
                tables: [const { AtomicPtr::new(ptr::null_mut()) }; TABLES],
            }
        }

        #[cfg(all(loom, test))]
        pub(crate) fn new() -> Self {
            Self {
                tables: array::from_fn(|_| AtomicPtr::new(ptr::null_mut())),
            }
        }

        /// Returns the entry of a block.
        ///
        /// # Safety
        ///
        /// [`make`](Self::make) made room for it, before now as far as this thread is concerned.
        #[inline]
        pub(crate) unsafe fn entry(&self, block: u32) -> &Entry {
            let block = block as usize;
            // A thread has a block's number from one that saw the table.
            let table = self.tables[block / LEN].load(Ordering::Relaxed);
            // SAFETY: the place is within the table.
            let entry = unsafe { table.add(block % LEN) };
            // SAFETY: the table was made of entries, and is never freed.
            unsafe { &*entry }
        }

        /// Makes room for a block's entry, or returns false if memory runs out. Called by one
        /// thread at a time.
        pub(crate) fn make(&self, block: u32) -> bool {
            let table = &self.tables[block as usize / LEN];
            if !table.load(Ordering::Relaxed).is_null() {
                return true;
            }
            let Some(entries) = new_table() else {
                return false;
            };
            table.store(entries.as_ptr(), Ordering::Relaxed);
            true
        }
    }

    /// Allocates a table of zeros: no block in it has memory.
    fn new_table() -> Option<NonNull<Entry>> {
        const { assert!(State::NONE.given == 0 && State::NONE.out == 0 && State::NONE.head == 0) };
        let layout = Layout::array::<Entry>(LEN).ok()?;
        // SAFETY: a table has at least one entry.
        let Some(table) = NonNull::new(unsafe { alloc_zeroed(layout) }) else {
            note_refused(layout.size());
            return None;
        };
        let table = table.cast();
        #[cfg(all(loom, test))]
        for place in 0..LEN {
            let entry = Entry {
                slots: AtomicPtr::new(ptr::null_mut()),
                state: AtomicUsize::new(State::NONE.to_word()),
                next: AtomicU32::new(0),
                size: AtomicU32::new(0),
            };
            // SAFETY: the place is within the table.
            let at: NonNull<Entry> = unsafe { table.add(place) };
            // SAFETY: nobody else has the table.
            unsafe { at.write(entry) };
        }
        Some(table)
    }
}
