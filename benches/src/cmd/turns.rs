//! Cells, each in a process of its own, in turn and again.

use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::de::DeserializeOwned;

use super::Failure;
use super::progress::{progress_bar, show};
use crate::measure::{Allocator, Task, ask};

/// How long a process may take: a cell is some tenths of a second, the longest of them seconds.
pub(super) const PATIENCE: Duration = Duration::from_mins(2);

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
        task: &Task,
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
