//! The sink of records, and the side of a reader that delivers to it: it keeps the limits, and
//! counts bad records.

use std::collections::HashSet;
use std::path::Path;

use encoding_rs::{Encoding, UTF_8};
use serde::{Deserialize, Serialize};
use string_kit_measure::run::{Unit, distinct};

use crate::Fault;

/// The most fields whose texts are delivered.
pub const MOST_FIELDS: usize = 1_000;
/// The longest name of a field, in bytes. Texts of longer names are left out.
pub const LONGEST_NAME: usize = 1_024;

/// Takes records, text by text. A reader calls [`field`](Self::field) when it meets a name,
/// [`text`](Self::text) for each text, and [`end_record`](Self::end_record) after the last text of
/// a record.
pub trait Sink {
    /// Returns the number of the field with this name, or `None` if its texts are not wanted.
    fn field(&mut self, name: &str) -> Option<usize>;

    /// Takes a text of the current record. A field may have several in one record, or none.
    fn text(&mut self, field: usize, text: &str);

    /// Ends the current record.
    fn end_record(&mut self);
}

/// The outcome of reading a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Outcome {
    /// The number of bad records, which were left out.
    pub bad: u64,
    /// The fault of the first of them, with its place.
    pub first_bad: Option<Fault>,
    /// The number of texts that were left out because the file has too many fields or their names
    /// are too long.
    pub ignored: u64,
    /// Sentences on the first file: what was guessed, what was skipped, and quotation marks that
    /// may have another meaning.
    pub notes: Vec<String>,
    /// The names of fields that have a number, because another field has the name without it.
    pub numbered: Vec<String>,
    /// The names of some JSON values that are numbers or booleans, which are no texts.
    pub numbers: Vec<String>,
}

impl Outcome {
    /// Adds the outcome of a further file.
    pub fn add(&mut self, outcome: Self) {
        self.bad += outcome.bad;
        self.first_bad = self.first_bad.take().or(outcome.first_bad);
        self.ignored += outcome.ignored;
        if self.notes.is_empty() {
            self.notes = outcome.notes;
        }
        self.numbers.extend(outcome.numbers);
        for name in outcome.numbered {
            if !self.numbered.contains(&name) {
                self.numbered.push(name);
            }
        }
    }

    /// Returns sentences on what was left out, skipped and guessed.
    #[must_use]
    pub fn sentences(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        if let Some(first) = &self.first_bad {
            let bad = Unit::Count.show(self.bad as f64);
            sentences.push(format!(
                "Bad records that were left out: {bad}. The first: {first}."
            ));
        }
        sentences.extend(self.notes.iter().map(|note| format!("{note}.")));
        if !self.numbered.is_empty() {
            sentences.push(format!(
                "Fields with the name of another have a number: {}.",
                some_of(self.numbered.iter().map(String::as_str))
            ));
        }
        if !self.numbers.is_empty() {
            let names = distinct(self.numbers.iter().map(String::as_str));
            sentences.push(format!(
                "Left out, since JSON has them as numbers or booleans: {}.",
                some_of(names.into_iter())
            ));
        }
        if self.ignored > 0 {
            let ignored = Unit::Count.show(self.ignored as f64);
            sentences.push(format!(
                "Texts left out, since a file has over {MOST_FIELDS} fields or their names have \
                 over {LONGEST_NAME} bytes: {ignored}."
            ));
        }
        sentences
    }
}

/// Returns names with commas; of many, the first and the number of the others.
pub fn some_of<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    const LISTED: usize = 8;
    let left = names.len().saturating_sub(LISTED);
    let listed = names.take(LISTED).collect::<Vec<_>>().join(", ");
    match left {
        0 => listed,
        left => format!("{listed} and {left} more"),
    }
}

/// Delivers records to a sink.
pub(crate) struct Receiver<'a> {
    pub(crate) sink: &'a mut dyn Sink,
    pub(crate) is_strict: bool,
    pub(crate) encoding: &'static Encoding,
    pub(crate) fields: usize,
    /// The names of all fields of the file.
    pub(crate) names: HashSet<String>,
    pub(crate) records: u64,
    pub(crate) outcome: Outcome,
}

/// The place that the texts of a name go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Field(usize),
    Unwanted,
    /// Beyond a limit.
    Beyond,
}

impl Receiver<'_> {
    /// Asks the sink for a new field of this name. If another field of the file has it, the new one
    /// gets a number: the second column `name` is `name (2)`.
    pub(crate) fn target(&mut self, name: &str) -> Target {
        if self.fields == MOST_FIELDS || name.len() > LONGEST_NAME {
            return Target::Beyond;
        }
        let mut unique = name.to_owned();
        let mut number = 1;
        while !self.names.insert(unique.clone()) {
            number += 1;
            unique = format!("{name} ({number})");
        }
        let Some(field) = self.sink.field(&unique) else {
            return Target::Unwanted;
        };
        self.fields += 1;
        if number > 1 {
            self.outcome.numbered.push(unique);
        }
        Target::Field(field)
    }

    pub(crate) fn text(&mut self, target: Target, text: &str) {
        match target {
            Target::Field(field) => self.sink.text(field, text),
            Target::Unwanted => {}
            Target::Beyond => self.outcome.ignored += 1,
        }
    }

    pub(crate) fn end_record(&mut self) {
        self.records += 1;
        self.sink.end_record();
    }

    /// Returns the fault of a text, which has this name, that is not of the file's encoding.
    pub(crate) fn undecoded(&self, path: &Path, line: usize, column: usize, text: &str) -> Fault {
        let reason = format_args!("{text} is not {}", self.encoding.name());
        let remedy = if self.encoding == UTF_8 {
            "name its encoding: --encoding latin1, or another of the Encoding Standard"
        } else {
            "is it another --encoding, or are there several in it?"
        };
        Fault::at(path, line, column, reason, remedy)
    }

    /// Counts a bad record, or returns its fault if that ends the file.
    pub(crate) fn bad(&mut self, fault: Fault) -> Result<(), Fault> {
        if self.is_strict {
            return Err(fault);
        }
        self.outcome.bad += 1;
        self.outcome.first_bad.get_or_insert(fault);
        Ok(())
    }
}
