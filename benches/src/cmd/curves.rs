//! `curves`: what an operation costs by the length of the text.

use std::time::{Duration, Instant};

use super::output::Output;
use super::progress::{progress_bar, seconds, show};
use super::subjects::{BASELINE, only};
use super::{Failure, document};
use crate::measure::{self, Budget, Estimate, MIN_ROUNDS, Machine, Stopwatch, Timing};
use crate::report::curves::{self, Curve, Findings, Point};
use crate::workload::lengths::{self, Mix, Operation, Subject, TEXTS, Way};

/// What can be asked for.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Measure for about this many seconds.
    #[arg(long, value_name = "S", default_value = "30", value_parser = seconds)]
    seconds: Duration,
    /// Measure only the representations with this in their name, and what they are compared with.
    #[arg(long, value_name = "SUBSTRING")]
    only: Option<String>,
    /// Measure only this operation.
    #[arg(long, value_name = "NAME", value_parser = Operation::ALL.map(Operation::name))]
    op: Option<String>,
    #[command(flatten)]
    output: Output,
}

impl Args {
    pub(super) fn run(self, command: String) -> Result<(), Failure> {
        let findings = self.measure(command)?;
        let document = document(Some(&findings.machine), findings.sections());
        self.output.show(&findings, &document)
    }

    /// Sweeps over all lengths until the time is over: what disturbs the machine for a while
    /// disturbs one sweep of a length and not the others.
    pub(super) fn measure(&self, command: String) -> Result<Findings, Failure> {
        let subjects = self.subjects()?;
        self.output.check()?;
        let operations = self.operations();
        let mut parts: Vec<Part> = operations.iter().flat_map(|one| parts(*one)).collect();
        for part in &parts {
            part.check(&subjects);
        }

        let bar = progress_bar();
        let start = Instant::now();
        let share = || start.elapsed().as_secs_f64() / self.seconds.as_secs_f64();
        let mut sweeps = 0;
        // The last sweep is the one that ends nearest to the time that was asked for.
        while sweeps == 0 || share() * (1.0 + 0.5 / f64::from(sweeps)) < 1.0 {
            for part in &mut parts {
                part.measure(&subjects);
                show(&bar, share().min(1.0));
            }
            sweeps += 1;
        }
        bar.finish_and_clear();
        for part in &mut parts {
            part.keep_the_calmest();
        }

        let of = |operation| parts.iter().filter(move |part| part.operation == operation);
        Ok(Findings {
            command,
            machine: Machine::detect(),
            rounds: parts[0].timings[0].ns.len(),
            baseline: BASELINE,
            texts: TEXTS,
            operations: operations
                .into_iter()
                .map(|one| told(one, &subjects, &of(one).collect::<Vec<_>>()))
                .collect(),
        })
    }

    /// The representations that are asked for, and the one that all are compared with.
    fn subjects(&self) -> Result<Vec<Subject>, Failure> {
        let mut subjects = lengths::subjects();
        only(self.only.as_deref(), &mut subjects, |subject| subject.name)?;
        Ok(subjects)
    }

    /// The operations that are asked for.
    fn operations(&self) -> Vec<Operation> {
        let mut operations = Vec::from(Operation::ALL);
        let is_asked = |op: &Operation| self.op.as_ref().is_none_or(|name| name == op.name());
        operations.retain(is_asked);
        operations
    }
}

/// What is timed in the same rounds: an operation on one or two lists of texts, by every
/// representation.
struct Part {
    operation: Operation,
    kind: Kind,
    /// The lengths of the texts of each list.
    lists: Vec<Vec<usize>>,
    /// List by list, in each representation by representation.
    timings: Vec<Timing>,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// One list, all of this length.
    Length(usize),
    /// Two lists: shuffled and sorted.
    Mix(Mix),
}

/// The parts of an operation: each length, then each mix.
fn parts(operation: Operation) -> Vec<Part> {
    let lengths = lengths::curve().into_iter().map(Kind::Length);
    let part = |kind| Part {
        operation,
        kind,
        lists: match kind {
            Kind::Length(length) => vec![vec![length; TEXTS]],
            Kind::Mix(mix) => {
                let shuffled = mix.lengths();
                let mut sorted = shuffled.clone();
                sorted.sort_unstable();
                vec![shuffled, sorted]
            }
        },
        timings: Vec::new(),
    };
    lengths.chain(Mix::ALL.map(Kind::Mix)).map(part).collect()
}

impl Part {
    /// Makes sure that each representation does what `String` does.
    fn check(&self, subjects: &[Subject]) {
        let Kind::Length(length) = self.kind else {
            return; // The lengths of a mix are all on the curve.
        };
        for text in lengths::texts(&[length]) {
            for subject in subjects {
                assert!(
                    subject.check(self.operation, text),
                    "{} of {} differs from String's at {length} bytes",
                    self.operation.name(),
                    subject.name,
                );
            }
        }
    }

