//! The time of each way to capture, and of uses of its container; and the allocations of a pass.

mod summary;
mod ways;

pub(crate) use ways::{Args, sections};

const WAY: &str = "way";
const OPERATION: &str = "operation";
