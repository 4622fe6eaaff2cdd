//! Inputs: embedded data, and the user's files.

mod fault;
mod format;
mod json;
mod jsonl;
mod lines;
mod names;
mod object;
#[cfg(feature = "parquet")]
mod parquet;
mod receiver;
mod records;
mod samples;
mod separated;
mod sink;
mod slices;
mod source;
#[cfg(test)]
mod tests;

pub(crate) use fault::Fault;
pub(crate) use format::{Format, Options, Outcome, read};
pub(crate) use records::Records;
pub(crate) use samples::{tags, tokens};
pub(crate) use sink::Sink;
pub(crate) use slices::{EXAMPLES, Examples};
pub use slices::{SLICES, Slice, Values, pass};
pub(crate) use source::{Lines, Source};
