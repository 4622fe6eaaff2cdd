//! Memory: allocators that count, trace and record blocks, and the sizes of blocks.

mod allocator;
mod allocator_stats;
mod process_memory;
pub mod size_class;
mod trace;

pub use allocator::LaboratoryAllocator;
pub use allocator::{Counts, counts, live_blocks, recording_blocks};
pub use allocator_stats::{live_bytes, mapped_bytes};
pub use process_memory::{free_memory, peak, touched};
pub use trace::Summary;
pub use trace::{Block, Event, Trace, TracingAllocator, trace};
