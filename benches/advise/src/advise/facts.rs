//! The facts that the advisor knows before it measures time; the header of its run has them.

use std::collections::BTreeMap;
use std::mem;

use serde::{Deserialize, Serialize};
use string_kit_measure::engine::Program;

use super::Args;
use super::constraint::Constraints;
use super::data::Gathered;
use crate::candidate::{Blocks, Candidate, TOLERANCE};
use crate::input::Outcome;
use crate::profile::{Field, Lengths, Profile, Sample, Usage, Value};
use crate::scenario::Scenario;

/// The number of the heaviest values that are shown.
const SHOWN: usize = 8;

/// The data, the demands, and the memory of each candidate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Facts {
    pub(super) sets: Vec<Set>,
    pub(super) constraints: Constraints,
    pub(super) is_timed: bool,
    /// True if the times are those of few processes.
    #[serde(default)]
    pub(super) is_rough: bool,
    /// The allocator whose size classes count.
    pub(super) allocator: String,
}

/// The facts and the samples, as the processes read them.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Data {
    pub(super) facts: Facts,
    /// A sample of each set.
    pub(super) samples: Vec<Sample>,
}

/// One set of data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Set {
    pub(super) name: String,
    pub(super) records: u64,
    #[serde(flatten)]
    pub(super) outcome: Outcome,
    /// The fields whose profile is less precise because it reached the limit of memory, and that
    /// limit in bytes.
    pub(super) reduced: Vec<String>,
    pub(super) memory_limit: u64,
    /// The number of records that are too long for the sample.
    pub(super) too_long: u64,
    pub(super) scenario: Scenario,
    /// True if times are of values drawn from a profile.
    pub(super) is_drawn: bool,
    /// The use of the strings, if a program recorded it.
    pub(super) recorded: Option<String>,
    /// The number of records in the sample that is timed.
    pub(super) sampled: u64,
    pub(super) fields: Vec<FieldFacts>,
    /// The memory of each way to keep all fields of a record together; none if a record is one
    /// text.
    pub(super) record: Option<Vec<MemoryFacts>>,
}

impl Set {
    /// Returns the name of the set's records among the fields.
    pub(super) fn label_of_records(&self) -> String {
        format!("records of {}", self.name)
    }
}

/// A field: its profile in short, and the candidates' memory.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct FieldFacts {
    pub(super) name: String,
    /// The number of texts, their bytes, and the records that have one.
    pub(super) count: u64,
    pub(super) bytes: u64,
    pub(super) present: u64,
    pub(super) ascii: u64,
    /// The number of distinct values, and its relative standard error.
    pub(super) distinct: f64,
    pub(super) distinct_error: f64,
    /// The median of the lengths, the 99th percentile, and the longest.
    pub(super) quantiles: [u64; 3],
    /// The number of texts up to each length, and above the one before.
    pub(super) lengths: Vec<(u64, u64)>,
    /// The heaviest values, each with the least and the greatest number of its texts (`u64::MAX` if
    /// it is unknown).
    pub(super) heaviest: Vec<(String, u64, u64)>,
    /// The most strings that were alive at once, if a program recorded that. The memory is theirs.
    pub(super) alive: Option<u64>,
    /// The nanoseconds of CPU time that the program took for each recorded operation, if they are
    /// known.
    pub(super) cpu_time: Option<f64>,
    pub(super) memory: Vec<MemoryFacts>,
}

impl FieldFacts {
    /// Returns the mean number of texts for each distinct value.
    pub(super) fn repeats(&self) -> f64 {
        self.count as f64 / self.distinct.max(1.0)
    }

    pub(super) fn memory_of(&self, name: &str) -> Option<&MemoryFacts> {
        self.memory.iter().find(|facts| facts.name == name)
    }
}

/// The memory of a candidate, in bytes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct MemoryFacts {
    pub(super) name: String,
    pub(super) asked: u64,
    /// With the size classes of the allocator.
    pub(super) taken: u64,
    pub(super) blocks: u64,
    /// The bytes taken if all captured texts were alive at once; as `taken`, if no program recorded
    /// them.
    pub(super) captured: u64,
    /// The reason why it is excluded.
    pub(super) excluded: Option<String>,
}

/// The flags, and what follows from them.
pub(super) struct Context<'a> {
    pub(super) args: &'a Args,
    pub(super) candidates: &'a [Candidate],
    pub(super) allocator: Program,
}

