//! The receiver of records that makes their profile, and takes a sample of them.

use std::collections::HashMap;

use indexmap::IndexSet;

use super::counting::Counting;
use super::sample::Sampler;
use super::{Profile, Sample, share};
use crate::input::Sink;

/// Makes the profile of the records that it takes.
#[derive(Debug, Default)]
pub(crate) struct Profiler {
    /// The records, without their fields.
    profile: Profile,
    counting: Counting,
    sampler: Sampler,
    /// The number of each field by its name.
    numbers: HashMap<String, usize>,
    /// For each field, the number of records that have a text of it, and that of the last of them, from 1.
    present: Vec<(u64, u64)>,
    /// True if texts of fields that were not named are left out.
    is_closed: bool,
    /// The names that were met, if only some are wanted.
    pub(crate) met: IndexSet<String>,
    /// The bytes of the texts of the current record.
    bytes: u64,
    /// The bytes of memory that the profile may take.
    memory: usize,
}

impl Profiler {
    /// Returns a profiler of these fields; of all, if none is named. Fields are numbered in this order,
    /// others as they are met. Beyond about `memory` bytes, precision is given up.
    pub(crate) fn new(fields: &[String], memory: usize) -> Self {
        let mut profiler = Self {
            memory,
            ..Self::default()
        };
        profiler.profile.limit(memory);
        for name in fields {
            profiler.field(name);
        }
        profiler.is_closed = !fields.is_empty();
        profiler
    }

    /// Returns the profile, and the sample.
    pub(crate) fn finish(mut self) -> (Profile, Sample) {
        self.profile.fields = self.counting.finish();
        for (field, (present, _)) in self.profile.fields.iter_mut().zip(self.present) {
            field.present = present;
        }
        let sample = self.sampler.finish(self.profile.fields.len());
        (self.profile, sample)
    }
}

impl Sink for Profiler {
    #[cfg(feature = "parquet")]
    fn wants(&mut self, name: &str) -> bool {
        let mut within = self
            .numbers
            .keys()
            .filter_map(|field| field.strip_prefix(name));
        let is_named = within.any(|rest| rest.is_empty() || rest.starts_with(['.', '[']));
        let is_wanted = is_named || !self.is_closed;
        if !is_wanted {
            self.met.insert(name.to_owned());
        }
        is_wanted
    }

    fn field(&mut self, name: &str) -> Option<usize> {
        if self.is_closed {
            self.met.insert(name.to_owned());
        }
        let number = self.numbers.get(name).copied();
        if number.is_some() || self.is_closed {
            return number;
        }
        let number = self.numbers.len();
        self.numbers.insert(name.to_owned(), number);
        self.present.push((0, 0));
        let share = share(self.memory, number + 1);
        self.counting.add_field(name, share);
        Some(number)
    }

    fn text(&mut self, field: usize, text: &str) {
        let (present, last) = &mut self.present[field];
        *present += u64::from(*last <= self.profile.records);
        *last = self.profile.records + 1;
        self.counting.add(field, text);
        self.sampler.text(field, text);
        self.bytes += text.len() as u64;
    }

    fn end_record(&mut self) {
        self.profile.records += 1;
        self.profile.record_bytes.add(self.bytes, 1);
        self.bytes = 0;
        self.sampler.end_record();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::{Field, Lengths, MEMORY};

    /// Profiles records of texts with the names of their fields.
    fn profiled(fields: &[&str], records: &[&[(&str, &str)]]) -> (Profile, Sample) {
        let fields: Vec<String> = fields.iter().map(|&name| name.to_owned()).collect();
        let mut profiler = Profiler::new(&fields, MEMORY);
        for record in records {
            for (name, text) in *record {
                if let Some(field) = profiler.field(name) {
                    profiler.text(field, text);
                }
            }
            profiler.end_record();
        }
        profiler.finish()
    }

    const RECORDS: &[&[(&str, &str)]] = &[
        &[("tag", "a"), ("tag", "été"), ("city", "Oslo")],
        &[],
        &[("city", ""), ("zip", "0150")],
    ];

    /// Returns the lengths with their counts.
    fn counts(lengths: &Lengths) -> Vec<(u64, u64)> {
        lengths.iter().collect()
    }

    #[test]
    fn a_field_is_present_once_a_record_and_the_bytes_of_a_record_are_those_of_its_texts() {
        let (profile, _) = profiled(&[], RECORDS);
        let facts = profile.fields.iter().map(|field| {
            let Field { present, ascii, .. } = *field;
            (&*field.name, field.count(), present, ascii)
        });
        let expected = [("tag", 2, 1, 1), ("city", 2, 2, 2), ("zip", 1, 1, 1)];
        assert_eq!(facts.collect::<Vec<_>>(), expected);
        assert_eq!(profile.records, 3);
        assert_eq!(counts(&profile.record_bytes), [(0, 1), (4, 1), (10, 1)]);
    }

    #[test]
    fn named_fields_come_first_and_others_are_left_out() {
        let (profile, sample) = profiled(&["zip", "none", "city"], RECORDS);
        let facts = profile
            .fields
            .iter()
            .map(|field| (&*field.name, field.count()));
        assert_eq!(
            facts.collect::<Vec<_>>(),
            [("zip", 1), ("none", 0), ("city", 2)]
        );
        assert_eq!(counts(&profile.record_bytes), [(0, 1), (4, 2)]);
        assert_eq!(sample.texts()[2], ["Oslo", ""]);
    }
}
