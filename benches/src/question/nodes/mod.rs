//! The memory and the time of strings that share parts, in every design.

mod designs;
mod measure;
mod published;

pub(crate) use designs::Args;
pub(super) use published::sections;

const SHAPE: &str = "shape";
const COUNT: &str = "count";
const BYTES: &str = "bytes";
const BLOCKS: &str = "blocks";
