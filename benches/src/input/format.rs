//! The formats of the user's files, one file each.

use std::path::Path;

use super::{Fault, Sink};

/// A format of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
#[value(rename_all = "lower")]
pub(crate) enum Format {
    /// A JSON object in each line.
    Jsonl,
    /// A JSON array of objects.
    Json,
    /// Comma-separated values with a head line.
    Csv,
    /// Tab-separated values with a head line.
    Tsv,
    /// A text in each line.
    Lines,
}

/// The way to read a file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Options {
    /// The format; detected, if there is none.
    pub(crate) format: Option<Format>,
    /// True if a bad record is a fault of the file; else it is counted and left out.
    pub(crate) strict: bool,
}

/// The outcome of reading a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    /// The number of bad records, which were left out.
    pub(crate) bad: u64,
    /// The fault of the first of them, with its place.
    pub(crate) first_bad: Option<Fault>,
}

impl Outcome {
    /// Adds the outcome of another file.
    pub(crate) fn add(&mut self, other: Self) {
        self.bad += other.bad;
        self.first_bad = self.first_bad.take().or(other.first_bad);
    }
}

/// Reads the records of a file; "-" is the standard input stream. A file whose name ends in `.gz` is
/// decompressed.
///
/// # Errors
///
/// If the file cannot be read, or is of no known format.
pub(crate) fn read<S: Sink>(
    _path: &Path,
    _options: Options,
    _sink: &mut S,
) -> Result<Outcome, Fault> {
    todo!()
}
