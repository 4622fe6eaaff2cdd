//! Which cells the axes come to, which of them cannot be, and how many concatenations memory allows.

use std::time::Duration;

use crate::measure::Allocator;
use crate::measure::nodes::{Cell, Subject};
use crate::workload::nodes::Shape;

/// What a concatenation takes at most, made, weighed and dropped: copies of long texts take longest.
pub(super) const PER_CONCATENATION: Duration = Duration::from_micros(20);

/// What is asked for: each of one with each of all others.
pub(super) struct Axes<'a> {
    pub(super) subjects: &'a [Subject],
    pub(super) allocators: &'a [Allocator],
    pub(super) shapes: &'a [Shape],
    /// How many concatenations are asked for.
    pub(super) count: usize,
    /// How many bytes of memory there are to have.
    pub(super) free: usize,
}

impl Axes<'_> {
    /// The cells that can be measured, those of one table together.
    pub(super) fn cells(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        for &allocator in self.allocators {
            for &shape in self.shapes {
                let most = self.count.min(shape.most(self.free));
                cells.extend(self.subjects.iter().filter_map(|subject| {
                    Some(Cell {
                        design: subject.name.to_owned(),
                        allocator,
                        shape,
                        count: shape.count(subject.kind, most)?,
                    })
                }));
            }
        }
        cells
    }

    /// What is asked for and cannot be done, or not as often, in words.
    pub(super) fn left_out(&self) -> Vec<String> {
        let mut words = Vec::new();
        for &shape in self.shapes {
            let most = shape.most(self.free);
            if most < self.count {
                words.push(format!(
                    "{shape} is scaled down to {most} concatenations, so that they take no more than a \
                     quarter of the free memory."
                ));
            }
            let out = self.subjects.iter();
            let out: Vec<&str> = out
                .filter(|subject| shape.count(subject.kind, self.count).is_none())
                .map(|subject| subject.name)
                .collect();
            if !out.is_empty() {
                words.push(format!(
                    "{shape} keeps more strings than there is memory for in {}: left out, and measured \
                     with fewer as {}.",
                    out.join(", "),
                    Shape::Persistent
                ));
            }
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::nodes::subjects;

    #[test]
    fn what_cannot_be_is_left_out_and_told() {
        let subjects: Vec<Subject> = subjects()
            .into_iter()
            .filter(|one| ["std_arc_vec", "ropey"].contains(&one.name))
            .collect();
        let axes = Axes {
            subjects: &subjects,
            allocators: &[Allocator::System],
            shapes: &[Shape::Random, Shape::Persistent],
            count: 1_000_000,
            free: 1 << 30,
        };
        let cells: Vec<_> = axes
            .cells()
            .into_iter()
            .map(|cell| (cell.design, cell.shape, cell.count))
            .collect();
        let expected = [
            ("std_arc_vec", Shape::Random, 1_000_000),
            ("std_arc_vec", Shape::Persistent, 1_000_000),
            ("ropey", Shape::Persistent, 50_000),
        ];
        assert_eq!(
            cells,
            expected.map(|(name, shape, count)| (name.to_owned(), shape, count))
        );
        let left_out = axes.left_out();
        assert_eq!(left_out.len(), 1, "{left_out:?}");
        assert!(left_out[0].contains("in ropey: left out"), "{left_out:?}");

        let little = Axes {
            free: 1 << 20,
            ..axes
        };
        assert!(little.cells().iter().all(|cell| cell.count < 10_000));
        assert!(little.left_out()[0].starts_with("random is scaled down to "));
    }
}
