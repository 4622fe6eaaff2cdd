//! Memory: counts, traces and layouts of blocks, by allocators that watch; and the sizes of blocks.

mod allocator;
mod allocator_stats;
mod counts;
mod mappings;
mod noted;
pub(crate) mod size_class;
mod trace;

pub use allocator::LaboratoryAllocator;
pub(crate) use allocator::{CHECKED_BY, counts, noting};
pub(crate) use allocator_stats::{jemalloc_mapped_bytes, live_bytes};
pub(crate) use counts::Memory;
pub(crate) use mappings::{Mappings, free_memory, touched};
pub(crate) use noted::{blocks, forget};
pub(crate) use trace::Summary;
pub use trace::{Block, Event, Trace, TracingAllocator, trace};