impl Context<'_> {
    pub(super) fn set(&self, gathered: &Gathered) -> Set {
        let (profile, sample) = (&gathered.profile, &gathered.sample);
        let fields = || profile.fields.iter();
        let reduced = fields().filter(|field| field.values.is_reduced());
        let recorded = fields().find_map(|field| field.usage.as_ref());
        Set {
            name: gathered.name.clone(),
            records: profile.records,
            outcome: gathered.outcome.clone(),
            reduced: reduced.map(|field| field.name.clone()).collect(),
            memory_limit: self.args.inputs.memory() as u64,
            too_long: sample.too_long,
            scenario: gathered.scenario.clone(),
            is_drawn: sample.is_drawn,
            recorded: recorded.map(Usage::to_string),
            sampled: sample.records().count() as u64,
            fields: fields().map(|field| self.field(field)).collect(),
            record: self.records(profile, sample),
        }
    }

    fn field(&self, field: &Field) -> FieldFacts {
        let distinct = field.distinct();
        let shown = |value: &Value| {
            let is_exact = field.values.is_exact(value);
            let most = if is_exact { value.count } else { u64::MAX };
            Some((value.text.as_deref()?.to_owned(), value.count, most))
        };
        let heaviest = field.values.heaviest().into_iter().take(SHOWN);
        let alive = field.alive();
        let operations = alive.map(|usage| Scenario::operations(usage).max(1) as f64);
        let cpu_time = self.args.cpu_time.zip(operations);
        let constraints = &self.args.constraints;
        let memory = |one: &Candidate| {
            let all = one.memory(field);
            let captured = all.taken(self.allocator);
            let kept = alive.map_or(all, |usage| one.memory_of_alive(field, usage));
            MemoryFacts {
                captured,
                ..self.memory(&one.name, &kept, constraints.excludes(one, Some(field)))
            }
        };
        FieldFacts {
            name: field.name.clone(),
            count: field.count(),
            bytes: field.lengths.bytes(),
            present: field.present,
            ascii: field.ascii,
            distinct: distinct.estimate,
            distinct_error: distinct.error,
            quantiles: [0.5, 0.99, 1.0].map(|share| field.lengths.quantile(share)),
            lengths: counts(&field.lengths, self.candidates),
            heaviest: heaviest.filter_map(shown).collect(),
            alive: alive.map(|usage| usage.alive),
            cpu_time: cpu_time.map(|(all, operations)| 1e9 * all / operations),
            memory: self.candidates.iter().map(memory).collect(),
        }
    }

    fn memory(&self, name: &str, blocks: &Blocks, excluded: Option<String>) -> MemoryFacts {
        let taken = blocks.taken(self.allocator);
        MemoryFacts {
            name: name.to_owned(),
            asked: blocks.asked(),
            taken,
            blocks: blocks.count(),
            captured: taken,
            excluded,
        }
    }

    /// Computes the memory of the records of a set with all their fields together; none if a record
    /// is one text, or the sizes of records are not known.
    fn records(&self, profile: &Profile, sample: &Sample) -> Option<Vec<MemoryFacts>> {
        const ALIGN: u64 = align_of::<usize>() as u64;

        let texts: u64 = profile.fields.iter().map(Field::count).sum();
        let is_known = profile.record_bytes.count() == profile.records;
        if profile.records == 0 || texts <= profile.records || !is_known {
            return None;
        }
        let shapes = shapes(profile, sample)?;
        let memory = |one: &Candidate| {
            let mut blocks = Blocks::default();
            for &(texts, bytes, count) in &shapes {
                if one.is_list() {
                    blocks.add_lists(texts, bytes, count);
                } else {
                    blocks.add(texts * one.size as u64, ALIGN, count);
                }
            }
            for field in profile.fields.iter().filter(|_| !one.is_list()) {
                one.add_blocks(field, &mut blocks);
            }
            // The vector of the records.
            blocks.add(one.record_size() as u64 * profile.records, ALIGN, 1);
            let excluded = self.args.constraints.excludes(one, None);
            self.memory(one.record_name(), &blocks, excluded)
        };
        let candidates = self.candidates.iter();
        let for_records = candidates.filter(|one| one.of_records().is_some());
        Some(for_records.map(memory).collect())
    }
}

/// Returns the types of each length up to which some are inline.
pub(super) fn inline_limits(candidates: &[Candidate]) -> BTreeMap<u64, Vec<&str>> {
    let mut limits = BTreeMap::<u64, Vec<&str>>::new();
    for one in candidates.iter().filter(|one| one.inline > 0) {
        let names = limits.entry(one.inline as u64).or_default();
        names.push(&one.name);
    }
    limits
}

