//! The facts that the advisor knows before it measures time; the header of its run has them.

use serde::{Deserialize, Serialize};
use string_kit_measure::engine::Program;

use super::Args;
use super::constraint::Constraints;
use super::data::Gathered;
use crate::candidate::{Candidate, Part, distinct};
use crate::input::Outcome;
use crate::profile::{Field, Lengths, Plain, Profile, Sample};
use crate::scenario::Scenario;

/// The most texts of a sample on which the memory is checked.
const CHECKED: usize = 1 << 14;
/// The least number of texts that are a basis for a pick.
const LEAST_TEXTS: u64 = 10;
/// The least number of texts for each distinct value for which interners are candidates.
const REPEATED: f64 = 2.0;

/// The data, the demands, and the memory of each candidate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[allow(clippy::struct_excessive_bools)] // Each is a fact of its own.
pub(super) struct Facts {
    pub(super) sets: Vec<Set>,
    pub(super) constraints: Constraints,
    pub(super) is_timed: bool,
    /// True if the times are those of few processes.
    pub(super) is_rough: bool,
    /// True if all tables are asked for.
    pub(super) is_all: bool,
    /// The most types that the advice may name for a record.
    pub(super) most_types: usize,
    /// The allocator whose size classes count.
    pub(super) allocator: String,
    /// True if a program that counts checks the memory.
    pub(super) is_checked: bool,
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
    /// The use of the strings, if a program recorded it, and the name of their alias.
    pub(super) recorded: Option<Recorded>,
    /// The number of records in the sample that is timed.
    pub(super) sampled: u64,
    pub(super) fields: Vec<FieldFacts>,
    /// The fields that are kept as strings: all together first, then each alone, then those whose
    /// values repeat.
    pub(super) parts: Vec<PartFacts>,
}

/// The use that a program recorded of a label.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Recorded {
    pub(super) words: String,
    /// The name of the alias; empty if an older version recorded it.
    pub(super) alias: String,
    /// The most strings that were alive at once.
    pub(super) alive: u64,
}

/// Some fields of a record, with the memory of each candidate.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct PartFacts {
    /// The name, which is unique: that of the field if there is one.
    pub(super) name: String,
    /// The fields, by their places.
    pub(super) fields: Vec<usize>,
    pub(super) texts: u64,
    /// The number of texts of a record.
    pub(super) width: usize,
    /// The number of distinct values.
    pub(super) distinct: f64,
    pub(super) memory: Vec<MemoryFacts>,
}

impl PartFacts {
    pub(super) fn memory_of(&self, name: &str) -> Option<&MemoryFacts> {
        self.memory.iter().find(|facts| facts.name == name)
    }

    /// Returns the mean number of texts for each distinct value.
    pub(super) fn repeats(&self) -> f64 {
        self.texts as f64 / self.distinct.max(1.0)
    }

    /// Returns whether the texts are too few for a pick.
    pub(super) fn is_little(&self) -> bool {
        self.texts < LEAST_TEXTS
    }

    /// Returns whether interners are candidates.
    pub(super) fn is_repeating(&self) -> bool {
        self.repeats() >= REPEATED
    }
}

