//! The receiver of records that makes their profile, and takes a sample of them.

use string_kit_data::Sink;

use super::sample::Sampler;
use super::{Field, Profile, Sample};

/// Makes the profile of the records that it takes.
#[derive(Debug, Default)]
pub(crate) struct Profiler {
    profile: Profile,
    /// The number of the last record, from 1, that has a text of each field.
    last: Vec<u64>,
    sampler: Sampler,
    /// The bytes of the texts of the current record.
    bytes: u64,
    /// The bytes of memory that the profile may take.
    memory: usize,
}

impl Profiler {
    /// Returns a profiler of fields, which are numbered as they are met. Beyond about `memory`
    /// bytes, precision is given up.
    pub(crate) fn new(memory: usize) -> Self {
        Self {
            memory,
            ..Self::default()
        }
    }

    pub(crate) fn finish(self) -> (Profile, Sample) {
        (self.profile, self.sampler.finish())
    }
}

impl Sink for Profiler {
    fn field(&mut self, name: &str) -> Option<usize> {
        let fields = &mut self.profile.fields;
        let known = fields.iter().position(|field| field.name == name);
        if known.is_some() {
            return known;
        }
        fields.push(Field::named(name));
        self.last.push(0);
        self.profile.limit(self.memory);
        Some(self.last.len() - 1)
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

    #[test]
    fn a_field_is_present_once_a_record_and_the_bytes_of_a_record_are_those_of_its_texts() {
        let mut profiler = Profiler::new(MEMORY);
        for record in [
            &[("tag", "a"), ("tag", "été"), ("city", "Oslo")][..],
            &[],
            &[("city", ""), ("zip", "0150")],
        ] {
            for (name, text) in record {
                let field = profiler.field(name).unwrap();
                profiler.text(field, text);
            }
            profiler.end_record();
        }
        let (profile, _) = profiler.finish();
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
}
