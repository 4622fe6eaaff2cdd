//! Containers of other crates, filled from `Display` values as their users would.
//!
//! A rival that is a string type and not a container is a representation of string-kit; its own
//! way is the strategy `native`. byteyarn is none, and so stands here.

use byteyarn::{Yarn, yarn};
use compact_strings::CompactStrings;
use nested::Nested;
use seq_str::SeqStr;

use super::{Group, Workload, workloads};
use crate::input::Values;

pub(super) fn workloads() -> Vec<Workload> {
    workloads![
        Group::Rival;
        seq_str: "SeqStr, from_display_iter",
        compact_strings: "CompactStrings, to_string",
        nested: "Nested<String>, to_string",
        byteyarn: "Box<[Yarn]>, yarn!",
    ]
}

/// One buffer that lengths and texts share, formatted into directly.
fn seq_str(values: Values<'_>) -> SeqStr {
    SeqStr::from_display_iter(values.iter())
}

/// One buffer for texts and one for where they are.
fn compact_strings(values: Values<'_>) -> CompactStrings {
    values.iter().map(ToString::to_string).collect()
}

/// One `String` for texts and one `Vec` of where they end.
fn nested(values: Values<'_>) -> Nested<String> {
    values.iter().map(ToString::to_string).collect()
}

/// 16-byte strings, by the crate's own macro.
fn byteyarn(values: Values<'_>) -> Option<Box<[Yarn]>> {
    if values.is_empty() {
        return None;
    }
    Some(values.iter().map(|value| yarn!("{value}")).collect())
}
