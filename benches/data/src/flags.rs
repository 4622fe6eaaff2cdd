//! The flags that name inputs.

use std::path::PathBuf;

use encoding_rs::Encoding;
use string_kit_measure::Fault;

use crate::{Options, Outcome, Sink, Source, read};

/// The memory of a profile in bytes, unless a flag sets it.
pub const MEMORY: usize = 256 << 20;

/// Files, and the way to read them.
#[derive(Debug, Default, clap::Args)]
pub struct Inputs {
    /// Read these files, as parts of one set; "-" is the standard input. Files of gzip are
    /// decompressed [default: embedded texts].
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    options: Options,
    /// Read files in this encoding, such as latin1 or gbk [default: that of a byte-order mark, or
    /// else UTF-8].
    #[arg(long, value_name = "NAME", requires = "files", value_parser = encoding)]
    encoding: Option<&'static Encoding>,
    /// Take these fields only. Separate names by commas, and put a name that has a comma itself in
    /// double quotes.
    #[arg(long, value_name = "NAME,...")]
    field: Vec<String>,
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
            may_be_empty: self.files.len() > 1,
            ..self.options.clone()
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

fn encoding(name: &str) -> Result<&'static Encoding, &'static str> {
    let encoding = Encoding::for_label_no_replacement(name.as_bytes());
    encoding.ok_or("names are those of the Encoding Standard, such as latin1, utf-16le, gbk")
}
