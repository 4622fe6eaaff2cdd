//! From the samples of all cells to what the report tells.

use crate::measure::contend::{Cell, Sample, Subject, Thread};
use crate::measure::{self, Estimate, estimate};
use crate::report::contend as report;

/// What one repetition comes to; none of what its threads did not find.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Figures {
    /// Nanoseconds an operation on one core: the mean of the threads' medians.
    pub(super) ns: Option<f64>,
    clone_ns: Option<f64>,
    drop_ns: Option<f64>,
    /// Operations a second.
    per_second: Option<f64>,
    least: Option<f64>,
    most: Option<f64>,
}

impl Figures {
    /// What a sample comes to on so many cores.
    #[allow(clippy::cast_precision_loss)] // A handful.
    pub(super) fn of(sample: &Sample, cores: usize) -> Self {
        let times = |drops: bool| -> Vec<f64> {
            let of = |thread: &Thread| thread.pass.ns.filter(|_| thread.drops == drops);
            sample.threads.iter().filter_map(of).collect()
        };
        let (clones, drops) = (times(false), times(true));
        let hands_over = sample.threads.iter().any(|thread| thread.drops);
        let (clone_ns, drop_ns) = (mean(&clones), mean(&drops));
        let rates: Vec<f64> = clones.iter().map(|ns| 1e9 / ns).collect();
        // Whoever is faster waits for the other.
        let slower = if hands_over {
            clone_ns
                .zip(drop_ns)
                .map(|(clone, drop)| 1e9 / clone.max(drop))
        } else {
            mean(&rates)
        };
        // Of those that run, half only drop.
        let cloning = sample.threads.iter().filter(|thread| !thread.drops).count();
        let running = sample.threads.len().min(cores);
        let share = running as f64 * cloning as f64 / sample.threads.len() as f64;
        Self {
            ns: if hands_over {
                clone_ns.zip(drop_ns).map(|(clone, drop)| clone + drop)
            } else {
                clone_ns
            },
            clone_ns: clone_ns.filter(|_| hands_over),
            drop_ns,
            per_second: slower.map(|rate| rate * share),
            least: rates.iter().copied().reduce(f64::min),
            most: rates.iter().copied().reduce(f64::max),
        }
    }
}

#[allow(clippy::cast_precision_loss)] // A handful.
fn mean(of: &[f64]) -> Option<f64> {
    (!of.is_empty()).then(|| of.iter().sum::<f64>() / of.len() as f64)
}

/// The times of one over those of another, of the repetitions in which both are known.
fn over(one: &[Figures], other: &[Figures]) -> Option<Estimate> {
    let pairs = one.iter().zip(other);
    measure::over(pairs.map(|(one, other)| Some(one.ns? / other.ns?)))
}

/// What all cells come to.
pub(super) fn summary(
    cells: &[Cell],
    samples: &[Vec<Sample>],
    subjects: &[Subject],
    baseline: &str,
    cores: usize,
) -> Vec<report::Cell> {
    let figures: Vec<Vec<Figures>> = samples
        .iter()
        .map(|samples| samples.iter().map(|one| Figures::of(one, cores)).collect())
        .collect();
    let find = |wanted: &Cell| {
        let at = cells.iter().position(|cell| cell == wanted)?;
        Some(&figures[at])
    };
    let one = |((cell, samples), own): ((&Cell, &Vec<Sample>), &Vec<Figures>)| {
        let like_baseline = Cell {
            repr: baseline.to_owned(),
            ..cell.clone()
        };
        let alone = Cell {
            threads: 1,
            ..cell.clone()
        };
        let alone = (cell.threads > 1).then(|| find(&alone)).flatten();
        let of = |what: fn(&Figures) -> Option<f64>| estimate(own.iter().map(what));
        let middle = |what: fn(&Figures) -> Option<f64>| of(what).map(|estimate| estimate.median);
        let threads = || samples.iter().flat_map(|sample| &sample.threads);
        report::Cell {
            cell: cell.clone(),
            shares: subjects
                .iter()
                .any(|one| one.name == cell.repr && one.shares),
            oversubscribed: cell.threads > cores,
            found: own.iter().filter(|figures| figures.ns.is_some()).count(),
            ns: of(|figures| figures.ns),
            clone_ns: of(|figures| figures.clone_ns),
            drop_ns: of(|figures| figures.drop_ns),
            ratio: find(&like_baseline).and_then(|baseline| over(own, baseline)),
            slowdown: alone.and_then(|alone| over(own, alone)),
            per_second: middle(|figures| figures.per_second),
            least: middle(|figures| figures.least),
            most: middle(|figures| figures.most),
            counted: threads().map(|thread| thread.pass.counted).sum(),
            chunks: threads().map(|thread| thread.pass.chunks).sum(),
            without: samples.iter().map(Sample::without).sum(),
            operations: threads().map(|thread| thread.operations).sum::<u64>()
                / samples.len() as u64,
            bounded: threads().any(|thread| thread.bounded),
            mappings: median(samples.iter().map(|sample| Some(sample.mapped?.0))),
            mapped_bytes: median(samples.iter().map(|sample| Some(sample.mapped?.1))),
            jemalloc_mapped: median(samples.iter().map(|sample| sample.jemalloc_mapped)),
        }
    };
    cells.iter().zip(samples).zip(&figures).map(one).collect()
}

