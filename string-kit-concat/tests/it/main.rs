//! `ConcatArena`, `FrozenConcat` and `ConcatStr` against `String`.
//!
//! Tests that count the blocks of the slab are in `tests/allocations` and `tests/memory.rs`: all threads
//! of a process share the slab, so that other tests would change the counts.

mod arena;
mod arena_allocations;
mod bombs;
mod concat_str;
mod frozen;
#[cfg(feature = "std")]
#[path = "../../../string-kit/tests/it/support/inbox.rs"]
#[allow(unreachable_pub)] // string-kit's own tests use it from a public module.
mod inbox;
mod read;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "std")]
mod threads;
mod traps;

use string_kit_conformance::CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();