/// A field: its profile in short.
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
    /// The heaviest value that is known, and the least number of its texts.
    pub(super) heaviest: Option<(String, u64)>,
    /// The type of a field that needs no string, and the bytes that it saves beside `String`.
    pub(super) plain: Option<(Plain, u64)>,
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
        let fields: Vec<&Field> = profile.fields.iter().collect();
        let reduced = fields.iter().filter(|field| field.values.is_reduced());
        let facts: Vec<FieldFacts> = fields.iter().map(|field| self.field(field)).collect();
        let recorded = fields.iter().find_map(|field| field.usage.as_ref());
        Set {
            name: gathered.name.clone(),
            records: profile.records,
            outcome: gathered.outcome.clone(),
            reduced: reduced.map(|field| field.name.clone()).collect(),
            memory_limit: self.args.inputs.memory() as u64,
            too_long: sample.too_long,
            scenario: gathered.scenario.clone(),
            is_drawn: sample.is_drawn,
            recorded: recorded.map(|usage| Recorded {
                words: usage.to_string(),
                alias: usage.alias.clone(),
                alive: usage.alive,
            }),
            sampled: sample.records().count() as u64,
            parts: self.parts(gathered, &facts),
            fields: facts,
        }
    }

    fn field(&self, field: &Field) -> FieldFacts {
        let distinct = field.distinct();
        let heaviest = field.values.heaviest().into_iter().next();
        let plain = Plain::find(field).map(|plain| {
            let string = self.candidates[0].memory(&Part::of_field(field));
            let taken = string.taken(self.allocator);
            let saved = taken.saturating_sub(field.count().saturating_mul(plain.size()));
            (plain, saved)
        });
        FieldFacts {
            name: field.name.clone(),
            count: field.count(),
            bytes: field.lengths.bytes(),
            present: field.present,
            ascii: field.ascii,
            distinct: distinct.estimate,
            distinct_error: distinct.error,
            quantiles: [0.5, 0.99, 1.0].map(|share| field.lengths.quantile(share)),
            heaviest: heaviest
                .and_then(|value| Some((value.text.as_deref()?.to_owned(), value.count))),
            plain,
        }
    }

    /// Returns the parts of a record: the fields that need a string, or, if none does, all.
    fn parts(&self, gathered: &Gathered, facts: &[FieldFacts]) -> Vec<PartFacts> {
        let fields = &gathered.profile.fields;
        let is_recorded = |at: &usize| fields[*at].usage.is_some();
        let is_text = |at: &usize| facts[*at].plain.is_none() || is_recorded(at);
        let places = || (0..fields.len()).filter(|at| fields[*at].count() > 0);
        let mut texts: Vec<usize> = places().filter(is_text).collect();
        if texts.is_empty() {
            texts = places().collect();
        }
        let name = &gathered.name;
        let distinct: Vec<Lengths> = fields.iter().map(distinct).collect();
        let part = |name, fields| self.part(gathered, name, fields, &distinct);
        let [text] = texts[..] else {
            let whole = part(format!("records of {name}"), texts.clone());
            let alone = |at: &usize| part(fields[*at].name.clone(), vec![*at]);
            let mut parts = vec![whole];
            parts.extend(texts.iter().map(alone));
            let mut repeating = texts.clone();
            repeating.retain(|at| {
                let FieldFacts {
                    count, distinct, ..
                } = facts[*at];
                count as f64 >= REPEATED * distinct
            });
            if (2..texts.len()).contains(&repeating.len()) {
                let name = format!("repeating fields of {name}");
                parts.push(part(name, repeating));
            }
            return parts;
        };
        vec![part(fields[text].name.clone(), vec![text])]
    }

    fn part(
        &self,
        gathered: &Gathered,
        name: String,
        places: Vec<usize>,
        distinct: &[Lengths],
    ) -> PartFacts {
        let profile = &gathered.profile;
        let fields: Vec<&Field> = places.iter().map(|at| &profile.fields[*at]).collect();
        let mut part = Part {
            records: profile.records,
            distinct: Lengths::default(),
            shapes: Vec::new(),
            fields: fields.clone(),
        };
        for at in &places {
            part.distinct.merge(&distinct[*at]);
        }
        if part.width() > 1 {
            part.shapes = shapes(profile, &gathered.sample, &places);
        }
        let alive = match &fields[..] {
            [field] => field.alive().map(|usage| (*field, usage)),
            _ => None,
        };
        let memory = |one: &Candidate| {
            let all = one.memory(&part);
            let captured = all.taken(self.allocator);
            let kept = alive.map_or(all, |(field, usage)| one.memory_of_alive(field, usage));
            let constraints = &self.args.constraints;
            let mut reasons = fields
                .iter()
                .map(|field| constraints.excludes(one, Some(field)));
            MemoryFacts {
                name: one.name.clone(),
                asked: kept.asked(),
                taken: kept.taken(self.allocator),
                blocks: kept.count(),
                captured,
                excluded: reasons.find_map(|reason| reason),
            }
        };
        PartFacts {
            name,
            texts: part.texts(),
            width: part.width(),
            distinct: fields.iter().map(|field| field.distinct().estimate).sum(),
            memory: self.candidates.iter().map(memory).collect(),
            fields: places,
        }
    }
}

