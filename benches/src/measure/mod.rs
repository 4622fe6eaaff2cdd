//! Measuring: time, memory, and the machine that both are of.

mod allocator;
mod cache;
mod clock;
mod machine;
mod memory;
mod statistics;
mod stopwatch;
mod trace;

pub(crate) use allocator::CHECKED_BY;
pub use allocator::LaboratoryAllocator;
pub use cache::Caches;
pub use clock::{Budget, Timing, time};
pub use machine::Machine;
pub use memory::Memory;
pub use statistics::{Estimate, MIN_ROUNDS};
pub use stopwatch::{Stopwatch, repeat};
pub use trace::{Block, Event, Summary, Trace, TracingAllocator, trace};
