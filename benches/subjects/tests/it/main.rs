//! The tests that run for every representation, in one program with a counting allocator.
#![allow(missing_docs)]

#[macro_use]
#[path = "../../../../string-kit/tests/it/support/mod.rs"]
mod support;

mod allocations;
mod capture;
mod hostile;
mod impls;
mod profile;
mod threads;

use string_kit_conformance::CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();
