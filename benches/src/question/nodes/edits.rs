//! The shape `edits`: a trace of keystrokes, with every version kept, every hundredth, and none.

use std::fmt;
use std::hint::black_box;

use string_kit_measure::engine::cpu_time;
use string_kit_measure::run::Unit;

use super::measure::{Memory, Metrics, flatten_ratios};
use super::{BLOCKS, BYTES};
use crate::workload::nodes::{Peer, Trace};

/// The number of times that the last version is read, each beside a copy of it.
const ROUNDS: usize = 5;
/// The number of random reads, and of steps back and forth.
const ASKED: u32 = 10_000;
/// The number of versions that an undo goes back before it comes forward again.
const BACK: usize = 100;

/// The versions that are kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Kept {
    All,
    Hundredth,
    None,
}

impl Kept {
    pub(super) const EACH: [Self; 3] = [Self::All, Self::Hundredth, Self::None];

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

/// Measures a type that replays a trace.
///
/// # Errors
///
/// If a text is wrong.
#[allow(clippy::cast_precision_loss)] // Far from 2^52.
pub(super) fn measure<P: Peer>(trace: &Trace, kept: Kept) -> Result<Metrics, String> {
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
        macro_rules! check {
            ($peer:ty) => {
                for kept in Kept::EACH {
                    let metrics = measure::<$peer>(&trace, kept).unwrap();
                    assert!(metrics.iter().all(|(.., values)| !values.is_empty()));
                    let has = |name| metrics.iter().any(|(metric, ..)| *metric == name);
                    assert_eq!(has("undo"), kept == Kept::All);
                    assert!(has("drop"));
                }
            };
        }
        crate::workload::nodes::for_each_peer!(check);
    }
}
