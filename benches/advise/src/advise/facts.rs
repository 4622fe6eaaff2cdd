//! The facts that the advisor knows before it measures time; the header of its run has them.

use serde::{Deserialize, Serialize};

use string_kit_measure::engine::Program;

use super::constraint::Constraints;
use crate::candidate::Blocks;
use crate::input::Outcome;
use crate::scenario::Scenario;

/// The data, the demands, and the memory of each candidate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Facts {
    pub(super) sets: Vec<Set>,
    pub(super) constraints: Constraints,
    /// True if times are measured.
    pub(super) is_timed: bool,
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
    /// The fields whose profile is less precise because it reached the limit of memory, and that limit in bytes.
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
    /// The memory of each way to keep all fields of a record together; none if a record is one text.
    pub(super) record: Option<Vec<MemoryFacts>>,
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
    /// The heaviest values, each with the least and the greatest number of its texts.
    pub(super) heaviest: Vec<(String, u64, u64)>,
    /// The most strings that were alive at once, if a program recorded that. The memory is theirs.
    pub(super) alive: Option<u64>,
    /// The nanoseconds of CPU time that the program took for each recorded operation, if they are known.
    pub(super) cpu_time: Option<f64>,
    pub(super) memory: Vec<MemoryFacts>,
}

impl FieldFacts {
    /// Returns the mean number of texts for each distinct value.
    pub(super) fn repeats(&self) -> f64 {
        self.count as f64 / self.distinct.max(1.0)
    }
}

/// The memory of a candidate, in bytes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct MemoryFacts {
    /// The candidate's name.
    pub(super) name: String,
    pub(super) asked: u64,
    /// With the size classes of the allocator.
    pub(super) taken: u64,
    pub(super) blocks: u64,
    /// The bytes taken if all captured texts were alive at once; as `taken`, if no program recorded them.
    pub(super) captured: u64,
    /// The reason why it is excluded.
    pub(super) excluded: Option<String>,
}

impl MemoryFacts {
    pub(super) fn of(
        name: &str,
        blocks: &Blocks,
        allocator: Program,
        excluded: Option<String>,
    ) -> Self {
        let taken = blocks.taken(allocator);
        Self {
            name: name.to_owned(),
            asked: blocks.asked(),
            taken,
            blocks: blocks.count(),
            captured: taken,
            excluded,
        }
    }
}
