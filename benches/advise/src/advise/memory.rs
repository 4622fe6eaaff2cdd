//! The memory of each candidate: computed for all texts, and checked on a sample.

use string_kit_measure::engine::Program;

use super::constraint::Constraints;
use super::facts::{MemoryFacts, RecordFacts};
use crate::candidate::{
    Blocks, Candidate, Kind, RecordCandidate, TOLERANCE, counted, record_candidates,
};
use crate::profile::{Field, Profile, Sample};

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
            asked: blocks.asked(),
            taken: blocks.taken(allocator),
            blocks: blocks.count(),
            excluded: constraints.excludes(candidate),
        }
    };
    candidates.iter().map(of).collect()
}

/// Computes the memory of the records of a set with all their fields together; none if a record is one text.
pub(super) fn of_records(
    profile: &Profile,
    sample: &Sample,
    candidates: &[Candidate],
    constraints: &Constraints,
    allocator: Program,
) -> Option<RecordFacts> {
    let texts: u64 = profile.fields.iter().map(Field::count).sum();
    if profile.records == 0 || texts <= profile.records {
        return None;
    }
    let has_one_text_a_field = profile.fields.iter().all(|of| of.count() == of.present);
    let is_known = profile.record_bytes.count() == profile.records;
    if !has_one_text_a_field && sample.is_drawn || !is_known {
        return None;
    }
    let records = if has_one_text_a_field {
        profile.records
    } else {
        sample.records().count() as u64
    };
    let of = |candidate: &RecordCandidate| {
        let of_texts = candidates.iter().find(|one| one.id == candidate.id)?;
        let mut blocks = if has_one_text_a_field {
            blocks_of_all(profile, candidate)
        } else {
            blocks_of_sample(sample, candidate)
        };
        // The vector of the records.
        blocks.add(
            candidate.size as u64 * records,
            align_of::<usize>() as u64,
            1,
        );
        Some(MemoryFacts {
            name: candidate.name.clone(),
            asked: blocks.asked(),
            taken: blocks.taken(allocator),
            blocks: blocks.count(),
            excluded: constraints.excludes(of_texts),
        })
    };
    Some(RecordFacts {
        records,
        memory: record_candidates().iter().filter_map(of).collect(),
    })
}

/// Returns the blocks of all records; each has one text of each field, or an empty one.
///
/// A list depends on the bytes of a record's texts together; each text of a box has a block of its own.
fn blocks_of_all(profile: &Profile, candidate: &RecordCandidate) -> Blocks {
    let fields = profile.fields.len();
    let mut blocks = Blocks::default();
    if candidate.is_list {
        let others = vec![0; fields - 1];
        for (bytes, count) in profile.record_bytes.iter() {
            let list = |bytes| (candidate.memory)(&[&[bytes], &*others].concat());
            blocks.add_times(&of_length(bytes, list), count);
        }
        return blocks;
    }
    blocks.add_times(&(candidate.memory)(&vec![0; fields]), profile.records);
    let empty = (candidate.memory)(&[0]);
    for field in &profile.fields {
        for (bytes, count) in field.lengths.iter() {
            let text = of_length(bytes, |bytes| (candidate.memory)(&[bytes]).without(&empty));
            blocks.add_times(&text, count);
        }
    }
    blocks
}

/// The length from which on a block grows by as many bytes as its text.
const LINEAR: u64 = 1 << 20;
/// A multiple of the sizes that allocators round long blocks up to.
const ROUNDED: u64 = 4096;

/// Returns the blocks of one text of this length: of a long one, by a shorter one.
#[allow(clippy::cast_possible_truncation)] // It is 1 MiB at most, or a text that was in memory.
fn of_length(bytes: u64, blocks: impl Fn(usize) -> Blocks) -> Blocks {
    if bytes <= LINEAR {
        return blocks(bytes as usize);
    }
    let shorter = LINEAR + bytes % ROUNDED;
    let mut longer = Blocks::default();
    longer.add(
        blocks(shorter as usize).asked() + bytes - shorter,
        align_of::<usize>() as u64,
        1,
    );
    longer
}

/// Returns the blocks of the records of a sample.
fn blocks_of_sample(sample: &Sample, candidate: &RecordCandidate) -> Blocks {
    let mut blocks = Blocks::default();
    for record in sample.records() {
        let lengths: Vec<usize> = record.iter().map(|(_, text)| text.len()).collect();
        blocks.merge(&(candidate.memory)(&lengths));
    }
    blocks
}

/// The memory of a sample: predicted, and counted by the allocator.
pub(super) struct Check {
    predicted: u64,
    counted: u64,
    /// True if the number of distinct texts is exact.
    is_exact: bool,
}

impl Check {
    /// Keeps texts, of which `field` is the profile, by a candidate under the allocator that counts; none if its
    /// table lives as long as the process, and was filled before.
    pub(super) fn of(candidate: &Candidate, field: &Field, texts: &[&str]) -> Option<Self> {
        Some(Self {
            is_exact: field.values.distinct().error == 0.0,
            predicted: (candidate.memory)(field).asked(),
            counted: counted(candidate, texts)?,
        })
    }

    /// Returns the difference as a share of the count.
    #[allow(clippy::cast_precision_loss)] // Far from 2^52.
    fn error(&self) -> f64 {
        let difference = self.predicted.abs_diff(self.counted);
        difference as f64 / self.counted.max(1) as f64
    }

    /// Returns the numbers, if the prediction is not as good as it must be.
    pub(super) fn failure(&self, kind: Kind) -> Option<String> {
        let Self {
            predicted, counted, ..
        } = self;
        (!self.holds(kind)).then(|| {
            format!("of the sample {predicted} bytes were predicted, and {counted} counted")
        })
    }

    /// Returns whether the prediction is as good as it must be. If the number of distinct texts is an estimate,
    /// that of a table is not known, since tables grow to twice their size at once; and not all texts are known
    /// that a type keeps in static memory.
    fn holds(&self, kind: Kind) -> bool {
        match kind {
            Kind::Interned if !self.is_exact => true,
            Kind::Owned if !self.is_exact => self.error() <= TOLERANCE,
            Kind::Interned => self.error() <= TOLERANCE,
            Kind::Owned | Kind::Column => self.predicted == self.counted,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidate::{alone, candidates};

    #[test]
    fn a_wrong_prediction_is_told_with_both_numbers() {
        let _alone = alone();
        let texts = ["a text that is longer than any that is inline"; 3];
        let field = Field::of(&texts);
        let right = candidates().remove(0);
        let wrong = Candidate {
            memory: |_| Blocks::default(),
            ..right.clone()
        };
        let failure = |of: &Candidate| Check::of(of, &field, &texts)?.failure(of.kind);
        assert_eq!(failure(&right), None);
        let told = "of the sample 0 bytes were predicted, and 207 counted";
        assert_eq!(failure(&wrong).as_deref(), Some(told));
    }
}
