//! Inputs: embedded data, and the user's files.

mod dialect;
mod encoded;
mod flags;
mod foreign;
mod format;
mod json;
mod object;
mod options;
mod packed;
mod path;
mod peeked;
mod quotes;
mod receiver;
mod samples;
mod scan;
mod shape;
mod source;
#[cfg(test)]
mod tests;
mod text;

pub use flags::Inputs;
#[cfg(test)]
pub(crate) use flags::MEMORY;
pub(crate) use flags::name_of;
pub(crate) use format::read;
pub(crate) use options::{Format, Options};
pub(crate) use quotes::Quotes;
pub(crate) use receiver::{LONGEST_NAME, MOST_FIELDS, Outcome, Sink, some_of};
pub use samples::{Name, Records, names, tags, tokens};
pub(crate) use source::Source;
pub(crate) use string_kit_measure::Fault;
