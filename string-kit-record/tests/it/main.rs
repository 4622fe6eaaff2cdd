//! Tests of recorded strings as programs use them.

mod allocations;
mod edits;
mod exit;
#[cfg(unix)]
mod forks;
mod laws;
mod record;

use string_kit_conformance::CheckingAllocator;

#[global_allocator]
static ALLOCATOR: CheckingAllocator = CheckingAllocator::new();
