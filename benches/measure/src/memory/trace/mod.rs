//! A program's calls of its allocator, event by event.
//!
//! ```text
//! TracingAllocator --> buffer --> Trace --> Summary
//!  (any thread)        (slots)    (lines)   (peak, sums, curve)
//! ```

mod allocator;
mod buffer;
mod event;
mod summary;

pub use allocator::TracingAllocator;
pub use buffer::trace;
pub use event::{Block, Event, Trace};
pub use summary::Summary;
