//! The flags that name inputs.

use std::path::PathBuf;

use encoding_rs::Encoding;
use string_kit_measure::Fault;

use crate::{Format, Options, Outcome, Quotes, Sink, Source, read};

/// The memory of a profile in bytes, unless a flag sets it.
pub const MEMORY: usize = 256 << 20;

/// Files, and the way to read them.
#[derive(Debug, Default, clap::Args)]
pub struct Inputs {
    /// Read these files, as parts of one set; "-" is the standard input. Files of gzip, zstd and
    /// bzip2 are decompressed [default: embedded texts].
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Read the files in this format [default: detected].
    #[arg(long, value_name = "FORMAT", requires = "files")]
    format: Option<Format>,
    /// Read tables whose cells are separated by this character, or "tab" [default: detected].
    #[arg(long, value_name = "CHARACTER", requires = "files", value_parser = delimiter)]
    delimiter: Option<u8>,
    /// Read quotation marks at the begin and the end of cells like this [default: "enclose" in CSV,
    /// and "text" in TSV unless its first lines show otherwise].
    #[arg(long, value_name = "AS", requires = "files")]
    quotes: Option<Quotes>,
    /// Skip so many lines before the header of a table [default: those that look like a title].
    #[arg(long, value_name = "N", requires = "files",
        value_parser = clap::value_parser!(u16).range(..=1000))]
    skip_lines: Option<u16>,
    /// Read the first row of a table as a record; "=false" reads it as the header [default: a
    /// record if it is like the other rows].
    #[arg(long, value_name = "BOOL", requires = "files", num_args = 0..=1, require_equals = true,
        default_missing_value = "true")]
    no_header: Option<bool>,
    /// Read cells of this text as empty [default: \N, and such as NULL and NA beside numbers].
    #[arg(long, value_name = "TEXT", requires = "files")]
    null: Option<String>,
    /// Read the elements of this array of JSON as records, such as data.items; with "=" and nothing
    /// behind it, no array is looked for [default: an array that has most of the bytes].
    #[arg(long, value_name = "PATH", requires = "files")]
    records: Option<String>,
    /// Read files in this encoding, such as latin1 or gbk [default: UTF-8, or UTF-16 if they
    /// begin so].
    #[arg(long, value_name = "NAME", requires = "files", value_parser = encoding)]
    encoding: Option<&'static Encoding>,
    /// Take these fields only. Separate names by commas, and put a name that has a comma itself in
    /// double quotes.
    #[arg(long, value_name = "NAME,...")]
    field: Vec<String>,
    /// Stop at the first bad record, instead of counting and leaving out bad records.
    #[arg(long)]
    strict: bool,
    /// Use at most this much memory for texts and profiles, in megabytes. No record may be longer
    /// than 1/64 of that. The report says how much precision is lost by the limit.
    #[arg(long, value_name = "MB", default_value_t = MEMORY as u64 >> 20,
        value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    memory: u64,
}

impl Inputs {
    /// Returns the bytes that profiles may take.
    #[must_use]
    pub fn memory(&self) -> usize {
        usize::try_from(self.memory << 20).unwrap_or(usize::MAX)
    }

    /// Returns the names of the fields that are asked for.
    #[must_use]
    pub fn fields(&self) -> Vec<String> {
        let names = self.field.join("\n");
        csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .from_reader(names.as_bytes())
            .into_deserialize::<Vec<String>>()
            .flatten()
            .flatten()
            .collect()
    }

    /// Reads all files.
    ///
    /// # Errors
    ///
    /// The first fault of a file.
    pub fn read(&self, sink: &mut dyn Sink) -> Result<Outcome, Fault> {
        let options = Options {
            format: self.format,
            delimiter: self.delimiter,
            quotes: self.quotes,
            skip_lines: self.skip_lines.map(usize::from),
            no_header: self.no_header,
            null: self.null.clone(),
            records: self.records.clone(),
            is_strict: self.strict,
            may_be_empty: self.files.len() > 1,
        };
        let mut outcome = Outcome::default();
        for path in &self.files {
            // A sixty-fourth of the memory: readers copy a record several times.
            let source = Source::open(path, self.encoding, self.memory() / 64)?;
            outcome.add(read(source, &options, sink)?);
        }
        Ok(outcome)
    }
}

/// Returns the name of a set that comes from these files.
///
/// # Panics
///
/// If there is none.
#[must_use]
pub fn name_of(files: &[PathBuf]) -> String {
    let first = files[0].display();
    match files.len() {
        1 => first.to_string(),
        count => format!("{first} and {} more", count - 1),
    }
}

fn delimiter(text: &str) -> Result<u8, &'static str> {
    match text.as_bytes() {
        b"tab" | b"\\t" => Ok(b'\t'),
        [byte @ (b'\t' | b' '..=b'~')] if *byte != b'"' => Ok(*byte),
        _ => Err("one ASCII character is needed, or tab"),
    }
}

fn encoding(name: &str) -> Result<&'static Encoding, &'static str> {
    let encoding = Encoding::for_label_no_replacement(name.as_bytes());
    encoding.ok_or("names are those of the Encoding Standard, such as latin1, utf-16le, gbk")
}
