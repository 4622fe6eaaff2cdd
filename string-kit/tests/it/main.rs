//! The tests of string-kit's own types, in one program with one counting allocator.
//!
//! The tests that run for every representation are in `benches/types/tests`.
#![allow(missing_docs)]

mod format_strings;
mod impls;
#[cfg_attr(not(feature = "std"), allow(dead_code))] // Threads are of std.
mod inbox;
mod known;
// The laws catch panics.
#[cfg(panic = "unwind")]
mod laws;
mod locations;
mod own_type;
#[cfg(feature = "pool")]
mod pool;
mod shared_str;
mod shared_str_slices;
#[cfg(all(feature = "std", not(target_family = "wasm")))]
mod shared_str_threads;
mod str_list;
mod str_list_builder;
mod str_list_lent;
mod string_buf;
mod string_buf_allocations;
mod temporaries;
mod typed;

use string_kit_conformance::CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();
