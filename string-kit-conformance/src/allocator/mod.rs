//! Global allocators for tests of string types.

mod checking;
mod counting;
mod meter;

pub use checking::{Call, CheckingAllocator, Violation, check, is_checking};
pub(crate) use checking::{examination, examining};
pub use counting::CountingAllocator;
pub(crate) use meter::uncounted;
pub use meter::{Counts, count, is_counting, with_budget};
