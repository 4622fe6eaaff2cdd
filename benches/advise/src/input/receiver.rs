//! The sink of records, and the side of a reader that delivers to it: it keeps the limits, and
//! counts bad records.

use serde::{Deserialize, Serialize};

use super::Fault;

/// The most fields whose texts are delivered.
pub(crate) const MOST_FIELDS: usize = 1_000;
/// The longest name of a field, in bytes. Texts of longer names are left out.
pub(crate) const LONGEST_NAME: usize = 1_024;

/// Takes records, text by text. A reader calls [`field`](Self::field) when it meets a name,
/// [`text`](Self::text) for each text, and [`end_record`](Self::end_record) after the last text of
/// a record.
pub(crate) trait Sink {
    /// Returns the number of the field with this name, or `None` if its texts are not wanted.
    fn field(&mut self, name: &str) -> Option<usize>;

    /// Takes a text of the current record. A field may have several in one record, or none.
    fn text(&mut self, field: usize, text: &str);

    fn end_record(&mut self);
}

/// The outcome of reading a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Outcome {
    /// The number of bad records, which were left out.
    pub(crate) bad: u64,
    /// The fault of the first of them, with its place.
    pub(crate) first_bad: Option<Fault>,
    /// The number of texts that were left out because the file has too many fields or their names
    /// are too long.
    pub(crate) ignored: u64,
    /// The names of some JSON values that are numbers or booleans, which are no texts.
    pub(crate) numbers: Vec<String>,
    /// A sentence on the format, if it was guessed.
    pub(crate) guess: Option<String>,
}

impl Outcome {
    pub(crate) fn add(&mut self, other: Self) {
        self.bad += other.bad;
        self.first_bad = self.first_bad.take().or(other.first_bad);
        self.ignored += other.ignored;
        self.numbers.extend(other.numbers);
        self.guess = self.guess.take().or(other.guess);
    }
}

/// Delivers records to a sink.
pub(super) struct Receiver<'a> {
    pub(super) sink: &'a mut dyn Sink,
    pub(super) is_strict: bool,
    pub(super) fields: usize,
    pub(super) records: u64,
    pub(super) outcome: Outcome,
}

/// The place that the texts of a name go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Field(usize),
    Unwanted,
    /// Beyond a limit.
    Beyond,
}

impl Receiver<'_> {
    /// Asks the sink for the field of a name.
    pub(super) fn target(&mut self, name: &str) -> Target {
        if self.fields == MOST_FIELDS || name.len() > LONGEST_NAME {
            return Target::Beyond;
        }
        let field = self.sink.field(name);
        self.fields += usize::from(field.is_some());
        field.map_or(Target::Unwanted, Target::Field)
    }

    pub(super) fn text(&mut self, target: Target, text: &str) {
        match target {
            Target::Field(field) => self.sink.text(field, text),
            Target::Unwanted => {}
            Target::Beyond => self.outcome.ignored += 1,
        }
    }

    pub(super) fn end_record(&mut self) {
        self.records += 1;
        self.sink.end_record();
    }

    /// Returns the number of records so far, good and bad.
    pub(super) fn count(&self) -> u64 {
        self.records + self.outcome.bad
    }

    /// Counts a bad record, or returns its fault if that ends the file.
    pub(super) fn bad(&mut self, fault: Fault) -> Result<(), Fault> {
        if self.is_strict {
            return Err(fault);
        }
        self.outcome.bad += 1;
        self.outcome.first_bad.get_or_insert(fault);
        Ok(())
    }
}
