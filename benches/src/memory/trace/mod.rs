//! What a program asks of its allocator, event by event.
//!
//! ```text
//! TracingAllocator --> buffer --> Trace --> Summary
//!  (any thread)        (slots)    (lines)   (peak, counts, curve)
//! ```

mod allocator;
mod buffer;
mod event;
mod summary;

pub use allocator::TracingAllocator;
pub(crate) use buffer::trace;
pub(crate) use event::{Block, Event, Trace};
pub(crate) use summary::Summary;
