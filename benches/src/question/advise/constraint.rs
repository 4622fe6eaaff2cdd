//! Constraints: what a candidate must be, and facts about the crates.

use serde::{Deserialize, Serialize};

use crate::candidate::Candidate;

/// What a candidate must be.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, clap::Args)]
pub(crate) struct Constraints {}

impl Constraints {
    /// Returns the reason why a candidate is excluded, if it is.
    pub(super) fn excludes(&self, _candidate: &Candidate) -> Option<String> {
        todo!()
    }
}

/// Returns the facts about a candidate's crate in a line.
pub(super) fn facts_line(_candidate: &Candidate) -> String {
    todo!()
}
