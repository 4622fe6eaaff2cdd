//! `ConcatArena`, `FrozenConcat`, `ConcatStr` and `MeasuredConcatStr` against `String`.
//!
//! Tests that count the blocks of the slab are in `tests/allocations` and `tests/memory.rs`: all threads
//! of a process share the slab, so that other tests would change the counts.

mod arena;
mod arena_allocations;
mod bombs;
mod frozen;
#[cfg(feature = "std")]
#[path = "../../../string-kit/tests/it/support/inbox.rs"]
#[allow(unreachable_pub)] // string-kit's own tests use it from a public module.
mod inbox;
mod measured;
mod read;
#[cfg(feature = "serde")]
mod serde;

/// The tests of both types: the same files.
#[path = "."]
mod without_lengths {
    use string_kit_concat::{ConcatStr as Text, MeasuredConcatStr as Other};

    mod concat_str;
    #[cfg(feature = "std")]
    mod threads;
    mod traps;
}

#[path = "."]
#[expect(clippy::duplicate_mod, reason = "the same tests of another type")]
mod with_lengths {
    use string_kit_concat::{ConcatStr as Other, MeasuredConcatStr as Text};

    mod concat_str;
    #[cfg(feature = "std")]
    mod threads;
    mod traps;
}

use string_kit_conformance::CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();