/// Returns the number of texts up to each of some lengths, and above the one before: of 0, the
/// inline limits, then powers of two.
fn counts(lengths: &Lengths, candidates: &[Candidate]) -> Vec<(u64, u64)> {
    let longest = lengths.quantile(1.0);
    let mut ends = vec![0];
    ends.extend(inline_limits(candidates).into_keys());
    let last = ends[ends.len() - 1];
    let powers = (0..u64::BITS).map(|power| 1 << power);
    ends.extend(powers.filter(|end| *end > last).chain([u64::MAX]));
    let needed = ends.partition_point(|end| *end < longest) + 1;
    let mut below = 0;
    let counts = ends[..needed].iter().map(|&end| {
        let before = mem::replace(&mut below, lengths.at_most(end));
        (end, below - before)
    });
    counts.collect()
}

/// The number of texts of a record, their bytes, and the number of such records.
type Shape = (u64, u64, u64);

/// Returns the shapes of all records: estimated from a sample, if records may have several texts of
/// a field.
fn shapes(profile: &Profile, sample: &Sample) -> Option<Vec<Shape>> {
    if profile
        .fields
        .iter()
        .all(|field| field.count() == field.present)
    {
        // Records that lack a field have an empty text.
        let fields = profile.fields.len() as u64;
        let bytes = profile.record_bytes.iter();
        return Some(bytes.map(|(bytes, count)| (fields, bytes, count)).collect());
    }
    let sampled = sample.records().count() as u64;
    if sample.is_drawn || sampled == 0 {
        return None;
    }
    let shape = |record: Vec<(usize, &str)>| {
        let bytes: usize = record.iter().map(|(_, text)| text.len()).sum();
        (record.len() as u64, bytes as u64, profile.records / sampled)
    };
    Some(sample.records().map(shape).collect())
}

/// Keeps texts, of which `field` is the profile, by a candidate under the allocator that counts.
/// Returns both numbers if the predicted memory is too far from the counted one.
///
/// If the number of distinct texts is an estimate, the memory of a table is not known, since tables
/// grow to twice their size at once. Nor is it if the table lives as long as the process, and was
/// filled before.
pub(super) fn failed_check(candidate: &Candidate, field: &Field, texts: &[&str]) -> Option<String> {
    let predicted = candidate.memory(field).asked();
    let counted = (candidate.kept)(texts)?;
    let error = predicted.abs_diff(counted) as f64 / counted.max(1) as f64;
    let is_known = !candidate.is_interner() || field.values.is_complete();
    (is_known && error > TOLERANCE)
        .then(|| format!("of the sample {predicted} bytes were predicted, and {counted} counted"))
}

#[cfg(test)]
mod tests {
    use string_kit::StrList;
    use string_kit_measure::memory::counts;

    use super::*;
    use crate::candidate::{Kind, candidates};
    use crate::input::MEMORY;
    use crate::input::Sink;
    use crate::profile::Profiler;

    #[test]
    fn a_wrong_prediction_is_reported_with_both_numbers() {
        let texts = ["a text that is longer than any that is inline"; 3];
        let field = Field::from_texts(&texts);
        let right = candidates().remove(0);
        assert_eq!(failed_check(&right, &field, &texts), None);
        let wrong = Candidate {
            kind: Kind::Owned(|_| 0),
            size: 0,
            ..right
        };
        let expected = "of the sample 0 bytes were predicted, and 207 counted";
        let failure = failed_check(&wrong, &field, &texts);
        assert_eq!(failure.as_deref(), Some(expected));
    }

    #[test]
    fn the_memory_of_records_is_what_the_allocator_counts() {
        let mut profiler = Profiler::new(&[], MEMORY);
        let cities = ["Rome", "a name that is longer than any that is inline", ""];
        let records: Vec<[&str; 2]> = cities.map(|city| [city, "Italy"]).repeat(9);
        for record in &records {
            for (name, text) in ["city", "country"].iter().zip(record) {
                let field = profiler.field(name).unwrap();
                profiler.text(field, text);
            }
            profiler.end_record();
        }
        let (profile, sample) = profiler.finish();
        let candidates = candidates();
        let context = Context {
            args: &Args::default(),
            candidates: &candidates,
            allocator: Program::System,
        };
        let facts = context.records(&profile, &sample).unwrap();
        let asked = |name: &str| {
            let facts = facts.iter().find(|facts| facts.name == name).unwrap();
            isize::try_from(facts.asked).unwrap()
        };
        let mut boxed: Vec<Box<[String]>> = Vec::new();
        let boxed_record = |texts: &[&str; 2]| texts.map(String::from).into();
        let of_boxes = counts(|| boxed = records.iter().map(boxed_record).collect());
        let mut lists: Vec<StrList> = Vec::new();
        let list = |texts: &[&str; 2]| StrList::from(&texts[..]);
        let of_lists = counts(|| lists = records.iter().map(list).collect());
        assert_eq!(asked("String"), of_boxes.live_bytes);
        assert_eq!(asked("StrList"), of_lists.live_bytes);
    }
}
