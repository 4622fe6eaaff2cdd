//! From the samples of all cells to what the report tells.

use crate::measure::nodes::{Cell, Sample, Subject};
use crate::measure::{Estimate, estimate, over};
use crate::report::nodes as report;

/// One number of a sample.
type Figure = fn(&Sample) -> Option<f64>;

/// What all cells come to.
pub(super) fn summary(
    cells: &[Cell],
    samples: &[Vec<Sample>],
    subjects: &[Subject],
    baseline: &str,
) -> Vec<report::Cell> {
    let one = |(cell, own): (&Cell, &Vec<Sample>)| {
        let subject = subjects.iter().find(|one| one.name == cell.design);
        let subject = subject.expect("cells are of subjects");
        let base = cells.iter().position(|other| {
            other.design == baseline
                && (other.allocator, other.shape) == (cell.allocator, cell.shape)
        });
        let of = |figure: Figure| estimate(own.iter().map(figure));
        let ratio = |figure: Figure| -> Option<Estimate> {
            let pairs = own.iter().zip(&samples[base?]);
            over(pairs.map(|(one, other)| Some(figure(one)? / figure(other)?)))
        };
        report::Cell {
            cell: cell.clone(),
            kind: subject.kind,
            handle: subject.handle,
            touched: of(|sample| sample.touched),
            live: of(|sample| sample.live),
            build_ns: of(|sample| Some(sample.build_ns)).expect("every sample has it"),
            drop_ns: of(|sample| sample.drop_ns),
            flatten: of(|sample| sample.flatten),
            bytes_ratio: ratio(|sample| sample.touched.or(sample.live)),
            build_ratio: ratio(|sample| Some(sample.build_ns)),
            drop_ratio: ratio(|sample| sample.drop_ns),
        }
    };
    cells.iter().zip(samples).map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::Allocator;
    use crate::measure::nodes::subjects;
    use crate::workload::nodes::Shape;

    #[test]
    fn ratios_are_of_the_same_repetition() {
        let cell = |design: &str| Cell {
            design: design.to_owned(),
            allocator: Allocator::System,
            shape: Shape::Chain,
            count: 1_000,
        };
        let sample = |ns: f64, bytes| Sample {
            touched: None,
            live: Some(bytes),
            build_ns: ns,
            drop_ns: None,
            flatten: None,
        };
        let times = [10.0, 20.0, 30.0, 40.0, 50.0, 60.0];
        let cells = [cell("std_arc_vec"), cell("packed_slab")];
        let samples = [
            times.map(|ns| sample(ns, 48.0)).to_vec(),
            times.map(|ns| sample(ns / 4.0, 12.0)).to_vec(),
        ];
        let told = summary(&cells, &samples, &subjects(), "std_arc_vec");
        let quarter = Estimate {
            median: 0.25,
            low: 0.25,
            high: 0.25,
        };
        assert_eq!(told[1].build_ratio, Some(quarter));
        assert_eq!(told[1].bytes_ratio, Some(quarter));
        assert_eq!(told[1].drop_ratio, None);
    }
}