/// The one in the middle; none if one is not known.
pub(super) fn median(of: impl Iterator<Item = Option<i64>>) -> Option<i64> {
    let mut all: Vec<i64> = of.collect::<Option<_>>()?;
    all.sort_unstable();
    all.get(all.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(threads: &[(Option<f64>, bool)]) -> Sample {
        let thread = |&(ns, drops): &(Option<f64>, bool)| {
            let json = serde_json::json!({
                "pass": {"ns": ns, "counted": 50, "chunks": 100},
                "drops": drops, "operations": 6400, "bounded": false,
            });
            serde_json::from_value(json).unwrap()
        };
        Sample {
            threads: threads.iter().map(thread).collect(),
            mapped: None,
            jemalloc_mapped: None,
        }
    }

    #[test]
    fn of_many_threads_as_many_run_as_there_are_cores() {
        let four = sample(&[
            (Some(10.0), false),
            (Some(10.0), false),
            (Some(20.0), false),
            (None, false),
        ]);
        let figures = Figures::of(&four, 2);
        assert_eq!(four.without(), 1);
        assert_eq!(figures.ns, Some(40.0 / 3.0));
        assert_eq!((figures.least, figures.most), (Some(5e7), Some(1e8)));
        let per_second = figures.per_second.unwrap();
        assert!((per_second - 2.0 * 2.5e8 / 3.0).abs() < 1.0, "{per_second}");
    }

    #[test]
    fn what_is_handed_over_costs_both() {
        let figures = Figures::of(&sample(&[(Some(20.0), false), (Some(5.0), true)]), 2);
        assert_eq!((figures.ns, figures.per_second), (Some(25.0), Some(5e7)));
        let slow = Figures::of(&sample(&[(Some(20.0), false), (Some(40.0), true)]), 2);
        assert_eq!((slow.ns, slow.per_second), (Some(60.0), Some(2.5e7)));
        let half = Figures::of(&sample(&[(Some(20.0), false), (None, true)]), 2);
        assert_eq!((half.ns, half.clone_ns), (None, Some(20.0)));
        assert_eq!(half.per_second, None);
    }

    #[test]
    fn ratios_are_of_the_repetitions_that_both_have() {
        let figures = |ns: [Option<f64>; 7]| {
            ns.map(|ns| Figures {
                ns,
                ..Figures::default()
            })
        };
        let one = [2.0, 2.0, 2.0, 0.0, 6.0, 6.0, 6.0];
        let mut one = figures(one.map(|ns| (ns > 0.0).then_some(ns)));
        let other = figures([1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0].map(Some));
        let estimate = over(&one, &other).unwrap();
        assert_eq!(
            (estimate.low, estimate.median, estimate.high),
            (2.0, 2.5, 3.0)
        );
        one[0].ns = None;
        let five = over(&one, &other).unwrap();
        assert_eq!(
            (five.low, five.median, five.high),
            (0.0, 3.0, f64::INFINITY)
        );
        assert_eq!(over(&figures([None; 7]), &other), None);
    }
}
