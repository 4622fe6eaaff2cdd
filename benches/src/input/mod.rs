//! Inputs: embedded data, and the user's files.

mod fault;
mod format;
mod records;
mod samples;
mod sink;
mod slices;

pub(crate) use fault::Fault;
pub(crate) use format::{Format, Options, Outcome, read};
pub(crate) use records::Records;
pub(crate) use samples::{tags, tokens};
pub(crate) use sink::Sink;
pub(crate) use slices::{EXAMPLES, Examples};
pub use slices::{SLICES, Slice, Values, pass};
