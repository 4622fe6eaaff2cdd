//! The side of a reader that delivers: it keeps the limits, and counts bad records.

use super::format::{Options, Outcome};
use super::source::Origin;
use super::{Fault, Sink};

/// The most fields whose texts are delivered.
pub(super) const MOST_FIELDS: usize = 1_000;

/// Delivers records to a sink.
#[allow(missing_debug_implementations)] // It holds a sink of any type.
pub(super) struct Receiver<'a, S> {
    sink: &'a mut S,
    options: Options,
    fields: usize,
    records: u64,
    outcome: Outcome,
}

/// The place that the texts of a name go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    Field(usize),
    Unwanted,
    /// It was met after as many fields as there may be.
    Beyond,
}

impl<'a, S: Sink> Receiver<'a, S> {
    pub(super) fn new(sink: &'a mut S, options: Options) -> Self {
        Self {
            sink,
            options,
            fields: 0,
            records: 0,
            outcome: Outcome::default(),
        }
    }

    /// Asks the sink for the field of a name.
    pub(super) fn target(&mut self, name: &str) -> Target {
        if self.fields == MOST_FIELDS {
            return Target::Beyond;
        }
        match self.sink.field(name) {
            None => Target::Unwanted,
            Some(field) => {
                self.fields += 1;
                Target::Field(field)
            }
        }
    }

    /// Delivers a text.
    pub(super) fn text(&mut self, target: Target, text: &str) {
        match target {
            Target::Field(field) => self.sink.text(field, text),
            Target::Unwanted => {}
            Target::Beyond => self.outcome.ignored += 1,
        }
    }

    /// Counts values whose names are too many to be kept.
    pub(super) fn ignore(&mut self, values: u64) {
        self.outcome.ignored += values;
    }

    /// Ends the record.
    pub(super) fn end_record(&mut self) {
        self.records += 1;
        self.sink.end_record();
    }

    /// Returns the number of records, good and bad.
    pub(super) fn met(&self) -> u64 {
        self.records + self.outcome.bad
    }

    /// Counts a bad record.
    ///
    /// # Errors
    ///
    /// The fault, if bad records are faults of the file.
    pub(super) fn bad(&mut self, fault: Fault) -> Result<(), Fault> {
        if self.options.strict {
            return Err(fault);
        }
        self.outcome.bad += 1;
        self.outcome.first_bad.get_or_insert(fault);
        Ok(())
    }

    /// Ends the file.
    ///
    /// # Errors
    ///
    /// If it has no good record; an empty file may be one of several.
    pub(super) fn finish(self, origin: &Origin) -> Result<Outcome, Fault> {
        match &self.outcome.first_bad {
            _ if self.records > 0 => Ok(self.outcome),
            None if self.options.may_be_empty => Ok(self.outcome),
            None => Err(origin.fault("there is no record in it", "is it the right file?")),
            Some(first) => {
                let first = format_args!("the first: {first}");
                Err(origin.fault("no record could be read", first))
            }
        }
    }
}
