//! Tests of the serde adapters with every string type of string-kit: in each format, against
//! serde's own `String`, at every limit, with counted allocations and with hostile data.

mod allocations;
mod chosen;
mod display;
mod formats;
mod hostile;
mod limits;
mod policy;
mod policy_hostile;
mod support;

use string_kit_conformance::CountingAllocator;
use string_kit_subjects::for_each_representation;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();
