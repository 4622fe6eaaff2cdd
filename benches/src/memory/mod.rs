//! Memory: counts, traces and layouts of blocks, by allocators that watch; and the sizes of blocks.

mod allocator;
mod allocator_stats;
mod counts;
mod noted;
mod process_memory;
pub(crate) mod size_class;
mod trace;

pub use allocator::LaboratoryAllocator;
pub(crate) use allocator::{counts, noting};
pub(crate) use allocator_stats::live_bytes;
pub(crate) use counts::Memory;
pub(crate) use noted::{blocks, forget};
pub(crate) use process_memory::{free_memory, peak, touched};
pub(crate) use trace::Summary;
pub use trace::{Block, Event, Trace, TracingAllocator, trace};
