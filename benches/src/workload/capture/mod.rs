//! The ways to capture a slice of values, each with a check that it captures what `to_string` returns.

mod floor;
mod published;
mod rivals;
mod strategies;
mod texts;
mod typed;
mod way;

use string_kit_measure::Subject;

pub(crate) use floor::floor_per_slice;
pub(crate) use way::{BASELINE_TITLE, Operation, TYPED};
pub use way::{Group, Workload};

/// Returns all workloads, group by group.
#[must_use]
pub fn all() -> Vec<Workload> {
    [
        floor::workloads(),
        published::workloads(),
        strategies::workloads(),
        typed::workloads(),
        rivals::workloads(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Returns all workloads as subjects, and the baseline's twin.
pub(crate) fn subjects() -> Vec<Subject<Workload>> {
    let twin = published::baseline_twin();
    let subject = |way: Workload| Subject {
        name: way.title.clone(),
        types: if way.is_floor() {
            Vec::new()
        } else {
            vec![way.type_name().to_owned(), way.name.to_owned()]
        },
        is_reference: way.is_baseline() || way.is_floor(),
        work: way,
    };
    all().into_iter().chain([twin]).map(subject).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::slices::SLICES;
    use std::collections::HashSet;

    #[test]
    fn every_way_captures_what_to_string_gives() {
        for workload in all() {
            for slice in SLICES {
                assert_eq!(workload.check(slice.values), Ok(()), "{}", slice.name);
            }
        }
    }

    #[test]
    fn every_name_is_its_own() {
        let mut seen = HashSet::new();
        for workload in all() {
            assert!(seen.insert(workload.to_string()), "{workload} twice");
            assert!(
                seen.insert(workload.title.clone()),
                "{} twice",
                workload.title
            );
        }
    }
}
