//! An allocator that finds wrong layouts, stray writes and blocks freed twice.

mod allocator;
mod block;
mod check;
mod line;
mod quarantine;
mod violation;

pub use allocator::CheckingAllocator;
pub(crate) use allocator::sees;
pub use check::check;
pub use violation::{Call, Violation};
