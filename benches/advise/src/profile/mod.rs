//! Profiles of text: counts, lengths and values of each field, in bounded memory.
//!
//! ```text
//! input --> Profiler: Sink --> Profile --> rows (lines of JSON) --> Profile
//!                         \--> Sample: real records in their order
//! ```
//!
//! Profiles of parts merge to that of the whole. Up to 131,072 distinct values are counted exactly;
//! of more, a sample and the heaviest.

mod lengths;
mod plain;
mod profiler;
mod row;
mod rows;
mod sample;
mod usage;

use std::cmp::Reverse;

use string_kit_record::sketch::HEAVIEST;

pub(crate) use lengths::Lengths;
pub(crate) use plain::{Kind, Plain};
pub(crate) use profiler::Profiler;
pub(crate) use rows::{read_rows, read_rows_from, write_rows};
pub(crate) use sample::Sample;
pub(crate) use string_kit_record::sketch::{Value, Values};
pub(crate) use usage::Usage;

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Profile {
    pub(crate) records: u64,
    /// The fields, in the order in which they were met.
    pub(crate) fields: Vec<Field>,
    /// The bytes of all texts of a record together: what a `StrList` a record has to keep.
    pub(crate) record_bytes: Lengths,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Field {
    pub(crate) name: String,
    /// The number of records that have a text of this field.
    pub(crate) present: u64,
    /// The number of texts of ASCII alone.
    pub(crate) ascii: u64,
    pub(crate) lengths: Lengths,
    pub(crate) values: Values,
    /// True if the hashes have a key of their process.
    pub(crate) is_keyed: bool,
    /// The use of the strings, if a program recorded it.
    pub(crate) usage: Option<Usage>,
}

/// A number of distinct values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Distinct {
    pub(crate) estimate: f64,
    /// The relative standard error; 0 if the number is exact.
    pub(crate) error: f64,
}

/// Up to twice as many distinct values of a field are all counted exactly.
const SAMPLED: usize = 1 << 16;
/// The size of a sample that is large enough.
const LARGE_ENOUGH: usize = 1 << 14;

impl Default for Field {
    fn default() -> Self {
        Self {
            name: String::new(),
            present: 0,
            ascii: 0,
            lengths: Lengths::default(),
            values: Values::new(SAMPLED, usize::MAX),
            is_keyed: false,
            usage: None,
        }
    }
}

impl Field {
    /// Returns the profile of these texts, each of a record of its own.
    #[cfg(test)]
    pub(crate) fn from_texts(texts: &[&str]) -> Self {
        let mut field = Self::default();
        for text in texts {
            field.add(text);
        }
        field.present = texts.len() as u64;
        field
    }

    fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            ..Self::default()
        }
    }

    /// Counts a text, but not its record.
    fn add(&mut self, text: &str) {
        self.lengths.add(text.len() as u64, 1);
        self.ascii += u64::from(text.is_ascii());
        self.values.count(text);
    }

    /// Returns the number of distinct values, which is at most that of the texts.
    pub(crate) fn distinct(&self) -> Distinct {
        let (estimate, error) = self.values.distinct();
        let estimate = estimate.min(self.count() as f64);
        Distinct { estimate, error }
    }

    /// Returns whether a limit of memory made the sample of values smaller than it should be.
    pub(crate) fn is_reduced(&self) -> bool {
        self.values.is_reduced(LARGE_ENOUGH)
    }

    /// Returns the known values with the greatest counts, the greatest first.
    pub(crate) fn heaviest(&self) -> Vec<(u64, &Value)> {
        let mut values = self.values.sample();
        values.extend(self.values.frequent());
        values.sort_unstable_by_key(|(hash, value)| (Reverse(value.count), *hash));
        values.truncate(HEAVIEST);
        values
    }

    pub(crate) fn count(&self) -> u64 {
        self.lengths.count()
    }

    /// Returns whether a record may have several texts of the field.
    pub(crate) fn is_many(&self) -> bool {
        self.count() > self.present
    }

    /// Returns the use of the strings, if a program recorded how many were alive.
    pub(crate) fn alive(&self) -> Option<&Usage> {
        self.usage.as_ref().filter(|usage| usage.alive > 0)
    }

    fn merge(&mut self, field: &Self) {
        lengths::add(&mut self.present, field.present);
        lengths::add(&mut self.ascii, field.ascii);
        self.lengths.merge(&field.lengths);
        self.values.merge(&field.values);
        if let Some(usage) = &field.usage {
            self.usage.get_or_insert_default().merge(usage);
        }
    }
}

impl Profile {
    /// Limits the profile to about `memory` bytes, at the cost of precision: three eighths are for
    /// the values of all fields. The rest is for their rows, lengths and the sample of records.
    pub(crate) fn limit(&mut self, memory: usize) {
        // Fields that are added one by one change it only now and then.
        let share = memory / 8 * 3 / self.fields.len().next_power_of_two();
        let values = self.fields.iter_mut().map(|field| &mut field.values);
        values.for_each(|values| values.limit(share));
    }

    /// Returns the name of a field of both whose hashes no two processes share: the two cannot be
    /// merged.
    pub(crate) fn conflict<'a>(&self, profile: &'a Self) -> Option<&'a str> {
        let field = profile.fields.iter().find(|field| {
            let mut same = self.fields.iter().filter(|own| own.name == field.name);
            same.any(|own| own.is_keyed || field.is_keyed)
        });
        field.map(|field| &*field.name)
    }

    /// Adds other records, which must not [conflict](Self::conflict). Fields are matched by name.
    pub(crate) fn merge(&mut self, profile: &Self) {
        lengths::add(&mut self.records, profile.records);
        self.record_bytes.merge(&profile.record_bytes);
        for field in &profile.fields {
            match self.fields.iter_mut().find(|own| own.name == field.name) {
                Some(own) => own.merge(field),
                None => self.fields.push(field.clone()),
            }
        }
    }
}
