//! The shape `edits`: a trace of keystrokes, with every version kept, every hundredth, and none.

use std::fmt;
use std::hint::black_box;

use string_kit_measure::Subject;
use string_kit_measure::engine::{Program, Task, cpu_time};
use string_kit_measure::run::Unit;

use super::measure::{Memory, Metrics, flatten_ratios};
use super::{BLOCKS, BYTES, Setting, TYPE};
use crate::workload::nodes::{Peer, Shape, Trace, for_each_peer};

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
    measure: fn(&Trace, Kept) -> Result<Metrics, String>,
}

fn subjects() -> Vec<Subject<Work>> {
    let mut subjects = Vec::new();
    macro_rules! add {
        ($peer:ty) => {
            let work = Work {
                most_kept: <$peer>::MOST_KEPT,
                most: <$peer>::MOST,
                measure: measure::<$peer>,
            };
            subjects.push(Subject::new(<$peer>::NAME, <$peer>::NAME, work));
        };
    }
    for_each_peer!(add);
    subjects
}

/// Returns the names of the types.
pub(super) fn names() -> impl Iterator<Item = String> {
    subjects().into_iter().map(|one| one.name)
}

/// Returns the tasks: each of the types that are asked for is measured in processes of its own.
pub(super) fn tasks(trace: &Trace, program: Program, asked: &[String]) -> Vec<Task> {
    let setting = Setting {
        shape: Shape::Edits,
        count: trace.edits.len(),
    };
    let mut tasks = Vec::new();
    for kept in Kept::EACH {
        for Subject { name, work, .. } in subjects() {
            let most = if kept == Kept::All {
                work.most_kept
            } else {
                work.most
            };
            if asked.contains(&name) && setting.count <= most {
                let mut task = setting.task(&name, program);
                task.name = format!("{}, {kept} kept", task.name);
                task.factors = task.factors.with(KEPT, kept);
                tasks.push(task);
            }
        }
    }
    tasks
}

/// Measures a task.
///
/// # Errors
///
/// If a text is wrong, or the task is of an unknown type.
pub(super) fn sample(trace: &Trace, task: &Task) -> Result<Metrics, String> {
    let factor = |name| task.factors.get(name).unwrap_or_default();
    let mut each = Kept::EACH.into_iter();
    let kept = each.find(|kept| kept.to_string() == factor(KEPT));
    let all = subjects();
    let subject = all.iter().find(|one| one.name == factor(TYPE));
    let (Some(kept), Some(subject)) = (kept, subject) else {
        return Err("there is no type or kept of this task".to_owned());
    };
    (subject.work.measure)(trace, kept)
}

#[allow(clippy::cast_precision_loss)] // Far from 2^52.
fn measure<P: Peer>(trace: &Trace, kept: Kept) -> Result<Metrics, String> {
    let each = |all: f64| vec![all / trace.edits.len() as f64];
    let mut versions = Vec::with_capacity(trace.edits.len() + 1);
    let before = Memory::before();
    let mut text = P::of(&trace.start);
    let build = cpu_time(|| {
        for (index, edit) in trace.edits.iter().enumerate() {
            text.edit(edit);
            if kept.keeps(index) {
                versions.push(text.clone());
            }
        }
    });
    let [touched, live] = before.more();
    let mut metrics = vec![("build", Unit::Ns, each(build))];
    if kept != Kept::None {
        // The handles' pages are touched now, and their block was there before.
        let handles = (versions.len() * size_of::<P>()) as f64;
        for (metric, more) in [(BYTES, touched.map(|more| more - handles)), (BLOCKS, live)] {
            let more = more.map(|more| more / versions.len() as f64);
            metrics.extend(more.map(|more| (metric, Unit::Bytes, vec![more])));
        }
        metrics.push(("handle", Unit::Bytes, vec![size_of::<P>() as f64]));
    }
    let last = trace.text_after(trace.edits.len());
    let flatten = || black_box(&text).flatten();
    let ratios = flatten_ratios(P::NAME, ROUNDS, last.as_bytes(), flatten)?;
    metrics.push(("flatten", Unit::Ratio, ratios));
    if kept == Kept::All {
        metrics.push(("read old", Unit::Ns, vec![read_old(&versions, trace)]));
        metrics.push(("undo", Unit::Ns, vec![undo(&versions)]));
    }
    let dropped = cpu_time(|| drop((text, versions)));
    metrics.push(("drop", Unit::Ns, each(dropped)));
    Ok(metrics)
}

/// Returns the time to read a byte at a random place of a random version.
fn read_old<P: Peer>(versions: &[P], trace: &Trace) -> f64 {
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
fn undo<P: Peer>(versions: &[P]) -> f64 {
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
                let metrics = (subject.work.measure)(&trace, kept).unwrap();
                assert!(metrics.iter().all(|(.., values)| !values.is_empty()));
                let has = |name| metrics.iter().any(|(metric, ..)| *metric == name);
                assert_eq!(has("undo"), kept == Kept::All);
                assert!(has("drop"));
            }
        }
    }
}
