//! Measuring: time, memory, and the machine that both are of.

mod allocator;
mod allocators;
mod cache;
mod chunks;
mod clock;
pub mod contend;
mod jemalloc;
pub(crate) mod layout;
mod machine;
mod mappings;
mod memory;
mod noted;
mod process;
pub(crate) mod size_class;
mod statistics;
mod stopwatch;
mod ticks;
mod trace;

pub(crate) use allocator::CHECKED_BY;
pub use allocator::LaboratoryAllocator;
pub use allocators::Allocator;
pub(crate) use allocators::SOURCES;
pub use cache::Caches;
pub use clock::{Budget, Timing, time};
pub use machine::Machine;
pub(crate) use mappings::free_memory;
pub use memory::Memory;
pub(crate) use process::{Process, ask};
pub use statistics::{Estimate, MIN_ROUNDS};
pub use stopwatch::{Stopwatch, repeat};
pub use trace::{Block, Event, Summary, Trace, TracingAllocator, trace};
