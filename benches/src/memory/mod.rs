//! Memory: counts, traces and layouts of blocks, by allocators that watch; and what allocators and
//! the system tell of themselves.

mod allocator;
mod counts;
mod noted;
mod trace;

pub use allocator::LaboratoryAllocator;
pub(crate) use counts::Memory;
pub use trace::TracingAllocator;
