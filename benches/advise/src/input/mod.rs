//! Inputs: embedded data, and the user's files.

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
mod source;
#[cfg(test)]
mod tests;

pub(crate) use format::{Format, Options, read, read_source};
pub(crate) use receiver::{LONGEST_NAME, MOST_FIELDS, Outcome, Sink};
pub use records::Records;
pub use samples::{tags, tokens};
pub(crate) use source::{Lines, Source};
pub(crate) use string_kit_measure::Fault;
