//! The candidates, and the memory of a part by each.

use std::collections::HashMap;
use std::ops::Deref;

use string_kit_measure::run::twin;
use string_kit_types::{Facts, Kept, KeptWork, Kind, Listed, Representation, kept, types};

use super::recorded;
use super::{Blocks, Part};
use crate::profile::Lengths;
use crate::texts::Texts;
use crate::timing::{self, Sample};
use crate::workload::{Operation, Workload};

/// A way to keep texts.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    /// The name that readers know, such as `SmolStr` or `Arc<str> in a set`; unique.
    pub(crate) name: String,
    facts: Facts,
    pub(crate) work: Work,
}

/// The layout and the functions of a candidate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Work {
    /// The bytes of a value in place, and their alignment.
    pub(crate) size: usize,
    align: usize,
    /// True if an `Option` of a value is larger than one of `String`.
    pub(crate) is_large_in_option: bool,
    value_blocks: fn(u64, u64) -> Blocks,
    table_blocks: fn(&Lengths) -> Blocks,
    pub(crate) run: Run,
}

/// Runs the program of a workload; see [`timing::run`].
pub(crate) type Run = fn(
    &Workload,
    &Texts,
    &[Operation],
    &mut fastrand::Rng,
    u32,
) -> Result<Vec<Vec<Sample>>, &'static str>;

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

/// The memory of a part.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Memory {
    /// The blocks of all texts, or of those that are alive at once if a program recorded that.
    pub(crate) kept: Blocks,
    /// The blocks of all texts.
    pub(crate) captured: Blocks,
}

impl Candidate {
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
