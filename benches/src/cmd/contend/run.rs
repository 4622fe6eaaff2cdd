//! One repetition of a cell, in a process of its own.

use std::time::Duration;

use crate::cmd::Failure;
use crate::cmd::turns::{PATIENCE, Programs};
use crate::measure::Task;
use crate::measure::contend::{Cell, Sample};

/// How much longer a process may take for each clone that it is to make, which seldom takes a fifth of it.
const PATIENCE_PER_CLONE: Duration = Duration::from_micros(1);

/// How long a process may take that is to make so many clones in each of some threads.
pub(super) fn patience(clones: u64, threads: usize) -> Duration {
    let all = clones.saturating_mul(threads as u64);
    PATIENCE + PATIENCE_PER_CLONE.saturating_mul(u32::try_from(all).unwrap_or(u32::MAX))
}

/// How often a cell is tried in a repetition, until its threads ran together: on a machine that has
/// other work for all its cores, they often do not for tenths of a second.
const ATTEMPTS: usize = 5;

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
