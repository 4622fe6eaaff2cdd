//! Allocations of `ConcatStr`, and an allocator that refuses.
//!
//! All threads of a process share the slab, and its blocks are counted with the rest. So these tests have
//! a process of their own, and run one at a time.

mod concat_str;
#[cfg(feature = "serde")]
#[path = "../it/serde/fields.rs"]
mod fields;
#[cfg(feature = "serde")]
mod serde;

use std::sync::{Mutex, PoisonError};
use std::thread;

use string_kit_conformance::CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

/// Runs a test while no other runs, on a thread that has given its slots back when this returns.
fn alone(test: fn()) {
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Err(panic) = thread::spawn(test).join() {
        std::panic::resume_unwind(panic);
    }
}
