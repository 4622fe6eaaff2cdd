//! The facts that the advisor knows before it measures time; the header of its run has them.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use string_kit_data::Outcome;
use string_kit_measure::judge::Judge;
use string_kit_measure::run::{Factors, Measurement};

use super::constraint::Constraints;
use super::data::Gathered;
use super::factors::{FIELD, TYPE};
use super::recording::{CAPTURED, Recording, TAKEN};
use crate::candidate::{BASELINE, Candidate, Part, distinct};
use crate::profile::{Field, Lengths, Plain, Profile, Sample};
use crate::workload::Workload;

/// The least number of texts that are a basis for a pick.
const LEAST_TEXTS: u64 = 10;
/// The least number of texts for each distinct value for which interners are candidates.
const REPEATED: f64 = 2.0;

/// The data and the demands; [`Facts::read_memory`] adds the memory of each candidate.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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
    pub(super) workload: Workload,
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
    /// The type of a field that needs no string.
    pub(super) plain: Option<Plain>,
    /// The bytes that this type saves beside `String`.
    #[serde(skip)]
    pub(super) plain_saves: u64,
}

/// A candidate for a part: whether it is excluded, and its memory in bytes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct MemoryFacts {
    pub(super) name: String,
    /// The reason why it is excluded.
    pub(super) excluded: Option<String>,
    /// With the size classes of the allocator.
    #[serde(skip)]
    pub(super) taken: u64,
    /// The bytes taken if all captured texts were alive at once; as `taken`, if no program recorded
    /// them.
    #[serde(skip)]
    pub(super) captured: u64,
}

impl Facts {
    /// Reads the memory that was recorded.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Bytes below 2^52.
    pub(super) fn read_memory(&mut self, judge: &Judge<'_>) {
        let bytes = |field: &str, name: &str, metric: &str| {
            let factors = Factors::default().with(FIELD, field).with(TYPE, name);
            let recorded = judge.find(&factors, metric).and_then(Measurement::value);
            recorded.map(|bytes| bytes as u64)
        };
        for set in &mut self.sets {
            for part in &mut set.parts {
                let name = part.name.clone();
                part.memory.retain_mut(|facts| {
                    let Some(taken) = bytes(&name, &facts.name, TAKEN) else {
                        return false;
                    };
                    facts.taken = taken;
                    facts.captured = bytes(&name, &facts.name, CAPTURED).unwrap_or(taken);
                    true
                });
            }
            for field in &mut set.fields {
                let taken = bytes(&field.name, BASELINE, TAKEN).unwrap_or(0);
                let size = field.plain.as_ref().map_or(0, Plain::size);
                field.plain_saves = taken.saturating_sub(field.count.saturating_mul(size));
            }
        }
    }
}

/// The flags, and what follows from them.
pub(super) struct Context<'a> {
    pub(super) constraints: &'a Constraints,
    pub(super) candidates: &'a [Candidate],
    /// The limit of memory in bytes.
    pub(super) memory_limit: u64,
}

