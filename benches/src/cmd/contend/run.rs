//! Cells, each in a process of its own, in turn and again.

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::cmd::Failure;
use crate::cmd::progress::{progress_bar, show};
use crate::measure::contend::{Cell, Sample, Task};
use crate::measure::{Allocator, ask};

/// How long a process may take: a cell is some tenths of a second, what was published some seconds.
const PATIENCE: Duration = Duration::from_mins(2);

/// And beside that for each clone that it is to make, which seldom takes a fifth of it.
const PATIENCE_PER_CLONE: Duration = Duration::from_micros(1);

/// How long a process may take that is to make so many clones in each of some threads.
pub(super) fn patience(clones: u64, threads: usize) -> Duration {
    let all = clones.saturating_mul(threads as u64);
    PATIENCE + PATIENCE_PER_CLONE.saturating_mul(u32::try_from(all).unwrap_or(u32::MAX))
}

/// How often a cell is tried in a repetition, until its threads ran together: on a machine that has
/// other work for all its cores, they often do not for tenths of a second.
const ATTEMPTS: usize = 5;

/// The programs that run on the allocators that are asked for.
pub(super) struct Programs(HashMap<Allocator, PathBuf>);

impl Programs {
    /// Finds them, before time is spent.
    pub(super) fn find(allocators: &[Allocator]) -> Result<Self, Failure> {
        let program = |&one: &Allocator| Ok((one, one.program().map_err(Failure::Arguments)?));
        allocators
            .iter()
            .map(program)
            .collect::<Result<_, _>>()
            .map(Self)
    }

    /// The answer of a process, or that there was none: `what` says to whom.
    pub(super) fn ask<A: DeserializeOwned + Send + 'static>(
        &self,
        allocator: Allocator,
        task: &impl Serialize,
        what: &str,
        patience: Duration,
    ) -> Result<A, Failure> {
        let program = &self.0[&allocator];
        let answer = ask(program, task, patience).map_err(Failure::Process)?;
        answer.map_err(|told| Failure::Unexpected(format!("{what} on {allocator}: {told}")))
    }
}

/// What the orders of the turns are drawn from: the same in every run.
const SEED: u64 = 5;

/// Does each of some things once, and all of them again, so often, each time in another order, so that
/// none always follows the same; what came of a thing is in the order of the repetitions.
pub(super) fn in_turn<T, R>(
    things: &[T],
    reps: usize,
    mut once: impl FnMut(&T) -> Result<R, Failure>,
) -> Result<Vec<Vec<R>>, Failure> {
    let bar = progress_bar();
    let all = things.len() * reps;
    let mut results: Vec<Vec<R>> = things.iter().map(|_| Vec::with_capacity(reps)).collect();
    let mut order: Vec<usize> = (0..things.len()).collect();
    let mut random = fastrand::Rng::with_seed(SEED);
    let mut done: usize = 0;
    for _ in 0..reps {
        random.shuffle(&mut order);
        for &at in &order {
            results[at].push(once(&things[at])?);
            done += 1;
            #[allow(clippy::cast_precision_loss)] // Some thousands.
            show(&bar, done as f64 / all as f64);
        }
    }
    bar.finish_and_clear();
    Ok(results)
}

/// How long a cell is measured at a time, or with how many clones a thread.
#[derive(Clone, Copy, Debug)]
pub(super) struct Length {
    pub(super) millis: u64,
    pub(super) clones: Option<u64>,
}

/// One repetition of a cell: tried again if its threads did not run together.
pub(super) fn cell(programs: &Programs, cell: &Cell, length: Length) -> Result<Sample, Failure> {
    let task = Task::Clones {
        cell: cell.clone(),
        millis: length.millis,
        clones: length.clones,
    };
    let what = format!("{}, {}, {} threads", cell.repr, cell.pattern, cell.threads);
    let patience = patience(length.clones.unwrap_or_default(), cell.threads);
    let once =
        || -> Result<Sample, Failure> { programs.ask(cell.allocator, &task, &what, patience) };
    let mut best = once()?;
    for _ in 1..ATTEMPTS {
        // With so few clones, trying again would not help.
        if best.without() == 0 || length.clones.is_some() {
            break;
        }
        let again = once()?;
        if again.without() < best.without() {
            best = again;
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_its_turn_before_any_has_a_second() {
        let mut order = Vec::new();
        let things = [1, 2, 3, 4, 5, 6, 7, 8];
        let results = in_turn(&things, 2, |&one| {
            order.push(one);
            Ok((one, order.len()))
        });
        let results = results.unwrap_or_default();
        for (&thing, own) in things.iter().zip(&results) {
            assert!(own.iter().all(|(one, _)| *one == thing));
            assert!(own[0].1 <= things.len() && things.len() < own[1].1);
        }
        assert_eq!(results.len(), things.len());
        let (first, second) = order.split_at(things.len());
        assert_ne!(first, second, "none always follows the same");
    }
}
