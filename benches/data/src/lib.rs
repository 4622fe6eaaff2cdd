//! The texts of the laboratory: embedded sets, and the readers of anyone's files.
//!
//! ```text
//! Source: unpacked, decoded --> format --> json, text --> Receiver --> Sink
//! ```

// Counts are far from 2^52.
#![allow(clippy::cast_precision_loss)]

mod dialect;
mod encoded;
mod flags;
mod format;
mod json;
mod maps;
mod object;
mod options;
mod path;
mod peeked;
mod quotes;
mod receiver;
mod samples;
mod scan;
mod source;
#[cfg(test)]
mod tests;
mod text;

pub use flags::{Inputs, MEMORY, check_fields, name_of};
pub use format::read;
pub use options::{Format, Options, Quotes};
pub use receiver::{LONGEST_NAME, MOST_FIELDS, Outcome, Sink, some_of};
pub use samples::{Name, Records, names, tags, tokens};
pub use source::Source;

use string_kit_measure::Fault;
