//! The ways to keep the texts of records, from which the advisor chooses.
//!
//! A candidate is an owned string type, a table that keeps each text once, or a list of all texts
//! of a record. Its memory is recorded: a value of each length is made, and a table is filled. Its
//! time is that of a program.

mod blocks;
mod distinct;
mod recorded;

use std::collections::HashMap;
use std::ops::Deref;

use serde::{Deserialize, Serialize};
use string_kit_data::MOST_FIELDS;
use string_kit_measure::run::twin;
use string_kit_types::{Facts, Kept, KeptWork, Kind, Listed, Representation, kept, types};

pub(crate) use blocks::Blocks;
pub(crate) use distinct::distinct;

use crate::profile::{Field, Lengths};
use crate::timing::{self, Sample, Setup};
use crate::workload::Operation;

/// A way to keep texts.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// The name that readers know, such as `SmolStr` or `Arc<str> in a set`; unique.
    pub(crate) name: String,
    facts: Facts,
    work: Work,
}

/// The functions of a candidate.
#[derive(Clone, Copy, Debug)]
struct Work {
    /// The bytes of a value in place, and their alignment.
    size: usize,
    align: usize,
    is_large_in_option: bool,
    value_blocks: fn(u64, u64) -> Blocks,
    table_blocks: fn(&Lengths) -> Blocks,
    run: Run,
}

/// Runs the program of a workload; see [`timing::run`].
pub(crate) type Run =
    fn(&Setup, &[Operation], &mut fastrand::Rng, u32) -> Result<Vec<Vec<Sample>>, &'static str>;

impl KeptWork for Work {
    fn with<K: Kept, const TWIN: bool>() -> Self {
        Self {
            size: size_of::<K::Text>(),
            align: align_of::<K::Text>(),
            is_large_in_option: size_of::<Option<K::Text>>() > size_of::<Option<String>>(),
            value_blocks: recorded::value_blocks::<K>,
            table_blocks: recorded::table_blocks::<K>,
            run: timing::run::<K, TWIN>,
        }
    }
}

impl Deref for Candidate {
    type Target = Facts;

    fn deref(&self) -> &Facts {
        &self.facts
    }
}

/// Some fields of all records, which are kept alike: what their memory depends on.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Part {
    fields: Vec<PartField>,
    records: u64,
    /// The lengths of the distinct texts.
    distinct: Lengths,
    /// The number of texts of a record, their bytes, and the number of such records.
    pub(crate) shapes: Vec<(u64, u64, u64)>,
    /// The strings of a recorded program that are alive at most, and those of them that have a text
    /// of their own.
    alive: Option<[u64; 2]>,
}

/// A field of a part.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct PartField {
    lengths: Lengths,
    /// True if a record may have several texts of it.
    is_many: bool,
}

impl Part {
    /// Returns fields of so many records, with the lengths of the distinct texts of each.
    pub(crate) fn new(fields: &[(&Field, &Lengths)], records: u64) -> Self {
        let part_field = |(field, _): &(&Field, &Lengths)| PartField {
            lengths: field.lengths.clone(),
            is_many: field.is_many(),
        };
        let mut distinct = Lengths::default();
        for (_, lengths) in fields {
            distinct.merge(lengths);
        }
        let alive = match fields {
            [(field, _)] => field
                .alive()
                .map(|usage| [usage.alive, usage.alive_owners()]),
            _ => None,
        };
        Self {
            fields: fields.iter().map(part_field).collect(),
            records,
            distinct,
            shapes: Vec::new(),
            alive,
        }
    }

    pub(crate) fn texts(&self) -> u64 {
        let counts = self.fields.iter().map(|field| field.lengths.count());
        counts.fold(0, u64::saturating_add)
    }

    /// Returns the number of texts of a record: its fields, or, if a field may have several texts
    /// in a record, the mean.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // A rounded mean.
    pub(crate) fn width(&self) -> usize {
        if !self.fields.iter().any(|field| field.is_many) {
            return self.fields.len();
        }
        let mean = self.texts() as f64 / self.records.max(1) as f64;
        (mean.round() as usize).clamp(1, MOST_FIELDS)
    }
}

/// The memory of a part.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Memory {
    /// The blocks of all texts, or of those that are alive at once if a program recorded that.
    pub(crate) kept: Blocks,
    /// The blocks of all texts.
    pub(crate) captured: Blocks,
}

impl Candidate {
    /// Returns the bytes of a value in place.
    pub(crate) fn size(&self) -> usize {
        self.work.size
    }

    /// Returns whether an `Option` of a value is larger than one of `String`.
    pub(crate) fn is_large_in_option(&self) -> bool {
        self.work.is_large_in_option
    }

