//! The slab: slots of a few sizes, which every thread takes and every thread puts back.
//!
//! A *unit* has 16 bytes, a slot 1 to 16 units, and a block is memory for slots of one size. A
//! slot's id is the number of its block and the place of its first unit in there, so that two ids
//! fit where one pointer would. The first block of a size has 512 units, and each of the next ones
//! twice as many, to 8,184 (1,016 with 32-bit pointers): 131 KB, so that no allocator rounds a
//! block up.
//!
//! *Taking.* A thread has the rest of one block of each size: a chain of free slots and, behind
//! them, those that were never used. It takes from there with no atomic operation. When nothing is
//! left it takes over all free slots of another block, by one exchange of the block's state.
//!
//! *Reserving.* A thread that is about to take several slots first makes sure that the rest of its
//! block has as many as it may need: then taking them cannot fail. The thread leaves a block with
//! fewer slots. No thread takes that block over again before it has enough.
//!
//! *Putting back.* A slot of the thread's own block goes to the head of its chain. A slot of any
//! other block goes to the chain in that block's state, by an exchange, whichever thread frees it:
//! the exchange that brings the last slot back frees the block's memory.
//!
//! *Memory.* A thread keeps the rest of its block of each size until it ends or calls
//! [`release_thread_cache`](crate::release_thread_cache), or until it frees a large block while all
//! slots of this one are free. Its slots count as given out, and so keep the block from being
//! freed. All other blocks are freed with their last slot. The entries of blocks stay:
//! `directory.rs` says what they take. The number of a block that was freed is used again for a
//! block of the same size.
//!
//! - *No ABA.* A slot is put in front of the head that was read. If that is still the head, the
//!   chain is right, whatever happened in between. A thread takes over a chain as a whole, so
//!   nobody follows the link of a slot that may be in use again.
//! - *A block that is freed* has all its slots in its chain: nobody has an id of it. A thread keeps
//!   the number of its last block after it has used every slot. That block may be freed, and a new
//!   block may get its number. If the thread then puts back a slot of the new block, the slot goes
//!   to the thread's own chain. This is sound: any thread may free a slot, and the block still
//!   counts it as given out.
//! - *The list of blocks with room* is under a lock that is taken when a block comes to have a
//!   sixteenth of its units free, and at least a reservation, and when a thread needs one: once for
//!   hundreds of units. A block in the list may have been freed since: its number is then used like
//!   a new one, and gets new memory.
#![allow(unsafe_code)]

mod blocks;
mod directory;
mod local;
mod lock;
mod memory;
#[cfg(all(loom, test))]
mod models;
mod notes;
#[cfg(any(not(feature = "std"), all(loom, test)))]
mod spin;
mod state;
mod threads;
mod unit;
#[cfg(all(loom, test))]
mod watched;

pub(crate) use notes::Note;
pub use threads::release_thread_cache;
#[cfg(all(test, not(loom)))]
pub(crate) use threads::steps;
pub(crate) use threads::{put, reserve, reserve_nodes, settle, slab, take};
pub(crate) use unit::{Memory, UNITS};
