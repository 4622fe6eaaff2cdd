//! The receiver of records that makes their profile, and takes a sample of them.

use indexmap::{IndexMap, IndexSet};
use string_kit_data::Sink;

use super::sample::Sampler;
use super::{Field, Profile, Sample};

/// Makes the profile of the records that it takes.
#[derive(Debug, Default)]
pub(crate) struct Profiler {
    profile: Profile,
    /// The number of the last record, from 1, that has a text of each field.
    last: IndexMap<String, u64>,
    sampler: Sampler,
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
    /// Returns a profiler of these fields; of all, if none is named. Fields are numbered in this
    /// order, others as they are met. Beyond about `memory` bytes, precision is given up.
    pub(crate) fn new(fields: &[String], memory: usize) -> Self {
        let mut profiler = Self {
            memory,
            ..Self::default()
        };
        for name in fields {
            profiler.field(name);
        }
        profiler.is_closed = !fields.is_empty();
        profiler
    }

    pub(crate) fn finish(self) -> (Profile, Sample) {
        (self.profile, self.sampler.finish())
    }
}

impl Sink for Profiler {
    fn field(&mut self, name: &str) -> Option<usize> {
        if self.is_closed {
            self.met.insert(name.to_owned());
        }
        let known = self.last.get_index_of(name);
        if known.is_some() || self.is_closed {
            return known;
        }
        let (number, _) = self.last.insert_full(name.to_owned(), 0);
        self.profile.fields.push(Field::named(name));
        self.profile.limit(self.memory);
        Some(number)
    }

    fn text(&mut self, field: usize, text: &str) {
        self.bytes += text.len() as u64;
        self.sampler.text(field, text);
        let record = self.profile.records + 1;
        let is_first = self.last[field] < record;
        self.last[field] = record;
        let field = &mut self.profile.fields[field];
        field.present += u64::from(is_first);
        field.add(text);
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
    use crate::profile::Lengths;
    use string_kit_data::MEMORY;

    /// Profiles three records of texts with the names of their fields.
    fn profiled(fields: &[&str]) -> (Profile, Sample) {
        let fields: Vec<String> = fields.iter().map(|&name| name.to_owned()).collect();
        let mut profiler = Profiler::new(&fields, MEMORY);
        for record in [
            &[("tag", "a"), ("tag", "été"), ("city", "Oslo")][..],
            &[],
            &[("city", ""), ("zip", "0150")],
        ] {
            for (name, text) in record {
                if let Some(field) = profiler.field(name) {
                    profiler.text(field, text);
                }
            }
            profiler.end_record();
        }
        profiler.finish()
    }

    #[test]
    fn a_field_is_present_once_a_record_and_the_bytes_of_a_record_are_those_of_its_texts() {
        let (profile, _) = profiled(&[]);
        let facts = profile.fields.iter().map(|field| {
            let Field { present, ascii, .. } = *field;
            (&*field.name, field.count(), present, ascii)
        });
        let expected = [("tag", 2, 1, 1), ("city", 2, 2, 2), ("zip", 1, 1, 1)];
        assert_eq!(facts.collect::<Vec<_>>(), expected);
        assert_eq!(profile.records, 3);
        let record_bytes = Lengths::from_iter([(0, 1), (4, 1), (10, 1)]);
        assert_eq!(profile.record_bytes, record_bytes);
    }

    #[test]
    fn named_fields_come_first_and_others_are_left_out() {
        let (profile, sample) = profiled(&["zip", "none", "city"]);
        let fields = profile.fields.iter();
        let facts: Vec<_> = fields.map(|field| (&*field.name, field.count())).collect();
        assert_eq!(facts, [("zip", 1), ("none", 0), ("city", 2)]);
        let record_bytes = Lengths::from_iter([(0, 1), (4, 2)]);
        assert_eq!(profile.record_bytes, record_bytes);
        let texts: Vec<_> = sample.records().flatten().collect();
        assert_eq!(texts, [(2, "Oslo"), (2, ""), (0, "0150")]);
    }
}
