//! The serde adapters, over every string type of string-kit: in each format, against serde's own
//! `String`, at every limit, with allocations counted and with hostile data.

mod allocations;
mod display;
mod formats;
mod hostile;
mod limits;
#[path = "../support/mod.rs"]
mod support;

use string_kit_subjects::for_each_representation;
use string_kit_conformance::CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();
