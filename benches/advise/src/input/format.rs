//! The formats of the user's files.

use std::collections::HashSet;
use std::path::Path;

use clap::ValueEnum;

use super::receiver::{Outcome, Receiver};
use super::source::Source;
use super::{Fault, Quotes, Sink, json, text};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "lower")]
pub(crate) enum Format {
    /// A JSON object in each line.
    Jsonl,
    /// A JSON array of objects, or objects one after the other.
    Json,
    /// Comma-separated values with a header line.
    Csv,
    /// Tab-separated values with a header line.
    Tsv,
    /// A text in each line.
    Lines,
}

impl Format {
    fn read(
        self,
        source: Source,
        quotes: Option<Quotes>,
        to: &mut Receiver<'_>,
    ) -> Result<(), Fault> {
        match self {
            Self::Jsonl => json::read_lines(source, to),
            Self::Json => json::read(source, to),
            Self::Csv => text::read_rows(source, b',', quotes, to),
            Self::Tsv => text::read_rows(source, b'\t', quotes, to),
            Self::Lines => text::read_lines(source, to),
        }
    }

    /// Returns the format that the name of a file declares: `x.csv` or `x.csv.gz`.
    fn of_name(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_string_lossy().to_lowercase();
        let (_, extension) = name.trim_end_matches(".gz").rsplit_once('.')?;
        Some(match extension {
            "jsonl" | "ndjson" => Self::Jsonl,
            "json" => Self::Json,
            "csv" => Self::Csv,
            "tsv" => Self::Tsv,
            "txt" | "log" => Self::Lines,
            _ => return None,
        })
    }

    /// Returns the format that a file's first bytes look like.
    fn of_head(head: &[u8]) -> Self {
        match head.trim_ascii_start() {
            [b'{', ..] => Self::Jsonl,
            [b'[', ..] => Self::Json,
            _ => match text::delimiter(head) {
                Some(b',') => Self::Csv,
                Some(_) => Self::Tsv,
                None => Self::Lines,
            },
        }
    }

    fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// The way to read a file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Options {
    /// The format; detected, if there is none.
    pub(crate) format: Option<Format>,
    /// The meaning of quotation marks in a table; that of its format and its first lines, if there
    /// is none.
    pub(crate) quotes: Option<Quotes>,
    /// True if a bad record is a fault of the file; else it is counted and left out.
    pub(crate) is_strict: bool,
    /// True if a file may have no record.
    pub(crate) may_be_empty: bool,
}

/// Reads the records of a file. Without a format, the extension of its name decides, then the first
/// bytes.
pub(crate) fn read(
    source: Source,
    options: Options,
    sink: &mut dyn Sink,
) -> Result<Outcome, Fault> {
    let path = source.path.clone();
    if source.head().starts_with(b"PAR1") {
        let remedy =
            "convert it to JSON, such as by `duckdb -json -c \"select * from 'x.parquet'\"`";
        return Err(Fault::in_file(&path, "it is Parquet", remedy));
    }
    let declared = options.format.or_else(|| Format::of_name(&path));
    let format = declared.unwrap_or_else(|| Format::of_head(source.head()));
    if options.format.is_none() && source.head().contains(&0) {
        let names: Vec<String> = Format::value_variants()
            .iter()
            .map(|format| format.name())
            .collect();
        let remedy = format_args!("name its format with --format: {}", names.join(", "));
        return Err(Fault::in_file(&path, "it is binary", remedy));
    }
    let mut receiver = Receiver {
        sink,
        is_strict: options.is_strict,
        fields: 0,
        names: HashSet::new(),
        records: 0,
        outcome: Outcome::default(),
    };
    format.read(source, options.quotes, &mut receiver)?;
    let (records, mut outcome) = (receiver.records, receiver.outcome);
    if records == 0
        && let Some(first) = &outcome.first_bad
    {
        let first = format_args!("the first: {first}");
        return Err(Fault::in_file(&path, "no record could be read", first));
    }
    if records == 0 && !options.may_be_empty {
        let what = "there is no record in it";
        return Err(Fault::in_file(&path, what, "is it the right file?"));
    }
    outcome.guess = declared.is_none().then(|| {
        let (path, name) = (path.display(), format.name());
        format!("{path} was read as {name}, by its first lines; --format names another format")
    });
    Ok(outcome)
}
