//! Tests of recorded strings as programs use them.

mod allocations;
mod conversions;
mod exit;
mod folder;
#[cfg(unix)]
mod forks;
mod labels;
mod laws;
mod record;
mod rows;
#[cfg(feature = "try")]
mod trial;

use string_kit_conformance::CheckingAllocator;

#[global_allocator]
static ALLOCATOR: CheckingAllocator = CheckingAllocator::new();
