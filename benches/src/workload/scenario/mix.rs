//! Mixes: how often each operation is done.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// An operation on the strings of a working set.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    clap::ValueEnum,
)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
pub(crate) enum Operation {
    /// Makes a string of the next text; it takes the place of one that is dropped.
    Capture,
    /// Clones a live string; the clone takes the place of an older clone, which is dropped.
    Clone,
    /// Compares a live string with another one.
    Eq,
    /// Hashes a live string by std's default hasher.
    Hash,
    /// Looks a text up in a map whose keys are strings.
    Lookup,
    /// Reads the text of a live string.
    Read,
}

/// The weight of each operation that is done.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Mix(BTreeMap<Operation, u32>);

impl Mix {
    /// Returns the weight of an operation; 0 if it is not done.
    pub(crate) fn weight(&self, operation: Operation) -> u32 {
        self.0.get(&operation).copied().unwrap_or_default()
    }
}

/// Reads `capture:1,clone:8,eq:20,hash:20,drop:9`. What is captured and cloned is dropped: if `drop`
/// has a weight, it must be the sum of both.
impl FromStr for Mix {
    type Err = String;

    fn from_str(_text: &str) -> Result<Self, String> {
        todo!()
    }
}
