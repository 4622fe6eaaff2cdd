//! The formats of the user's files, one file each.

use std::path::Path;

use clap::ValueEnum;

use super::receiver::Receiver;
use super::source::Source;
use super::{Fault, Sink, json, jsonl, lines, separated};

#[cfg(feature = "parquet")]
use super::parquet;

/// The reader of Parquet, where it is left out.
#[cfg(not(feature = "parquet"))]
mod parquet {
    use super::{Fault, Receiver, Source};

    pub(super) fn read<S>(source: Source, _: &mut Receiver<'_, S>) -> Result<(), Fault> {
        let what = "this build does not read Parquet";
        let remedy = "build it with --features parquet";
        let Source { origin, .. } = source;
        Err(origin.fault(what, remedy))
    }
}

/// Lists the formats: the name with its help, the reader, and the extensions.
macro_rules! formats {
    ($($(#[$help:meta])* $name:ident = $reader:path, $($extension:literal)*;)*) => {
        /// A format of records.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
        #[value(rename_all = "lower")]
        pub(crate) enum Format {
            $($(#[$help])* $name,)*
        }

        impl Format {
            /// Returns the format of files with this extension.
            fn of_extension(extension: &str) -> Option<Self> {
                match extension {
                    $($($extension)|* => Some(Self::$name),)*
                    _ => None,
                }
            }

            fn read<S: Sink>(self, source: Source, to: &mut Receiver<'_, S>) -> Result<(), Fault> {
                match self {
                    $(Self::$name => $reader(source, to),)*
                }
            }
        }
    };
}

formats! {
    /// A JSON object in each line.
    Jsonl = jsonl::read, "jsonl" "ndjson";
    /// A JSON array of objects, or objects one after the other.
    Json = json::read, "json";
    /// Comma-separated values with a head line.
    Csv = separated::csv, "csv";
    /// Tab-separated values with a head line.
    Tsv = separated::tsv, "tsv";
    /// A text in each line.
    Lines = lines::read, "txt" "log";
    /// Columns of strings in Parquet (a build with the feature `parquet` reads it).
    Parquet = parquet::read, "parquet";
}

impl Format {
    /// Returns the format that a file's name declares, if it does: `x.csv` or `x.csv.gz`.
    fn of_name(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_string_lossy().to_lowercase();
        let name = name.strip_suffix(".gz").unwrap_or(&name);
        Self::of_extension(name.rsplit_once('.')?.1)
    }

    /// Returns the format that a file's first bytes look like.
    fn of_head(head: &[u8]) -> Self {
        match head.trim_ascii_start() {
            [b'{', ..] => Self::Jsonl,
            [b'[', ..] => Self::Json,
            [b'P', b'A', b'R', b'1', ..] => Self::Parquet,
            _ => Self::Lines,
        }
    }

    /// Returns the names of all formats.
    fn names() -> String {
        let all = Self::value_variants().iter();
        let names =
            all.filter_map(|format| Some(format.to_possible_value()?.get_name().to_owned()));
        names.collect::<Vec<_>>().join(", ")
    }
}

/// The way to read a file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Options {
    /// The format; detected, if there is none.
    pub(crate) format: Option<Format>,
    /// True if a bad record is a fault of the file; else it is counted and left out.
    pub(crate) strict: bool,
    /// True if a file may have no record.
    pub(crate) may_be_empty: bool,
}

/// The outcome of reading a file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Outcome {
    /// The number of bad records, which were left out.
    pub(crate) bad: u64,
    /// The fault of the first of them, with its place.
    pub(crate) first_bad: Option<Fault>,
    /// The number of texts that were left out since the file has too many fields.
    pub(crate) ignored: u64,
}

impl Outcome {
    /// Adds the outcome of another file.
    pub(crate) fn add(&mut self, other: Self) {
        self.bad += other.bad;
        self.first_bad = self.first_bad.take().or(other.first_bad);
        self.ignored += other.ignored;
    }
}

/// Reads the records of a file; "-" is the standard input stream. A file whose name ends in `.gz` is
/// decompressed.
///
/// Without a format, the extension of the name decides, then the first bytes. The texts of at most 1,000
/// fields are delivered.
///
/// # Errors
///
/// If the file cannot be read, has no good record, or is not of its format.
pub(crate) fn read<S: Sink>(path: &Path, options: Options, sink: &mut S) -> Result<Outcome, Fault> {
    let source = Source::open(path)?;
    let format = match options.format.or_else(|| Format::of_name(path)) {
        Some(format) => format,
        None => Format::of_head(source.head()),
    };
    if options.format.is_none() && format != Format::Parquet && source.head().contains(&0) {
        let remedy = format!("name its format with --format: {}", Format::names());
        return Err(source.origin.fault("it is binary", remedy));
    }
    let origin = source.origin.clone();
    let mut receiver = Receiver::new(sink, options);
    format.read(source, &mut receiver)?;
    receiver.finish(&origin)
}
