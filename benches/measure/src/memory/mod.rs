//! Memory: the allocator that counts, traces and records blocks, the sizes of blocks, and what the
//! allocator and the system report.

mod allocator;
mod allocator_stats;
pub mod size_class;
mod trace;

pub use crate::system::{free_memory, peak, touched};
pub use allocator::{Counts, LaboratoryAllocator, counts, live_blocks, recording_blocks, trace};
pub use allocator_stats::{live_bytes, mapped_bytes};
pub use trace::{Block, Event, Summary, Total, Trace};
