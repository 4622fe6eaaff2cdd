//! The counts of a label, as they are saved.

use std::collections::BTreeMap;

use crate::lives::Lives;
use crate::operation::OPERATIONS;
use crate::values::Values;

/// The counts of a label, as they are saved.
#[derive(Debug)]
pub(crate) struct Counts {
    pub(crate) name: &'static str,
    pub(crate) alias: &'static str,
    pub(crate) operations: [u64; OPERATIONS.len()],
    /// The strings that are alive now, and at most.
    pub(crate) alive: (u64, u64),
    pub(crate) threads: u64,
    /// The threads that cloned strings. A thread that took over the recorder of another is not
    /// counted again.
    pub(crate) cloners: u64,
    pub(crate) not_ascii: u64,
    pub(crate) lengths: BTreeMap<u64, u64>,
    pub(crate) values: Values,
    pub(crate) lives: Lives,
}

impl Counts {
    pub(crate) fn texts(&self) -> u64 {
        self.lengths.values().sum()
    }
}
