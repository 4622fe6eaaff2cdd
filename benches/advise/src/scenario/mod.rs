//! Scenarios: what a program does with its strings.
//!
//! A scenario keeps a working set of strings alive while it captures, clones, compares, hashes,
//! looks up and reads them in drawn order. Each candidate runs the same script on the same texts.

mod mix;
mod preset;
mod reads;
mod recorded;
mod run;
mod script;
mod store;
#[cfg(test)]
mod tests;

use std::fmt::{self, Display};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use string_kit_measure::engine::core_time;
use string_kit_measure::run::{Unit, cores};

pub(crate) use mix::{Mix, Operation};
pub(crate) use preset::{Preset, ScenarioFlags};
pub(crate) use run::{alone, together};
pub(crate) use script::Script;
pub(crate) use store::{ArcInterns, Lists, Owned, Store, UstrTable};

/// The use of strings whose time is measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Scenario {
    pub(crate) mix: Mix,
    /// The number of strings that are alive at once.
    pub(crate) live: usize,
    pub(crate) lifetimes: Lifetimes,
    /// The share of comparisons and look-ups that find an equal text.
    pub(crate) hit_rate: f64,
    /// The number of threads that run the scenario at once.
    pub(crate) threads: usize,
    pub(crate) details: Details,
}

/// The parts of a scenario that only a record has.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Details {
    /// The number of keys of the map that is looked up: the most frequent texts.
    pub(crate) keys: Option<usize>,
    /// True if each thread has strings of its own, and shares none.
    pub(crate) is_apart: bool,
    /// True if the operations of a round alternate, as far as their weights allow.
    pub(crate) is_interleaved: bool,
    /// The share of reads of the same string as the read before, and of the string beside it.
    pub(crate) again: f64,
    pub(crate) beside: f64,
    /// The share of the strings that are alive that were captured; the others are clones. If it is
    /// 0, both live equally long.
    pub(crate) owned: f64,
}

impl Scenario {
    /// Returns whether all texts are captured, read once, and dropped together.
    pub(crate) fn is_load(&self) -> bool {
        self.lifetimes == Lifetimes::Together
    }

    /// Returns the number of threads that each run it with strings of their own: at most as many as
    /// there are cores.
    pub(crate) fn copies(&self) -> usize {
        if self.details.is_apart {
            self.threads.clamp(1, cores())
        } else {
            1
        }
    }

    /// Returns whether it has operations that may find an equal text.
    fn has_hits(&self) -> bool {
        self.mix.weight(Operation::Eq) + self.mix.weight(Operation::Lookup) > 0
    }
}

/// Writes one line in words.
impl Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_load() {
            return f.write_str(
                "all strings are captured, then each is read once, then all are dropped",
            );
        }
        let mix = self.mix.lowest();
        let captures = mix.weight(Operation::Capture);
        let dropped = match (captures, self.lifetimes) {
            (0, _) => "never dropped",
            (_, Lifetimes::Fifo) => "dropped in order",
            _ => "dropped in any order",
        };
        let strings = number(self.live, "string");
        write!(f, "a working set of {strings}, {dropped}")?;
        let others = mix
            .iter()
            .filter(|(operation, _)| *operation != Operation::Capture)
            .map(|(operation, weight)| number(weight as usize, operation.names()[0]))
            .collect::<Vec<_>>()
            .join(", ");
        match captures {
            _ if others.is_empty() => f.write_str("; only captures")?,
            0 => write!(f, "; a round is {others}")?,
            1 => write!(f, "; for each capture {others}")?,
            n => write!(f, "; for {n} captures {others}")?,
        }
        let near = 100.0 * (self.details.again + self.details.beside);
        if near >= 0.5 {
            write!(f, "; {near:.0} % of reads are near the read before")?;
        }
        if self.has_hits() {
            let has = |operation| mix.weight(operation) > 0;
            let who = match (has(Operation::Eq), has(Operation::Lookup)) {
                (true, true) => "comparisons and look-ups",
                (true, false) => "comparisons",
                _ => "look-ups",
            };
            let percent = (self.hit_rate * 1000.0).round() / 10.0;
            write!(f, "; {percent} % of {who} find an equal text")?;
        }
        if self.threads > 1 {
            write!(f, "; {} at once", number(self.threads, "thread"))?;
            if self.details.is_apart {
                f.write_str(", each with strings of its own")?;
            }
        }
        Ok(())
    }
}

/// Returns a number of things in words.
fn number(count: usize, noun: &str) -> String {
    let ending = match (count, noun) {
        (1, _) => "",
        (_, "hash") => "es",
        _ => "s",
    };
    format!("{} {noun}{ending}", Unit::Count.show(count as f64))
}

/// The order in which strings are dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
pub(crate) enum Lifetimes {
    /// The oldest first, as in a queue.
    Fifo,
    /// Any, as in a cache.
    Random,
    /// All together, after each was read once: the program loads its data.
    #[value(skip)]
    Together,
}

/// A time of a turn.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct TimeSample {
    /// The nanoseconds of an operation.
    pub(crate) time: f64,
    /// The nanoseconds of some arithmetic before or after it, whichever took longer.
    pub(crate) core: f64,
}

impl TimeSample {
    /// Times some operations.
    fn time(operations: usize, work: impl FnOnce()) -> Self {
        let before = core_time();
        let start = Instant::now();
        work();
        let time = start.elapsed().as_nanos() as f64 / operations as f64;
        Self {
            time,
            core: core_time().max(before),
        }
    }
}

/// A candidate that is ready for its turns: each returns the samples that were timed; none if it
/// has no more turns, or, of threads, if they did not run together long enough.
pub(crate) type Turns<'a> = Box<dyn FnMut() -> Result<Vec<TimeSample>, &'static str> + 'a>;
