//! Which cells the axes come to, and which of them cannot be.

use crate::measure::Allocator;
use crate::measure::contend::{Cell, Subject};
use crate::workload::contend::Pattern;

/// What is asked for: each of one with each of all others.
pub(super) struct Axes<'a> {
    pub(super) subjects: &'a [Subject],
    pub(super) allocators: &'a [Allocator],
    pub(super) patterns: &'a [Pattern],
    pub(super) leaked: &'a [bool],
    pub(super) sizes: &'a [usize],
    pub(super) threads: &'a [usize],
}

impl Axes<'_> {
    /// The cells that can be measured, those of one table together.
    pub(super) fn cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        for &allocator in self.allocators {
            for &pattern in self.patterns {
                for &leaked in self.leaked {
                    for &size in self.sizes {
                        self.table(&mut cells, |repr, threads| Cell {
                            repr,
                            allocator,
                            pattern,
                            leaked,
                            size,
                            threads,
                        });
                    }
                }
            }
        }
        cells
    }

    fn table(&self, cells: &mut Vec<Cell>, cell: impl Fn(String, usize) -> Cell) {
        for subject in self.subjects {
            for &threads in self.threads {
                let cell = cell(subject.name.to_owned(), threads);
                if subject.allows(threads) && cell.pattern.allows(threads, cell.leaked) {
                    cells.push(cell);
                }
            }
        }
    }

    /// What is asked for and cannot be done, in words.
    pub(super) fn left_out(&self) -> Vec<String> {
        let mut words = not_shared(self.subjects, self.threads);
        for pattern in self.patterns {
            let out = which(self.threads, |threads| !pattern.allows(threads, false));
            words.extend(out.map(|out| {
                format!(
                    "{pattern} takes pairs of threads: it is left out with {out} thread{}.",
                    if out == "1" { "" } else { "s" }
                )
            }));
            if self.leaked.contains(&true) && !pattern.allows(2, true) {
                words.push(format!(
                    "{pattern} drops its clones: it is left out leaked."
                ));
            }
        }
        words
    }
}

/// Which types several threads cannot share, in words.
pub(super) fn not_shared(subjects: &[Subject], threads: &[usize]) -> Vec<String> {
    let words = |subject: &Subject| {
        let out = which(threads, |threads| !subject.allows(threads))?;
        Some(format!(
            "{} is one thread's, since it is neither Send nor Sync: it is left out with {out} threads.",
            subject.name
        ))
    };
    subjects.iter().filter_map(words).collect()
}

/// The numbers of threads that are left out, if any are.
fn which(threads: &[usize], is_out: impl Fn(usize) -> bool) -> Option<String> {
    let out = threads.iter().filter(|threads| is_out(**threads));
    let out: Vec<String> = out.map(ToString::to_string).collect();
    (!out.is_empty()).then(|| out.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::contend::subjects;

    #[test]
    fn what_cannot_be_is_left_out_and_told() {
        let subjects: Vec<Subject> = subjects()
            .into_iter()
            .filter(|one| ["string", "rc_str"].contains(&one.name))
            .collect();
        let axes = Axes {
            subjects: &subjects,
            allocators: &[Allocator::System],
            patterns: &[Pattern::Own, Pattern::Handoff],
            leaked: &[false, true],
            sizes: &[8],
            threads: &[1, 2],
        };
        let cells = axes.cells();
        let count = |is_one: fn(&&Cell) -> bool| cells.iter().filter(is_one).count();
        // string by 2 numbers of threads dropped and leaked, rc_str by one; string in one pair.
        assert_eq!((cells.len(), count(|cell| cell.repr == "rc_str")), (7, 2));
        assert_eq!(count(|cell| cell.pattern == Pattern::Handoff), 1);
        let left_out = axes.left_out();
        assert_eq!(left_out.len(), 3, "{left_out:?}");
        assert!(
            left_out[0].starts_with("rc_str is one thread's"),
            "{left_out:?}"
        );
    }
}