    pub(crate) fn run(&self) -> Run {
        self.work.run
    }

    /// Returns whether a table keeps each text once.
    pub(crate) fn is_interner(&self) -> bool {
        self.facts.interner().is_some()
    }

    /// Returns whether it is `String` or its twin.
    pub(crate) fn is_baseline(&self) -> bool {
        self.facts.id == BASELINE_FACTS.id
    }

    /// Records the memory of a part under the laboratory's allocator: the blocks of the values, and
    /// that of a vector of exact capacity that holds the records.
    pub(crate) fn memory(&self, part: &Part) -> Memory {
        let mut values = Values::new(self.work.value_blocks);
        let table = match self.facts.kind {
            Kind::Interner(_) => (self.work.table_blocks)(&part.distinct),
            Kind::Owned | Kind::List => Blocks::default(),
        };
        let mut captured = table.clone();
        let size = self.work.size as u64;
        let places = match self.facts.kind {
            // One list for the column.
            Kind::List if part.width() == 1 => {
                let of_fields = part.fields.iter().map(|field| field.lengths.bytes());
                let bytes = of_fields.fold(0, u64::saturating_add);
                values.add(part.texts(), bytes, 1, &mut captured);
                let kept = captured.clone();
                return Memory { kept, captured };
            }
            Kind::List => {
                for &(texts, bytes, count) in &part.shapes {
                    values.add(texts, bytes, count, &mut captured);
                }
                part.records.saturating_mul(size)
            }
            Kind::Owned | Kind::Interner(_) => {
                if self.facts.kind == Kind::Owned {
                    for field in &part.fields {
                        values.add_lengths(&field.lengths, &mut captured);
                    }
                }
                let places = part.fields.iter().map(|field| part.places(field, size));
                places.fold(0, u64::saturating_add)
            }
        };
        captured.add(places, self.work.align as u64, 1);
        let Some([alive, owners]) = part.alive else {
            let kept = captured.clone();
            return Memory { kept, captured };
        };
        // Clones share a text if they live with it. A table keeps all texts.
        let mut kept = table;
        if let (Kind::Owned, [field]) = (self.facts.kind, &part.fields[..]) {
            let texts = if self.facts.shares_clones {
                owners
            } else {
                alive
            };
            values.add_lengths(&field.lengths.scaled(texts), &mut kept);
        }
        kept.add(alive.saturating_mul(size), self.work.align as u64, 1);
        Memory { kept, captured }
    }
}

impl Part {
    /// Returns the bytes of the places of a field, whose values have this size.
    fn places(&self, field: &PartField, size: u64) -> u64 {
        let texts = field.lengths.count();
        match self.fields.len() {
            1 => texts.saturating_mul(size),
            // A vector has the texts.
            _ if field.is_many => {
                let vectors = self.records.saturating_mul(size_of::<Vec<String>>() as u64);
                texts.saturating_mul(size).saturating_add(vectors)
            }
            // A record without a text of the field has an empty place.
            _ => self.records.saturating_mul(size),
        }
    }
}

/// The blocks of values, each recorded once.
struct Values {
    record: fn(u64, u64) -> Blocks,
    known: HashMap<(u64, u64), Blocks>,
}

impl Values {
    fn new(record: fn(u64, u64) -> Blocks) -> Self {
        let known = HashMap::new();
        Self { record, known }
    }

    /// Adds the blocks of so many values of so many texts with so many bytes together.
    fn add(&mut self, texts: u64, bytes: u64, count: u64, blocks: &mut Blocks) {
        let record = self.record;
        let recorded = self
            .known
            .entry((texts, bytes))
            .or_insert_with(|| record(texts, bytes));
        blocks.add_all(recorded, count);
    }

    fn add_lengths(&mut self, lengths: &Lengths, blocks: &mut Blocks) {
        for (bytes, count) in lengths.iter() {
            self.add(1, bytes, count, blocks);
        }
    }
}

const BASELINE_FACTS: Facts = <types::string::This as Representation>::FACTS;
/// The name of the candidate that the others are compared with.
pub(crate) const BASELINE: &str = BASELINE_FACTS.name;

/// Returns all candidates: `String`, its twin, the other representations, the tables, the list.
pub(crate) fn candidates() -> Vec<Candidate> {
    let candidate = |listed: Listed<Work>| Candidate {
        name: if listed.is_twin {
            twin(listed.facts.name)
        } else {
            listed.facts.name.to_owned()
        },
        facts: listed.facts,
        work: listed.work,
    };
    kept().into_iter().map(candidate).collect()
}
