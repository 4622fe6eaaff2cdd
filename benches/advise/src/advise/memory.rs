//! The memory of each candidate: computed for all texts, and checked on a sample.

use string_kit_measure::engine::Program;

use super::constraint::Constraints;
use super::facts::MemoryFacts;
use crate::candidate::{
    Blocks, Candidate, Kind, RecordCandidate, TOLERANCE, counted, list, record_candidates,
};
use crate::profile::{Field, Profile, Sample};

/// Computes the memory of a field by each candidate.
pub(super) fn facts(
    field: &Field,
    candidates: &[Candidate],
    constraints: &Constraints,
    allocator: Program,
) -> Vec<MemoryFacts> {
    let constraints = constraints.with(field.usage.as_ref());
    let of = |candidate: &Candidate| {
        let facts = |blocks: Blocks| {
            let excluded = constraints.excludes(candidate);
            MemoryFacts::of(&candidate.name, &blocks, allocator, excluded)
        };
        let captured = facts(candidate.memory(field));
        match field.alive() {
            None => captured,
            Some(usage) => MemoryFacts {
                captured: captured.taken,
                ..facts(candidate.memory_of_alive(field, usage))
            },
        }
    };
    candidates.iter().map(of).collect()
}

/// Computes the memory of the records of a set with all their fields together; none if a record is one text, or the
/// sizes of records are not known.
pub(super) fn of_records(
    profile: &Profile,
    sample: &Sample,
    candidates: &[Candidate],
    constraints: &Constraints,
    allocator: Program,
) -> Option<Vec<MemoryFacts>> {
    let texts: u64 = profile.fields.iter().map(Field::count).sum();
    let is_known = profile.record_bytes.count() == profile.records;
    if profile.records == 0 || texts <= profile.records || !is_known {
        return None;
    }
    let shapes = shapes(profile, sample)?;
    let of = |candidate: &RecordCandidate| {
        let of_texts = candidates.iter().find(|one| one.id == candidate.id)?;
        let blocks = blocks_of_records(profile, &shapes, candidate, of_texts);
        let excluded = constraints.excludes(of_texts);
        Some(MemoryFacts::of(
            &candidate.name,
            &blocks,
            allocator,
            excluded,
        ))
    };
    Some(record_candidates().iter().filter_map(of).collect())
}

/// The number of texts of a record, their bytes, and the number of such records.
type Shape = (u64, u64, u64);

/// Returns the shapes of all records: estimated from a sample, if records may have several texts of a field.
fn shapes(profile: &Profile, sample: &Sample) -> Option<Vec<Shape>> {
    if profile.fields.iter().all(|of| of.count() == of.present) {
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

/// Returns the blocks of all records, and of their vector.
fn blocks_of_records(
    profile: &Profile,
    shapes: &[Shape],
    candidate: &RecordCandidate,
    of_texts: &Candidate,
) -> Blocks {
    const ALIGN: u64 = align_of::<usize>() as u64;

    let mut blocks = Blocks::default();
    for &(texts, bytes, count) in shapes {
        if candidate.is_list {
            blocks.add_times(&list(texts, bytes), count);
        } else {
            blocks.add(texts * of_texts.size as u64, ALIGN, count);
        }
    }
    if !candidate.is_list {
        for field in &profile.fields {
            blocks.merge(&(of_texts.blocks)(field));
        }
    }
    blocks.add(candidate.size as u64 * profile.records, ALIGN, 1);
    blocks
}

/// Keeps texts, of which `field` is the profile, by a candidate under the allocator that counts. Returns both numbers
/// if the predicted memory is too far from the counted one.
///
/// If the number of distinct texts is an estimate, the memory of a table is not known, since tables grow to twice their
/// size at once. Nor is it if the table lives as long as the process, and was filled before.
pub(super) fn failed_check(candidate: &Candidate, field: &Field, texts: &[&str]) -> Option<String> {
    let predicted = candidate.memory(field).asked();
    let counted = counted(candidate, texts)?;
    let error = predicted.abs_diff(counted) as f64 / counted.max(1) as f64;
    let is_known = candidate.kind != Kind::Interned || field.values.distinct().error == 0.0;
    (is_known && error > TOLERANCE)
        .then(|| format!("of the sample {predicted} bytes were predicted, and {counted} counted"))
}

#[cfg(test)]
mod tests {
    use string_kit::StrList;
    use string_kit_measure::memory::counts;

    use super::*;
    use crate::candidate::{alone, candidates};
    use crate::input::Sink;
    use crate::profile::{MEMORY, Profiler};

    #[test]
    fn a_wrong_prediction_is_told_with_both_numbers() {
        let _alone = alone();
        let texts = ["a text that is longer than any that is inline"; 3];
        let field = Field::of(&texts);
        let right = candidates().remove(0);
        let wrong = Candidate {
            blocks: |_| Blocks::default(),
            size: 0,
            ..right.clone()
        };
        assert_eq!(failed_check(&right, &field, &texts), None);
        let told = "of the sample 0 bytes were predicted, and 207 counted";
        assert_eq!(failed_check(&wrong, &field, &texts).as_deref(), Some(told));
    }

    fn of_all<T>(records: &[[&str; 2]], keep: impl Fn([&str; 2]) -> T) -> Vec<T> {
        records.iter().map(|record| keep(*record)).collect()
    }

    #[test]
    fn the_memory_of_records_is_what_the_allocator_counts() {
        let _alone = alone();
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
        let demands = Constraints::default();
        let facts = of_records(&profile, &sample, &candidates(), &demands, Program::System);
        let asked = |name: &str| {
            facts
                .iter()
                .flatten()
                .find(|of| of.name == name)
                .map(|of| of.asked)
        };
        let mut boxed: Vec<Box<[String]>> = Vec::new();
        let of_boxes =
            counts(|| boxed = of_all(&records, |of| of.map(String::from).into())).live_bytes;
        assert_eq!(asked("String"), u64::try_from(of_boxes).ok());
        let mut lists: Vec<StrList> = Vec::new();
        let of_lists = counts(|| lists = of_all(&records, |of| StrList::from(&of[..]))).live_bytes;
        assert_eq!(asked("StrList"), u64::try_from(of_lists).ok());
    }
}
