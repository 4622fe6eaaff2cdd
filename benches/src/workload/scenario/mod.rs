//! Scenarios: what a program does with its strings.
//!
//! A scenario keeps a working set of strings alive while it captures, clones, compares, hashes, looks up
//! and reads them in drawn order. Each candidate runs the same script on the same texts.

mod holder;
mod mix;
mod preset;
mod run;
mod script;
mod threads;

use std::time::Duration;

use serde::{Deserialize, Serialize};

pub(crate) use holder::Holder;
pub(crate) use mix::{Mix, Operation};
pub(crate) use preset::{Preset, ScenarioFlags};
pub(crate) use run::measured;
pub(crate) use script::Script;

/// The use of strings whose time is measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Scenario {
    /// How often each operation is done.
    pub(crate) mix: Mix,
    /// The number of strings that are alive at once.
    pub(crate) live: usize,
    /// The order in which strings are dropped.
    pub(crate) lifetimes: Lifetimes,
    /// The share of comparisons and look-ups that find an equal text.
    pub(crate) hit_rate: f64,
    /// The number of threads that run the scenario at once.
    pub(crate) threads: usize,
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
}

/// A scenario of one candidate, ready to be timed.
#[allow(missing_debug_implementations)] // It holds closures.
pub(crate) enum Measured {
    /// Runs this many passes of [`Script::pass`] operations; returns the time of all.
    Alone(Box<dyn FnMut(u32) -> Duration>),
    /// Runs all threads for this time, drawing from these numbers; returns nanoseconds for each
    /// operation, or none if the threads did not run together long enough.
    Together(Box<dyn FnMut(Duration, &mut fastrand::Rng) -> Option<f64>>),
}

impl std::fmt::Display for Scenario {
    fn fmt(&self, _f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        todo!()
    }
}
