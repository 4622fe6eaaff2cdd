//! The shape `edits`: a trace of keystrokes, with every version kept, every hundredth, and none.

use std::fmt;
use std::hint::black_box;

use string_kit_measure::engine::{Program, Sampler, Task, cpu_time};
use string_kit_measure::memory::{live_bytes, touched};
use string_kit_measure::run::{Factors, Measurement, Unit};
use string_kit_measure::{Failure, Subject};

use super::{BLOCKS, BYTES, COUNT, SHAPE, TYPE};
use crate::workload::nodes::{Editor, Shape, Trace, for_each_editor};

/// The name of the versions that are kept, as a factor.
const KEPT: &str = "kept";
/// The number of times that the last version is read, each beside a copy of it.
const ROUNDS: usize = 5;
/// The number of random reads, and of steps back and forth.
const ASKED: u32 = 10_000;
/// The number of versions that an undo goes back before it comes forward again.
const BACK: usize = 100;

/// The versions that are kept.
#[derive(Clone, Copy, PartialEq)]
enum Kept {
    All,
    Hundredth,
    None,
}

impl Kept {
    const EACH: [Self; 3] = [Self::All, Self::Hundredth, Self::None];

    fn keeps(self, edit: usize) -> bool {
        match self {
            Self::All => true,
            Self::Hundredth => edit % 100 == 99,
            Self::None => false,
        }
    }
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::All => "every version",
            Self::Hundredth => "every 100th",
            Self::None => "none",
        })
    }
}

/// The measurement of a type.
struct Work {
    most_kept: usize,
    most: usize,
    measure: fn(&Trace, Kept, &mut dyn Report) -> Result<(), Failure>,
}

/// Takes a metric of one process.
trait Report: FnMut(&str, Unit, &[f64]) -> Result<(), Failure> {}
impl<F: FnMut(&str, Unit, &[f64]) -> Result<(), Failure>> Report for F {}

fn subjects() -> Vec<Subject<Work>> {
    let mut subjects = Vec::new();
    macro_rules! add {
        ($editor:ty) => {
            let work = Work {
                most_kept: <$editor>::MOST_KEPT,
                most: <$editor>::MOST,
                measure: |trace, kept, mut report| measure::<$editor>(trace, kept, &mut report),
            };
            subjects.push(Subject::new(<$editor>::NAME, <$editor>::NAME, work));
        };
    }
    for_each_editor!(add);
    subjects
}

/// Returns the names of the types.
pub(super) fn names() -> impl Iterator<Item = String> {
    subjects().into_iter().map(|one| one.name)
}

/// Returns the tasks: each of the types that are asked for is measured in processes of its own.
pub(super) fn tasks(trace: &Trace, program: Program, asked: &[String]) -> Vec<Task> {
    let count = trace.edits.len();
    let mut tasks = Vec::new();
    for kept in Kept::EACH {
        for Subject { name, work, .. } in subjects() {
            let most = if kept == Kept::All {
                work.most_kept
            } else {
                work.most
            };
            if !asked.contains(&name) || count > most {
                continue;
            }
            let factors = Factors::default()
                .with(TYPE, &name)
                .with(SHAPE, Shape::Edits)
                .with(COUNT, count)
                .with(KEPT, kept)
                .with("allocator", program);
            let name = format!("{name}, edits, {count}, {kept} kept, {program}");
            tasks.push(Task::new(name, program, factors));
        }
    }
    tasks
}

/// Measures a task.
pub(super) fn sample(trace: &Trace, task: &Task, sampler: &mut Sampler) -> Result<(), Failure> {
    let factor = |name| task.factors.get(name).unwrap_or_default();
    let unknown = || Failure::Unexpected("there is no type or kept of this task".to_owned());
    let kept = Kept::EACH
        .into_iter()
        .find(|kept| kept.to_string() == factor(KEPT));
    let all = subjects();
    let subject = all.iter().find(|one| one.name == factor(TYPE));
    let (Some(kept), Some(subject)) = (kept, subject) else {
        return Err(unknown());
    };
    (subject.work.measure)(
        trace,
        kept,
        &mut |metric: &str, unit: Unit, values: &[f64]| {
            let values = values.iter().copied().map(Some).collect();
            Ok(sampler.report(Measurement::new(Factors::default(), metric, unit, values))?)
        },
    )
}

