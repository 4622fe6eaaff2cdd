//! Allocations of `ConcatStr` and `MeasuredConcatStr`, and an allocator that refuses.
//!
//! All threads of a process share the slab, and its blocks are counted too. So these tests have a process of
//! their own, and run one at a time.

#[cfg(feature = "serde")]
#[path = "../it/serde/fields.rs"]
mod fields;
#[cfg(feature = "serde")]
mod serde;

/// The tests of both types: the same file.
#[path = "."]
mod without_lengths {
    use string_kit_concat::ConcatStr as Text;

    /// The bytes of a node.
    const NODE: usize = 12;

    mod concat_str;
}

#[path = "."]
#[expect(clippy::duplicate_mod, reason = "the same tests of another type")]
mod with_lengths {
    use string_kit_concat::MeasuredConcatStr as Text;

    const NODE: usize = 16;

    mod concat_str;
}

use std::sync::{Mutex, PoisonError};
use std::thread;

use string_kit_conformance::CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

/// Runs a test while no other runs, on a thread that ends, and gives its slots back, before this returns.
fn alone(test: fn()) {
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Err(panic) = thread::spawn(test).join() {
        std::panic::resume_unwind(panic);
    }
}
