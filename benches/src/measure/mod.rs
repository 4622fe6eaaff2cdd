//! Measuring: time, memory, and the machine that both are of.

mod allocator;
mod allocators;
mod cache;
mod chunks;
mod clock;
pub mod contend;
mod jemalloc;
mod live;
mod machine;
mod mappings;
mod memory;
pub mod nodes;
mod process;
mod ran;
mod statistics;
mod stopwatch;
mod task;
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
pub(crate) use statistics::{estimate, over};
pub use stopwatch::{Stopwatch, repeat};
pub(crate) use task::Task;
pub use trace::{Block, Event, Summary, Trace, TracingAllocator, trace};
