//! The rest of a block that a thread takes slots from.

use core::cell::Cell;

use super::state::NIL;

/// The free slots of one size that belong to one thread, all of one block.
///
/// The block counts them as given out.
#[derive(Debug)]
pub(crate) struct Local {
    /// The size of a slot, as an index into [`Slab::UNITS`](super::blocks::Slab::UNITS).
    pub(super) class: usize,
    pub(super) units: u32,
    /// The number of the block; 0 where there is none yet.
    pub(super) block: Cell<u32>,
    /// The first of a chain of free slots, or [`NIL`].
    pub(super) head: Cell<u32>,
    pub(super) free: Cell<u32>,
    /// The first unit that was never used: it and those after it belong to this thread.
    pub(super) fresh: Cell<u32>,
    /// The number of units in the block, a multiple of those in a slot.
    pub(super) size: Cell<u32>,
}

impl Local {
    pub(crate) const fn new(class: usize, units: u32) -> Self {
        Self {
            class,
            units,
            block: Cell::new(0),
            head: Cell::new(NIL),
            free: Cell::new(0),
            fresh: Cell::new(0),
            size: Cell::new(0),
        }
    }

    /// Returns the number of units that the thread can take without another block.
    #[inline]
    pub(super) fn left(&self) -> u32 {
        self.free.get() + (self.size.get() - self.fresh.get())
    }
}
