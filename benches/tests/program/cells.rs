//! What the verbs that measure cells, each in a process of its own, are asked and tell alike.

use serde_json::Value;

/// The allocators that may run what names none: without a program for the system's, it is the
/// laboratory's.
pub(crate) const DEFAULT: [&str; 2] = ["system", "laboratory"];

/// What was printed, each line as what it tells.
#[track_caller]
pub(crate) fn read(printed: &str) -> Vec<Value> {
    let lines = printed.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}
