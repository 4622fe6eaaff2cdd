//! Memory: counts, traces and layouts of blocks, by allocators that watch; and what allocators and
//! the system tell of themselves.

mod allocator;
mod allocator_stats;
mod counts;
mod mappings;
mod noted;
mod trace;

pub use allocator::LaboratoryAllocator;
pub(crate) use allocator_stats::{jemalloc_mapped_bytes, live_bytes};
pub(crate) use counts::Memory;
pub(crate) use mappings::{Mappings, free_memory, touched};
pub use trace::TracingAllocator;
