//! The memory of each candidate: computed for all texts, and checked on a sample.

use super::constraint::Constraints;
use super::facts::MemoryFacts;
use crate::candidate::{Candidate, Kind, counted};
use crate::engine::Program;
use crate::input::Sink;
use crate::profile::{Field, Profiler};

/// The most that a prediction may differ from the count, as a share: of tables, whose sizes follow from
/// estimates. All others must be equal.
const TOLERANCE: f64 = 0.02;

/// Computes the memory of a field by each candidate.
pub(super) fn facts(
    field: &Field,
    candidates: &[Candidate],
    constraints: &Constraints,
    allocator: Program,
) -> Vec<MemoryFacts> {
    let of = |candidate: &Candidate| {
        let blocks = (candidate.memory)(field);
        MemoryFacts {
            name: candidate.name.clone(),
            id: candidate.id.to_owned(),
            asked: blocks.asked(),
            taken: blocks.taken(allocator),
            blocks: blocks.count(),
            excluded: constraints.excludes(candidate),
        }
    };
    candidates.iter().map(of).collect()
}

/// The memory of a sample: predicted, and counted by the allocator.
pub(super) struct Check {
    pub(super) predicted: u64,
    pub(super) counted: u64,
}

impl Check {
    /// Keeps texts by a candidate under the allocator that counts; none if its table lives as long as the
    /// process, and was filled before.
    pub(super) fn of(candidate: &Candidate, texts: &[&str]) -> Option<Self> {
        let mut profiler = Profiler::new(&["text".to_owned()]);
        for text in texts {
            profiler.text(0, text);
            profiler.end_record();
        }
        let (profile, _) = profiler.finish();
        Some(Self {
            predicted: (candidate.memory)(&profile.fields[0]).asked(),
            counted: counted(candidate, texts)?,
        })
    }

    /// Returns the difference as a share of the count.
    #[allow(clippy::cast_precision_loss)] // Far from 2^52.
    pub(super) fn error(&self) -> f64 {
        let difference = self.predicted.abs_diff(self.counted);
        difference as f64 / self.counted.max(1) as f64
    }

    /// Returns whether the prediction is as good as it must be.
    pub(super) fn holds(&self, kind: Kind) -> bool {
        match kind {
            Kind::Interned => self.error() <= TOLERANCE,
            Kind::Owned | Kind::Column => self.predicted == self.counted,
        }
    }
}