    /// Adds a few rounds.
    fn measure(&mut self, subjects: &[Subject]) {
        // Made anew for each sweep, so that texts lie elsewhere.
        let mut ways: Vec<Way> = Vec::new();
        for list in &self.lists {
            let texts = lengths::texts(list);
            ways.extend(
                subjects
                    .iter()
                    .map(|subject| subject.way(self.operation, &texts)),
            );
        }
        let passes = |way: &Way, count| {
            let mut watch = Stopwatch::default();
            way.passes(count, |work| watch.time(work));
            watch.elapsed()
        };
        let timings = measure::time(&ways, passes, Budget::Rounds(MIN_ROUNDS), |_| {});
        self.timings.resize_with(timings.len(), Timing::default);
        #[allow(clippy::cast_precision_loss)] // A list is short.
        let texts = self.lists[0].len() as f64;
        for (all, new) in self.timings.iter_mut().zip(timings) {
            all.ns.extend(new.ns.iter().map(|pass| pass / texts));
        }
    }

    /// Keeps the third of the sweeps in which the part took the least time, of all ways alike.
    ///
    /// A sweep that shared its core with another process takes up to twice as long: in the ratio of
    /// two ways that cancels out, but from one length to the next it would look like a step.
    fn keep_the_calmest(&mut self) {
        let rounds = self.timings[0].ns.len();
        let mut sweeps: Vec<usize> = (0..rounds).step_by(MIN_ROUNDS).collect();
        let took = |sweep: usize| -> f64 {
            let rounds = sweep..sweep + MIN_ROUNDS;
            self.timings
                .iter()
                .flat_map(|timing| &timing.ns[rounds.clone()])
                .sum()
        };
        sweeps.sort_by(|&a, &b| took(a).total_cmp(&took(b)));
        sweeps.truncate(sweeps.len().div_ceil(3));
        for timing in &mut self.timings {
            let kept = sweeps
                .iter()
                .map(|&sweep| &timing.ns[sweep..sweep + MIN_ROUNDS]);
            timing.ns = kept.flatten().copied().collect();
        }
    }
}

/// An operation's curves, from its parts.
fn told(operation: Operation, subjects: &[Subject], parts: &[&Part]) -> curves::Operation {
    let baseline = subjects
        .iter()
        .position(|subject| subject.name == BASELINE)
        .expect("the baseline is always measured");
    let curve = |(at, subject): (usize, &Subject)| {
        let point = |part: &&Part| match part.kind {
            Kind::Length(length) => Some(Point {
                length,
                ns: Estimate::of(part.timings[at].ns.clone()),
                ratio: Estimate::of(part.timings[at].over(&part.timings[baseline])),
            }),
            Kind::Mix(_) => None,
        };
        let points: Vec<Point> = parts.iter().filter_map(point).collect();
        let mix = |part: &&Part| match part.kind {
            Kind::Length(_) => None,
            Kind::Mix(mix) => Some(curves::Mix {
                name: mix.name(),
                what: mix.what(),
                shuffled: Estimate::of(part.timings[at].ns.clone()),
                sorted: Estimate::of(part.timings[subjects.len() + at].ns.clone()),
                order: Estimate::of(part.timings[at].over(&part.timings[subjects.len() + at])),
                curve: average(&points, &part.lists[0]),
            }),
        };
        Curve {
            name: subject.name,
            inline_capacity: subject.inline_capacity,
            mixes: parts.iter().filter_map(mix).collect(),
            points,
        }
    };
    curves::Operation {
        id: match operation {
            Operation::Create => "curve_create",
            Operation::Clone => "curve_clone",
            Operation::IntoString => "curve_into_string",
            Operation::Equal => "curve_equal",
            Operation::Hash => "curve_hash",
        },
        name: operation.name(),
        what: operation.what(),
        curves: subjects.iter().enumerate().map(curve).collect(),
    }
}

/// What the points say of texts of these lengths, on average.
#[allow(clippy::cast_precision_loss)] // A list is short.
fn average(points: &[Point], lengths: &[usize]) -> f64 {
    let ns = |length: &usize| {
        let mut points = points.iter();
        let point = points.find(|point| point.length == *length);
        point.expect("a mix has lengths of the curve").ns.median
    };
    lengths.iter().map(ns).sum::<f64>() / lengths.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cmd::given;

    #[test]
    fn what_is_not_there_is_refused() {
        let args = Args {
            only: Some("nothing".to_owned()),
            ..given(&[])
        };
        assert!(matches!(args.subjects(), Err(Failure::Arguments(_))));
    }

    #[test]
    fn one_sweep_tells_of_every_length() {
        let args = Args {
            seconds: Duration::from_millis(1),
            only: Some("smol".to_owned()),
            op: Some("clone".to_owned()),
            output: Output::default(),
        };
        let Ok(findings) = args.measure(String::new()) else {
            panic!("these are known");
        };
        let [operation] = &findings.operations[..] else {
            panic!("one was asked for");
        };
        let names: Vec<_> = operation.curves.iter().map(|curve| curve.name).collect();
        assert_eq!(names, ["string", "smol_str"]);
        for curve in &operation.curves {
            assert_eq!(curve.points.len(), lengths::curve().len());
            assert_eq!(curve.mixes.len(), Mix::ALL.len());
        }
        let ids: Vec<_> = findings
            .sections()
            .iter()
            .map(|section| section.id)
            .collect();
        assert_eq!(ids, ["curve_clone", "inline_step", "mixed_lengths"]);
    }
}
