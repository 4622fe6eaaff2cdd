//! The formats of the user's files.

use std::collections::HashSet;
use std::path::Path;

use clap::ValueEnum;
use serde::de::IgnoredAny;

use crate::dialect::Dialect;
use crate::options::{Format, Options};
use crate::receiver::{Outcome, Receiver};
use crate::source::Source;
use crate::{Fault, Sink, json, text};

/// The first bytes of files that are not read, with their names, and the remedies.
const NOT_READ: [(&[u8], &str, &str); 8] = [
    (
        b"PAR1",
        "Parquet",
        "convert it to JSON, such as by `duckdb -json -c \"select * from 'x.parquet'\"`",
    ),
    (
        b"PK\x03\x04",
        "a ZIP file or a workbook",
        "unpack it, or save its sheet as CSV",
    ),
    (
        b"\xFD7zXZ\0",
        "xz",
        "unpack it into a pipe: `xz -dc FILE | string-kit advise -`",
    ),
    (
        b"\x28\xB5\x2F\xFD",
        "zstd",
        "unpack it into a pipe: `zstd -dc FILE | string-kit advise -`",
    ),
    (
        b"BZh",
        "bzip2",
        "unpack it into a pipe: `bzip2 -dc FILE | string-kit advise -`",
    ),
    (
        b"\x04\x22\x4D\x18",
        "lz4",
        "unpack it into a pipe: `lz4 -dc FILE | string-kit advise -`",
    ),
    (
        b"SQLite format 3\0",
        "an SQLite database",
        "export a table as CSV",
    ),
    (
        b"\x1E",
        "a JSON text sequence",
        "remove the byte before each value, such as by `tr -d '\\036'`",
    ),
];
/// The extensions of texts whose values are not read.
const NO_RECORDS: [&str; 7] = ["htm", "html", "ini", "toml", "xml", "yaml", "yml"];

/// Returns the extension of a file in lower case, without that of gzip.
fn extension(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy().to_lowercase();
    let (_, extension) = name.strip_suffix(".gz").unwrap_or(&name).rsplit_once('.')?;
    Some(extension.to_owned())
}

impl Format {
    /// Returns the format that the extension of a file declares.
    fn declared(path: &Path) -> Option<Self> {
        Some(match &*extension(path)? {
            "jsonl" | "ndjson" => Self::Jsonl,
            "json" | "geojson" => Self::Json,
            "csv" => Self::Csv,
            "tsv" => Self::Tsv,
            "txt" | "log" => Self::Lines,
            _ => return None,
        })
    }

    /// Returns the format that a file's first bytes look like; lines, if they look like none.
    fn detected(head: &[u8], options: &Options) -> Self {
        let mut lines = head
            .split(|&byte| byte == b'\n')
            .map(<[u8]>::trim_ascii)
            .filter(|line| !line.is_empty());
        let first = lines.next().unwrap_or_default();
        let value = serde_json::from_slice::<IgnoredAny>(first);
        let is_cut = value.as_ref().is_err_and(serde_json::Error::is_eof);
        let is_last = lines.next().is_none();
        match first {
            [b'{' | b'[', ..] if is_cut => Self::Json,
            [b'[', ..] if is_last && value.is_ok() => Self::Json,
            [b'{', ..] => Self::Jsonl,
            [b'[' | b'"', ..] if value.is_ok() => Self::Jsonl,
            _ => match Dialect::new(head, options.delimiter, options) {
                Dialect {
                    is_table: false, ..
                } => Self::Lines,
                Dialect {
                    delimiter: b'\t', ..
                } => Self::Tsv,
                _ => Self::Csv,
            },
        }
    }

    fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// Returns the fault of a file that is not read, or whose format is to be named.
fn refused(path: &Path, head: &[u8], declared: Option<Format>) -> Option<Fault> {
    let not_read = NOT_READ.iter().find(|(first, ..)| head.starts_with(first));
    if let Some((_, name, remedy)) = not_read {
        return Some(Fault::in_file(path, format_args!("it is {name}"), remedy));
    }
    if head.contains(&b'\r') && !head.contains(&b'\n') {
        let remedy = "end them as other systems do: `tr '\\r' '\\n'`";
        return Some(Fault::in_file(path, "its lines end by \\r alone", remedy));
    }
    if declared.is_some() {
        return None;
    }
    if extension(path).is_some_and(|extension| NO_RECORDS.contains(&&*extension)) {
        let reason = "values of this kind of file are not read";
        let remedy = "convert it to JSON or CSV; --format lines reads its lines";
        return Some(Fault::in_file(path, reason, remedy));
    }
    head.contains(&0).then(|| {
        let formats = Format::value_variants().iter();
        let names: Vec<String> = formats.map(|format| format.name()).collect();
        let remedy = format_args!(
            "name its format with --format: {}; or its --encoding, such as utf-16le",
            names.join(", ")
        );
        Fault::in_file(path, "it is binary", remedy)
    })
}

/// Reads the records of a file. Without a format, the extension of its name decides, then its first
/// bytes.
///
/// # Errors
///
/// If the file cannot be read, is of no format that is read, or has no record.
pub fn read(mut source: Source, options: &Options, sink: &mut dyn Sink) -> Result<Outcome, Fault> {
    let path = source.path.clone();
    let head = source.head()?;
    let table = options.delimiter.map(|_| Format::Csv);
    let array = options.records.as_ref().map(|_| Format::Json);
    let asked = options.format.or(table).or(array);
    let declared = asked.or_else(|| Format::declared(&path));
    if let Some(fault) = refused(&path, head, declared) {
        return Err(fault);
    }
    let format = match declared {
        Some(format) if asked.is_some() || format != Format::Lines => format,
        _ => Format::detected(head, options),
    };
    let mut receiver = Receiver {
        sink,
        is_strict: options.is_strict,
        encoding: source.encoding,
        fields: 0,
        names: HashSet::new(),
        records: 0,
        outcome: Outcome::default(),
    };
    let to = &mut receiver;
    match format {
        Format::Jsonl => json::read_lines(source, to)?,
        Format::Json => json::read(source, options.records.as_deref(), to)?,
        Format::Csv => text::read_rows(source, options.delimiter, options, to)?,
        Format::Tsv => {
            let delimiter = options.delimiter.or(Some(b'\t'));
            text::read_rows(source, delimiter, options, to)?;
        }
        Format::Lines => text::read_lines(source, to)?,
    }
    let (records, mut outcome) = (receiver.records, receiver.outcome);
    if records == 0 {
        check_empty(&path, &outcome, options)?;
    }
    if declared != Some(format) {
        outcome.notes.push(format!(
            "{} was read as {}, by its first lines; --format names another format",
            path.display(),
            format.name()
        ));
    }
    Ok(outcome)
}

/// Returns a fault of a file without records, unless it may be empty.
fn check_empty(path: &Path, outcome: &Outcome, options: &Options) -> Result<(), Fault> {
    if let Some(first) = &outcome.first_bad {
        let first = format_args!("the first: {first}");
        return Err(Fault::in_file(path, "no record could be read", first));
    }
    if options.may_be_empty {
        return Ok(());
    }
    Err(Fault::in_file(
        path,
        "there is no record in it",
        "is it the right file?",
    ))
}
