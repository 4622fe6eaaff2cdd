//! Inputs: embedded data, and the user's files.

mod format;
mod json;
mod object;
mod quotes;
mod receiver;
mod samples;
mod source;
#[cfg(test)]
mod tests;
mod text;

pub(crate) use format::{Format, Options, read};
pub(crate) use quotes::Quotes;
pub(crate) use receiver::{LONGEST_NAME, MOST_FIELDS, Outcome, Sink};
pub use samples::{Records, tags, tokens};
pub(crate) use source::Source;
pub(crate) use string_kit_measure::Fault;