impl Context<'_> {
    /// Returns the facts of a set, and the parts whose memory is to be recorded.
    pub(super) fn set(&self, gathered: &Gathered) -> (Set, Vec<Recording>) {
        let (profile, sample) = (&gathered.profile, &gathered.sample);
        let fields: Vec<&Field> = profile.fields.iter().collect();
        let reduced = fields.iter().filter(|field| field.is_reduced());
        let facts: Vec<FieldFacts> = fields.iter().map(|field| field_facts(field)).collect();
        let recorded = fields.iter().find_map(|field| field.usage.as_ref());
        let (parts, recordings) = self.parts(gathered, &facts);
        let set = Set {
            name: gathered.name.clone(),
            records: profile.records,
            outcome: gathered.outcome.clone(),
            reduced: reduced.map(|field| field.name.clone()).collect(),
            memory_limit: self.memory_limit,
            too_long: sample.too_long,
            workload: gathered.workload.clone(),
            is_drawn: sample.is_drawn,
            recorded: recorded.map(|usage| Recorded {
                words: usage.to_string(),
                alias: usage.alias.clone(),
                alive: usage.alive,
            }),
            sampled: sample.records().count() as u64,
            parts,
            fields: facts,
        };
        (set, recordings)
    }

    /// Returns the parts of a record: the fields that need a string, or, if none does, all.
    fn parts(&self, gathered: &Gathered, facts: &[FieldFacts]) -> (Vec<PartFacts>, Vec<Recording>) {
        let fields = &gathered.profile.fields;
        let is_recorded = |at: &usize| fields[*at].usage.is_some();
        let is_text = |at: &usize| facts[*at].plain.is_none() || is_recorded(at);
        let places = || (0..fields.len()).filter(|at| fields[*at].count() > 0);
        let mut texts: Vec<usize> = places().filter(is_text).collect();
        let mut plain: Vec<usize> = places().filter(|at| !is_text(at)).collect();
        if texts.is_empty() {
            texts = places().collect();
        }
        // Each part has its fields, and whether a process records it alone.
        let mut names = Vec::new();
        if let [text] = texts[..] {
            names.push((fields[text].name.clone(), vec![text], true));
        } else {
            names.push((format!("records of {}", gathered.name), texts.clone(), true));
            names.extend(
                texts
                    .iter()
                    .map(|at| (fields[*at].name.clone(), vec![*at], false)),
            );
            let mut repeating = texts.clone();
            repeating.retain(|at| facts[*at].count as f64 >= REPEATED * facts[*at].distinct);
            if (2..texts.len()).contains(&repeating.len()) {
                let name = format!("repeating fields of {}", gathered.name);
                names.push((name, repeating, true));
            }
        }
        let distinct: Vec<Lengths> = fields.iter().map(distinct).collect();
        let mut recordings = Vec::new();
        let parts = names.into_iter().map(|(name, places, is_alone)| {
            let part = part_of(gathered, &places, &distinct);
            let facts = self.part_facts(gathered, name.clone(), places, &part);
            recordings.push(Recording {
                name,
                part,
                is_plain: false,
                is_alone,
            });
            facts
        });
        let text_parts: Vec<PartFacts> = parts.collect();
        plain.retain(|at| !texts.contains(at));
        recordings.extend(plain.into_iter().map(|at| Recording {
            name: fields[at].name.clone(),
            part: part_of(gathered, &[at], &distinct),
            is_plain: true,
            is_alone: false,
        }));
        (text_parts, recordings)
    }

    fn part_facts(
        &self,
        gathered: &Gathered,
        name: String,
        places: Vec<usize>,
        part: &Part,
    ) -> PartFacts {
        let fields: Vec<&Field> = places
            .iter()
            .map(|at| &gathered.profile.fields[*at])
            .collect();
        let structs: HashSet<&str> = fields.iter().map(|field| struct_of(&field.name)).collect();
        let memory = |candidate: &Candidate| {
            let is_shared = gathered.workload.is_shared;
            let is_apart = candidate.is_list() && structs.len() > 1;
            let apart = is_apart.then(|| "the fields are of several structs".to_owned());
            let excludes =
                |field: &&Field| self.constraints.excludes(candidate, Some(field), is_shared);
            let mut reasons = fields.iter().filter_map(excludes).chain(apart);
            MemoryFacts {
                name: candidate.name.clone(),
                excluded: reasons.next(),
                ..MemoryFacts::default()
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

fn field_facts(field: &Field) -> FieldFacts {
    let distinct = field.distinct();
    let heaviest = field.heaviest().into_iter().next();
    FieldFacts {
        name: field.name.clone(),
        count: field.count(),
        bytes: field.lengths.bytes(),
        present: field.present,
        ascii: field.ascii,
        distinct: distinct.estimate,
        distinct_error: distinct.error,
        quantiles: [0.5, 0.99, 1.0].map(|share| field.lengths.quantile(share)),
        heaviest: heaviest.and_then(|(_, value)| {
            let text = value.text.as_deref()?.to_owned();
            Some((text, value.count.unsigned_abs()))
        }),
        plain: Plain::find(field),
        plain_saves: 0,
    }
}

/// Returns some fields of all records, with the lengths of the distinct texts of each.
fn part_of(gathered: &Gathered, places: &[usize], distinct: &[Lengths]) -> Part {
    let Gathered {
        profile, sample, ..
    } = gathered;
    let field = |at: &usize| (&profile.fields[*at], &distinct[*at]);
    let fields: Vec<(&Field, &Lengths)> = places.iter().map(field).collect();
    let records = match fields[..] {
        [(field, _)] => field.present,
        _ => profile.records,
    };
    let mut part = Part::new(&fields, records);
    if part.width() > 1 {
        part.shapes = shapes(profile, sample, places);
    }
    part
}

/// Returns the path of the struct whose field this is; of an array its own.
fn struct_of(field: &str) -> &str {
    match field.rsplit_once('.') {
        _ if field.ends_with("[]") => field,
        Some((path, _)) => path,
        None => "",
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
    let records = u128::from(profile.records);
    // Each stands for as many records as the next one, or one more.
    let until = |at: usize| {
        let until = records * at as u128 / u128::from(sampled);
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

#[cfg(test)]
mod tests {
    use string_kit::StrList;
    use string_kit_measure::memory::counts;

    use super::*;
    use crate::candidate::candidates;
    use crate::profile::Profiler;
    use crate::workload::Preset;
    use string_kit_data::{MEMORY, Sink};

    #[test]
    fn the_memory_of_records_is_what_the_allocator_counts() {
        let mut profiler = Profiler::new(MEMORY);
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
            workload: Preset::Records.workload(),
            outcome: Outcome::default(),
        };
        let candidates = candidates();
        let context = Context {
            constraints: &Constraints::default(),
            candidates: &candidates,
            memory_limit: 0,
        };
        let (_, recordings) = context.set(&gathered);
        let names: Vec<&str> = recordings.iter().map(|part| &*part.name).collect();
        assert_eq!(names, ["records of cities", "city", "country", "number"]);
        let asked = |name: &str| {
            let mut known = candidates.iter();
            let candidate = known.find(|candidate| candidate.name == name).unwrap();
            let memory = candidate.memory(&recordings[0].part);
            isize::try_from(memory.kept.asked()).unwrap()
        };
        let mut structs: Vec<[String; 2]> = Vec::new();
        let of_structs = counts(|| structs = records.clone());
        let mut lists: Vec<StrList> = Vec::new();
        let of_lists = counts(|| lists = records.iter().map(StrList::from_iter).collect());
        assert_eq!(asked("String"), of_structs.live_bytes);
        assert_eq!(asked("StrList"), of_lists.live_bytes);
    }
}
