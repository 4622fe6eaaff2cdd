//! The rest of a block that a thread takes slots from.

use core::cell::Cell;

use super::state::NIL;

/// The free slots that belong to one thread, all of one block.
///
/// The block counts them as given out.
#[derive(Debug)]
pub(crate) struct Local {
    /// The number of the block; 0 where there is none yet.
    pub(super) block: Cell<u32>,
    /// The first of a chain of free slots, or [`NIL`].
    pub(super) head: Cell<u32>,
    /// The length of the chain.
    pub(super) free: Cell<u32>,
    /// The first slot that was never used: it and those after it belong to this thread.
    pub(super) fresh: Cell<u32>,
    /// The number of slots in the block.
    pub(super) slots: Cell<u32>,
    /// True if the thread freed another large block since it has this one.
    pub(super) shrinks: Cell<bool>,
}

impl Local {
    pub(crate) const fn new() -> Self {
        Self {
            block: Cell::new(0),
            head: Cell::new(NIL),
            free: Cell::new(0),
            fresh: Cell::new(0),
            slots: Cell::new(0),
            shrinks: Cell::new(false),
        }
    }
}
