//! Code that puts a verdict into practice. A test compiles each kind.

use crate::candidate::Candidate;

/// Returns the lines of `Cargo.toml` and the code that keep a field as this candidate does.
pub(super) fn snippet(_candidate: &Candidate, _field: &str) -> String {
    todo!()
}