/// Returns the number of texts of a record, their bytes, and the number of such records, of these
/// fields: by the profile if they are all fields, else by the sample, else the mean.
fn shapes(profile: &Profile, sample: &Sample, places: &[usize]) -> Vec<(u64, u64, u64)> {
    let fields = places.iter().map(|at| &profile.fields[*at]);
    let is_many = fields.clone().any(Field::is_many);
    let width = places.len() as u64;
    let is_whole = places.len() == profile.fields.len();
    if is_whole && !is_many && profile.record_bytes.count() == profile.records {
        // Records that lack a field have an empty text.
        let bytes = profile.record_bytes.iter();
        return bytes.map(|(bytes, count)| (width, bytes, count)).collect();
    }
    let sampled = sample.records().count() as u64;
    if sample.is_drawn || sampled == 0 {
        let records = profile.records.max(1);
        let [texts, bytes] = [Field::count, |field: &Field| field.lengths.bytes()]
            .map(|number| fields.clone().map(number).fold(0, u64::saturating_add) / records);
        return vec![(if is_many { texts } else { width }, bytes, records)];
    }
    let mut is_kept = vec![false; profile.fields.len()];
    for at in places {
        is_kept[*at] = true;
    }
    let all = u128::from(profile.records);
    // Each stands for as many records as the next one, or one more.
    let until = |at: usize| {
        let until = all * at as u128 / u128::from(sampled);
        u64::try_from(until).unwrap_or(u64::MAX)
    };
    let records = sample.records().enumerate().map(|(at, record)| {
        let (mut texts, mut bytes) = (0, 0);
        for (_, text) in record.iter().filter(|(field, _)| is_kept[*field]) {
            texts += 1;
            bytes += text.len() as u64;
        }
        let texts = if is_many { texts } else { width };
        (texts, bytes, until(at + 1) - until(at))
    });
    records.collect()
}

/// Keeps texts by a candidate under the allocator that counts. Returns both numbers if the
/// predicted memory is too far from the counted one.
///
/// If the number of distinct texts is an estimate, the memory of a table is not known, since tables
/// grow to twice their size at once. Nor is it if the table lives as long as the process, and was
/// filled before.
pub(super) fn failed_check(candidate: &Candidate, texts: &[&str]) -> Option<String> {
    let texts = &texts[..texts.len().min(CHECKED)];
    let field = Field::from_texts(texts);
    let predicted = candidate.memory(&Part::of_field(&field)).asked();
    let counted = (candidate.kept)(texts)?;
    let error = predicted.abs_diff(counted) as f64 / counted.max(1) as f64;
    let is_known = !candidate.is_interner() || field.values.is_complete();
    (is_known && error > candidate.tolerance())
        .then(|| format!("of the sample {predicted} bytes were predicted, and {counted} counted"))
}

#[cfg(test)]
mod tests {
    use string_kit::StrList;
    use string_kit_measure::memory::counts;

    use super::*;
    use crate::candidate::{Kind, candidates};
    use crate::input::{MEMORY, Sink};
    use crate::profile::Profiler;
    use crate::scenario::Preset;

    #[test]
    fn a_wrong_prediction_is_reported_with_both_numbers() {
        let texts = ["a text that is longer than any that is inline"; 3];
        let right = candidates().remove(0);
        assert_eq!(failed_check(&right, &texts), None);
        let wrong = Candidate {
            kind: Kind::Owned(|_| 0),
            size: 0,
            ..right
        };
        let expected = "of the sample 0 bytes were predicted, and 207 counted";
        assert_eq!(failed_check(&wrong, &texts).as_deref(), Some(expected));
    }

    #[test]
    fn the_memory_of_records_is_what_the_allocator_counts() {
        let mut profiler = Profiler::new(&[], MEMORY);
        let cities = [
            "Rome",
            "a name that is longer than any that is inline",
            "Bern",
        ];
        let record = |at: usize| {
            [
                format!("{} {at}", cities[at % 3]),
                format!("land {}", at % 20),
            ]
        };
        let records: Vec<[String; 2]> = (0..27).map(record).collect();
        for (number, [city, country]) in records.iter().enumerate() {
            let number = &number.to_string();
            for (name, text) in [("number", number), ("city", city), ("country", country)] {
                let field = profiler.field(name).unwrap();
                profiler.text(field, text);
            }
            profiler.end_record();
        }
        let (profile, sample) = profiler.finish();
        let gathered = Gathered {
            name: "cities".to_owned(),
            profile,
            sample,
            scenario: Preset::Records.scenario(),
            outcome: Outcome::default(),
        };
        let context = Context {
            args: &Args::default(),
            candidates: &candidates(),
            allocator: Program::System,
        };
        let set = context.set(&gathered);
        let names: Vec<&str> = set.parts.iter().map(|part| &*part.name).collect();
        assert_eq!(names, ["records of cities", "city", "country"]);
        let asked = |name: &str| {
            let facts = set.parts[0].memory_of(name).unwrap();
            isize::try_from(facts.asked).unwrap()
        };
        let mut structs: Vec<[String; 2]> = Vec::new();
        let of_structs = counts(|| structs = records.clone());
        let mut lists: Vec<StrList> = Vec::new();
        let of_lists = counts(|| lists = records.iter().map(StrList::from_iter).collect());
        assert_eq!(asked("String"), of_structs.live_bytes);
        assert_eq!(asked("StrList"), of_lists.live_bytes);
    }
}
