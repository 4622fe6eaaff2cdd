//! The way to read a file, as flags name it.

use clap::ValueEnum;

use crate::Quotes;

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "lower")]
pub enum Format {
    /// A JSON value in each line.
    Jsonl,
    /// A JSON array of values, or values one after the other.
    Json,
    /// Values with a header line, separated by commas, tabs, semicolons or bars.
    Csv,
    /// Tab-separated values with a header line.
    Tsv,
    /// A text in each line.
    Lines,
}

/// The way to read a file.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The format; detected, if there is none.
    pub format: Option<Format>,
    /// The delimiter of a table; detected, if there is none.
    pub delimiter: Option<u8>,
    /// The meaning of quotation marks in a table; that of its delimiter and its first lines, if
    /// there is none.
    pub quotes: Option<Quotes>,
    /// The number of lines before the header of a table; found, if there is none.
    pub skip_lines: Option<usize>,
    /// True if a table has no header; found, if there is none.
    pub no_header: Option<bool>,
    /// The cell of a table that stands for no value.
    pub null: Option<String>,
    /// The path of the array whose elements are the records of JSON; found, if there is none.
    pub records: Option<String>,
    /// True if a bad record is a fault of the file; else it is counted and left out.
    pub is_strict: bool,
    /// True if a file may have no record.
    pub may_be_empty: bool,
}
