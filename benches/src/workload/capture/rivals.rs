//! Containers of other crates, filled from `Display` values as their users would.
//!
//! Most string types of other crates are representations of string-kit: there, their own way is the
//! strategy `native`. byteyarn's is not, and so stands here.

use byteyarn::{Yarn, yarn};
use compact_strings::CompactStrings;
use nested::Nested;
use seq_str::SeqStr;

use super::way::{Group, Workload, workloads};
use crate::workload::slices::Values;

pub(super) fn workloads() -> Vec<Workload> {
    workloads![
        Group::Rival;
        seq_str: "SeqStr, from_display_iter",
        compact_strings: "CompactStrings, to_string",
        nested: "Nested<String>, to_string",
        byteyarn: "Box<[Yarn]>, yarn!",
    ]
}

/// Formats into one buffer that lengths and texts share.
fn seq_str(values: Values<'_>) -> SeqStr {
    SeqStr::from_display_iter(values.iter())
}

/// Collects into a buffer of texts and a buffer of their places.
fn compact_strings(values: Values<'_>) -> CompactStrings {
    values.iter().map(ToString::to_string).collect()
}

/// Collects into a `String` of texts and a `Vec` of their ends.
fn nested(values: Values<'_>) -> Nested<String> {
    values.iter().map(ToString::to_string).collect()
}

/// Collects strings of 16 bytes by the crate's own macro.
fn byteyarn(values: Values<'_>) -> Option<Box<[Yarn]>> {
    if values.is_empty() {
        return None;
    }
    Some(values.iter().map(|value| yarn!("{value}")).collect())
}