#[allow(clippy::cast_precision_loss)] // Far from 2^52.
fn measure<E: Editor>(trace: &Trace, kept: Kept, report: &mut dyn Report) -> Result<(), Failure> {
    let each = |all: f64| all / trace.edits.len() as f64;
    let mut versions = Vec::with_capacity(trace.edits.len() + 1);
    // The first reading allocates what later ones use again.
    let _ = (touched(), live_bytes());
    let before = (touched(), live_bytes());
    let mut text = E::of(&trace.start);
    let build = cpu_time(|| {
        for (index, edit) in trace.edits.iter().enumerate() {
            text.edit(edit);
            if kept.keeps(index) {
                versions.push(text.clone());
            }
        }
    });
    let after = (touched(), live_bytes());
    report("build", Unit::Ns, &[each(build)])?;
    let handles = (versions.len() * size_of::<E>()) as f64;
    if kept != Kept::None {
        // The handles' pages are touched now, and their block was there before.
        let more = |new: Option<usize>, old: Option<usize>| Some(new? as f64 - old? as f64);
        for (metric, more, handles) in [
            (BYTES, more(after.0, before.0), handles),
            (BLOCKS, more(after.1, before.1), 0.0),
        ] {
            if let Some(more) = more {
                report(
                    metric,
                    Unit::Bytes,
                    &[(more - handles) / versions.len() as f64],
                )?;
            }
        }
        report("handle", Unit::Bytes, &[size_of::<E>() as f64])?;
    }
    let copy = text.copied();
    if copy != trace.text_after(trace.edits.len()) {
        return Err(Failure::Unexpected(format!(
            "{}: the last version is wrong",
            E::NAME
        )));
    }
    let read = |_| {
        let copied = cpu_time(|| drop(black_box(black_box(&copy).clone())));
        cpu_time(|| drop(black_box(black_box(&text).copied()))) / copied
    };
    report(
        "flatten",
        Unit::Ratio,
        &(0..ROUNDS).map(read).collect::<Vec<_>>(),
    )?;
    if kept == Kept::All {
        report("read old", Unit::Ns, &[read_old(&versions, trace)])?;
        report("undo", Unit::Ns, &[undo(&versions)])?;
    }
    let dropped = cpu_time(|| drop((text, versions)));
    report("drop", Unit::Ns, &[each(dropped)])
}

/// Returns the time to read a byte at a random place of a random version.
fn read_old<E: Editor>(versions: &[E], trace: &Trace) -> f64 {
    let mut random = fastrand::Rng::with_seed(7);
    let mut lengths = Vec::with_capacity(versions.len());
    let mut length = trace.start.len();
    for edit in &trace.edits {
        length = length - edit.del + edit.text.len();
        lengths.push(length);
    }
    let asked: Vec<(usize, usize)> = (0..ASKED)
        .filter_map(|_| {
            let version = random.usize(..versions.len());
            let at = random.usize(..lengths[version].max(1));
            (at < lengths[version]).then_some((version, at))
        })
        .collect();
    let all = cpu_time(|| {
        for &(version, at) in &asked {
            black_box(versions[version].byte(at));
        }
    });
    all / f64::from(ASKED)
}

/// Returns the time of a step back or forth: the version there becomes the text.
fn undo<E: Editor>(versions: &[E]) -> f64 {
    let last = versions.len() - 1;
    let back = BACK.min(last);
    let mut text = versions[last].clone();
    let all = cpu_time(|| {
        for step in 0..ASKED as usize {
            let step = step % (2 * back).max(1);
            let at = last - step.min(2 * back - step);
            text.clone_from(black_box(&versions[at]));
        }
    });
    black_box(text);
    all / f64::from(ASKED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_is_measured() {
        let trace = Trace::drawn(2_000);
        for subject in subjects() {
            for kept in Kept::EACH {
                let mut metrics = Vec::new();
                (subject.work.measure)(
                    &trace,
                    kept,
                    &mut |metric: &str, _: Unit, values: &[f64]| {
                        assert!(!values.is_empty());
                        metrics.push(metric.to_owned());
                        Ok(())
                    },
                )
                .unwrap();
                assert_eq!(
                    metrics.iter().any(|metric| metric == "undo"),
                    kept == Kept::All
                );
                assert!(metrics.iter().any(|metric| metric == "drop"));
            }
        }
    }
}
