//! The list of all ways to capture.

use string_kit_measure::Subject;

use super::way::{Group, Workload};
use super::{functions, published, strategies, typed};

/// Returns all workloads, group by group.
#[must_use]
pub fn all() -> Vec<Workload> {
    let mut workloads = functions::floor();
    workloads.extend(published::workloads());
    workloads.extend(strategies::workloads());
    workloads.extend(typed::workloads());
    workloads.extend(functions::rivals());
    workloads
}

pub(crate) fn subjects() -> Vec<Subject<Workload>> {
    let subject = |way: Workload| Subject {
        name: way.title.clone(),
        types: match way.group {
            Group::Floor => Vec::new(),
            _ => vec![way.text.to_owned(), way.name.to_owned()],
        },
        is_reference: way.is_baseline() || way.is_floor(),
        work: way,
    };
    let twin = functions::baseline_twin();
    all().into_iter().chain(twin).map(subject).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::Operation;
    use crate::workload::slices::SLICES;
    use std::collections::HashSet;
    use std::fmt::Display;

    #[test]
    fn every_way_has_a_name_and_captures_what_to_string_gives() {
        let rows = string_kit_data::names().iter();
        let drawn: Vec<&dyn Display> = rows.map(|row| &row.name as _).collect();
        let mut names = HashSet::new();
        for workload in all() {
            for (slice, values) in SLICES {
                assert_eq!(workload.check(values), Ok(()), "{slice}");
            }
            if workload.operations().contains(&Operation::Names) {
                for values in drawn.chunks(4) {
                    assert_eq!(workload.check(values), Ok(()));
                }
            }
            for name in [workload.to_string(), workload.title] {
                assert!(names.insert(name.clone()), "{name} twice");
            }
        }
    }
}
