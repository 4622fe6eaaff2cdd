//! An allocator that finds wrong layouts, stray writes and double frees.

mod allocator;
mod block;
mod check;
mod quarantine;
mod report;
mod violation;

pub use allocator::{CheckingAllocator, is_checking};
pub use check::check;
pub(crate) use report::{examination, examining};
pub use violation::{Call, Violation};
