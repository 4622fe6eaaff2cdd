//! Tests of the serde adapters with the string types of string-kit: in each format, against serde's
//! own `String`, at every limit, with counted allocations and with hostile data.
#![allow(clippy::zero_sized_map_values, reason = "a marker has no value")]

mod allocations;
mod formats;
mod hostile;
mod limits;
mod numbers;
mod pairs;
#[cfg(feature = "pool")]
mod pooled;
mod sliced;
mod support;

use string_kit_conformance::CountingAllocator;
use string_kit_types::for_each_representation;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();
