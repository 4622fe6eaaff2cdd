//! Inputs: embedded data, and the user's files.

mod fault;
mod records;
mod samples;
mod slices;

pub(crate) use fault::Fault;
pub(crate) use records::Records;
pub(crate) use samples::{tags, tokens};
pub(crate) use slices::{EXAMPLES, Examples};
pub use slices::{SLICES, Slice, Values, pass};
