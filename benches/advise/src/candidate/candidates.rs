//! The candidates, and the memory of a part by each.

use std::collections::BTreeMap;
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
        let table = match self.facts.kind {
            Kind::Interner(_) => (self.work.table_blocks)(&part.distinct),
            Kind::Owned | Kind::List => Blocks::default(),
        };
        let size = self.work.size as u64;
        let fields = part.fields.iter();
        let (values, places) = match self.facts.kind {
            // One list for the column.
            Kind::List if part.width() == 1 => (vec![(part.texts(), part.bytes(), 1)], 0),
            Kind::List => (part.shapes.clone(), part.records.saturating_mul(size)),
            Kind::Owned | Kind::Interner(_) => {
                let places = fields.clone().map(|field| part.places(field, size));
                let values = fields.flat_map(|field| values_of(&field.lengths));
                (values.collect(), places.fold(0, u64::saturating_add))
            }
        };
        let captured = self.blocks(&table, values, places);
        let Some([alive, owners]) = part.alive.filter(|_| !self.is_list()) else {
            let kept = captured.clone();
            return Memory { kept, captured };
        };
        // Clones share a text if they live with it. A table keeps all texts.
        let texts = if self.facts.shares_clones {
            owners
        } else {
            alive
        };
        let values = match &part.fields[..] {
            [field] => values_of(&field.lengths.scaled(texts)),
            _ => Vec::new(),
        };
        let kept = self.blocks(&table, values, alive.saturating_mul(size));
        Memory { kept, captured }
    }

    /// Returns the blocks of a table, of values that are not in it, and of one that has so many
    /// bytes.
    fn blocks(&self, table: &Blocks, values: Vec<Value>, places: u64) -> Blocks {
        let mut blocks = table.clone();
        let mut counts = BTreeMap::<(u64, u64), u64>::new();
        for (texts, bytes, count) in values {
            let sum = counts.entry((texts, bytes)).or_default();
            *sum = sum.saturating_add(count);
        }
        if !self.is_interner() {
            for ((texts, bytes), count) in counts {
                blocks.add_all(&(self.work.value_blocks)(texts, bytes), count);
            }
        }
        blocks.add(places, self.work.align as u64, 1);
        blocks
    }
}

/// The number of texts of a value, their bytes, and the number of such values.
type Value = (u64, u64, u64);

fn values_of(lengths: &Lengths) -> Vec<Value> {
    let lengths = lengths.iter();
    lengths.map(|(bytes, count)| (1, bytes, count)).collect()
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
