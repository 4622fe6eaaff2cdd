//! The flags that name inputs.

use std::path::{Path, PathBuf};

use indexmap::IndexSet;
use string_kit_measure::Fault;

use crate::{Options, Outcome, Sink, Source, read, some_of};

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

    /// Reads the fields that are asked for of all files.
    ///
    /// # Errors
    ///
    /// The first fault of a file, or that of the first if no file has one of these fields, or any
    /// text.
    ///
    /// # Panics
    ///
    /// If no file is named.
    pub fn read(&self, sink: &mut dyn Sink) -> Result<Outcome, Fault> {
        let options = Options {
            may_be_empty: self.files.len() > 1,
            ..self.options.clone()
        };
        let mut chosen = Chosen {
            sink,
            names: self.fields(),
            met: IndexSet::new(),
            has_text: false,
        };
        let mut outcome = Outcome::default();
        for path in &self.files {
            // A sixty-fourth of the memory: readers copy a record several times.
            let source = Source::open(path, options.encoding, self.memory() / 64)?;
            outcome.add(read(source, &options, &mut chosen)?);
        }
        let met = chosen.met.iter().map(String::as_str);
        check_fields(&self.files[0], &chosen.names, met)?;
        if chosen.has_text {
            return Ok(outcome);
        }
        let (reason, remedy) = (
            "no record has a text in any field",
            "only strings are texts",
        );
        Err(Fault::in_file(&self.files[0], reason, remedy))
    }
}

/// Returns a fault of a file if it has not all fields that are asked for.
///
/// # Errors
///
/// The fault, which names the first that is missing, and fields that the file has.
pub fn check_fields<'a>(
    path: &Path,
    asked: &[String],
    met: impl ExactSizeIterator<Item = &'a str> + Clone,
) -> Result<(), Fault> {
    let is_missing = |name: &&String| !met.clone().any(|met| met == **name);
    let Some(missing) = asked.iter().find(is_missing) else {
        return Ok(());
    };
    let reason = format_args!("no record has a text in a field '{missing}'");
    let names = some_of(met);
    let remedy =
        format_args!("its fields are {names}; put a name that has a comma in double quotes");
    Err(Fault::in_file(path, reason, remedy))
}

/// Passes on the fields that are asked for; all, if no name is.
struct Chosen<'a> {
    sink: &'a mut dyn Sink,
    names: Vec<String>,
    /// The names of all fields.
    met: IndexSet<String>,
    has_text: bool,
}

impl Sink for Chosen<'_> {
    fn field(&mut self, name: &str) -> Option<usize> {
        self.met.insert(name.to_owned());
        let is_chosen = self.names.is_empty() || self.names.iter().any(|chosen| chosen == name);
        is_chosen.then(|| self.sink.field(name))?
    }

    fn text(&mut self, field: usize, text: &str) {
        self.has_text = true;
        self.sink.text(field, text);
    }

    fn end_record(&mut self) {
        self.sink.end_record();
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
