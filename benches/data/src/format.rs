//! The formats of the user's files.

use std::borrow::Cow;
use std::collections::HashSet;
use std::path::Path;

use clap::ValueEnum;
use serde::de::IgnoredAny;

use crate::dialect::{Dialect, excel_delimiter};
use crate::options::{Format, Options};
use crate::receiver::{Outcome, Receiver};
use crate::scan::{SEPARATOR, records_path, uncommented};
use crate::source::{HEAD, Source, line_end};
use crate::{Fault, Sink, foreign, json, text};

/// The first bytes of files that are not read, with their names, and the remedies.
const NOT_READ: [(&[u8], &str, &str); 5] = [
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
    (b"\xFD7zXZ\0", "xz", "unpack it by `xz -d`"),
    (b"\x04\x22\x4D\x18", "lz4", "unpack it by `lz4 -d`"),
    (
        b"SQLite format 3\0",
        "an SQLite database",
        "export a table as CSV",
    ),
];

impl Format {
    /// Returns the format that the name of a file declares: `x.csv` or `x.csv.gz`.
    fn of_name(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_string_lossy().to_lowercase();
        let packed = [".gz", ".zst", ".zstd", ".bz2"];
        let name = packed
            .iter()
            .find_map(|end| name.strip_suffix(end))
            .unwrap_or(&name);
        let (_, extension) = name.rsplit_once('.')?;
        Some(match extension {
            "jsonl" | "ndjson" => Self::Jsonl,
            "json" | "geojson" => Self::Json,
            "csv" => Self::Csv,
            "tsv" => Self::Tsv,
            "txt" | "log" => Self::Lines,
            _ => return None,
        })
    }

    /// Returns the format that a file's first bytes look like; lines, if they look like none.
    fn of_head(head: &[u8], options: &Options) -> Self {
        let first = head.trim_ascii_start().first();
        let head = match first {
            Some(b'{' | b'[' | b'/') => uncommented(head),
            _ => Cow::Borrowed(head),
        };
        let lines = FirstLines::new(&head);
        let may_be_one = lines.is_cut || lines.second.is_empty();
        let has_array = || may_be_one && records_path(&head).is_some();
        match lines.first {
            _ if excel_delimiter(&head).is_some() => Self::Csv,
            [SEPARATOR, ..] => Self::Json,
            [b'{', ..] if lines.is_of_one_value() || has_array() => Self::Json,
            [b'{', ..] => Self::Jsonl,
            [b'[', ..] if lines.is_cut || lines.is_json && lines.second.is_empty() => Self::Json,
            [b'[' | b'"', ..] if lines.is_json => Self::Jsonl,
            _ => match Dialect::new(&head, options.delimiter, options) {
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

    /// Returns the format of a file: that of its first bytes, unless they look like none or like
    /// one that its name may have as well. Returns also the form of a text that is no records.
    fn find(path: &Path, head: &[u8], options: &Options) -> (Self, Option<&'static str>) {
        use Format::{Csv, Json, Jsonl, Lines, Tsv};
        let named = Self::of_name(path);
        if let None | Some(Lines) = named
            && let Some(form) = foreign::marked_up(head)
        {
            return (Lines, Some(form));
        }
        let found = Self::of_head(head, options);
        let first = head.trim_ascii_start().first();
        let format = match (named, found) {
            (None | Some(Lines), found) => found,
            (Some(Json | Jsonl), Csv | Tsv)
                if !first.is_some_and(|byte| b"[{\"".contains(byte)) =>
            {
                found
            }
            (Some(Csv | Tsv), Json | Jsonl)
                if first.is_some_and(|byte| b"{\x1E".contains(byte)) =>
            {
                found
            }
            (Some(Jsonl), Json)
                if first != Some(&b'[')
                    && (head.len() < HEAD || FirstLines::new(head).is_of_one_value()) =>
            {
                found
            }
            (Some(Tsv), Csv) if !FirstLines::new(head).first.contains(&b'\t') => found,
            (Some(named), _) => named,
        };
        let is_lines = format == Lines;
        let foreign = is_lines.then(|| foreign::configuration(head)).flatten();
        (format, foreign)
    }

    fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

/// The first two lines that are not blank.
struct FirstLines<'a> {
    first: &'a [u8],
    second: &'a [u8],
    /// True if the first line is a JSON value.
    is_json: bool,
    /// True if the first line ends within a JSON value.
    is_cut: bool,
}

impl<'a> FirstLines<'a> {
    fn new(head: &'a [u8]) -> Self {
        let end = line_end(head);
        let all = head.split(|&byte| byte == end).map(<[u8]>::trim_ascii);
        let mut lines = all.filter(|line| !line.is_empty());
        let first = lines.next().unwrap_or_default();
        let json = serde_json::from_slice::<IgnoredAny>(first);
        Self {
            first,
            second: lines.next().unwrap_or_default(),
            is_json: json.is_ok(),
            is_cut: json.is_err_and(|error| error.is_eof()),
        }
    }

    /// Returns whether the first JSON value takes both lines: it ends early in the first, and the
    /// second begins no other object.
    fn is_of_one_value(&self) -> bool {
        let is_next = self.first.starts_with(b"{") && self.second.starts_with(b"{");
        self.is_cut && !self.second.is_empty() && !is_next
    }
}

/// Returns the fault of a file that is not read.
fn refused(path: &Path, head: &[u8], declared: Option<Format>) -> Option<Fault> {
    let not_read = NOT_READ.iter().find(|(first, ..)| head.starts_with(first));
    if let Some((_, name, remedy)) = not_read {
        return Some(Fault::in_file(path, format_args!("it is {name}"), remedy));
    }
    (declared.is_none() && head.contains(&0)).then(|| {
        let formats = Format::value_variants().iter();
        let names: Vec<String> = formats.map(|format| format.name()).collect();
        let remedy = format_args!("name its format with --format: {}", names.join(", "));
        Fault::in_file(path, "it is binary", remedy)
    })
}

/// Reads the records of a file. Without a format, the first bytes decide, then the extension of its
/// name.
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
    let declared = asked.or_else(|| Format::of_name(&path));
    if let Some(fault) = refused(&path, head, declared) {
        return Err(fault);
    }
    let (format, foreign) = match asked {
        Some(format) => (format, None),
        None => Format::find(&path, head, options),
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
    let (to, has_rest) = (&mut receiver, source.has_rest.clone());
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
    let shown = path.display();
    outcome.doubt = foreign.map(|form| {
        format!(
            "{shown} looks like {form}, of which no values are read: each line is a text. Convert \
             it to JSON or CSV first."
        )
    });
    if declared != Some(format) {
        let name = format.name();
        outcome.notes.push(format!(
            "{shown} was read as {name}, by its first lines; --format names another format"
        ));
    }
    if has_rest.get() {
        outcome.notes.push(format!(
            "{shown} has other bytes behind its compressed data, which were left out"
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
    let what = "there is no record in it";
    Err(Fault::in_file(path, what, "is it the right file?"))
}
