//! Ways that are functions of their own: formatting alone, and containers of other crates.

use std::fmt::{self, Display, Write};
use std::hint::black_box;

use byteyarn::{Yarn, yarn};
use compact_strings::CompactStrings;
use nested::Nested;
use seq_str::SeqStr;
use string_kit_measure::run::twin;
use string_kit_types::StringType;
use string_kit_types::rivals::yarn;

use super::published::STRING;
use super::way::{BASELINE_TITLE, Group, Workload};
use crate::workload::slices::Values;

pub(super) fn baseline_twin() -> Vec<Workload> {
    workloads![Group::Published; vec_string_twin: STRING, twin(BASELINE_TITLE)]
}

/// Does what the baseline does. One store makes it another function: the compiler merges equals.
fn vec_string_twin(values: Values<'_>) -> Vec<String> {
    black_box(0_u8);
    values.iter().map(ToString::to_string).collect()
}

/// Returns containers of other crates, filled from `Display` values as their users would.
///
/// Most string types of other crates are representations of string-kit: there, their own way is the
/// strategy `native`. byteyarn's is not, and so stands here.
pub(super) fn rivals() -> Vec<Workload> {
    workloads![
        Group::Rival;
        seq_str: "SeqStr", "SeqStr, from_display_iter";
        compact_strings: "CompactStrings", "CompactStrings, to_string";
        nested: "Nested<String>", "Nested<String>, to_string";
        byteyarn: yarn::This::FACTS.name, "Box<[Yarn]>, yarn!";
    ]
}

fn seq_str(values: Values<'_>) -> SeqStr {
    SeqStr::from_display_iter(values.iter())
}

fn compact_strings(values: Values<'_>) -> CompactStrings {
    values.iter().map(ToString::to_string).collect()
}

fn nested(values: Values<'_>) -> Nested<String> {
    values.iter().map(ToString::to_string).collect()
}

fn byteyarn(values: Values<'_>) -> Option<Box<[Yarn]>> {
    if values.is_empty() {
        return None;
    }
    Some(values.iter().map(|value| yarn!("{value}")).collect())
}

/// Returns formatting alone: the floor of formatting.
///
/// Each way that formats takes at least this. A way that knows the types of the values does not
/// format them, and can take less.
pub(super) fn floor() -> Vec<Workload> {
    workloads![
        Group::Floor;
        floor_per_slice: "", "formatting alone, one write! a slice";
        floor_per_value: "", "formatting alone, one write! a value";
    ]
}

pub(crate) fn floor_per_slice(values: Values<'_>) {
    let slice = fmt::from_fn(|f| values.iter().try_for_each(|value| value.fmt(f)));
    write!(Nothing, "{slice}").expect("Nothing takes everything");
}

fn floor_per_value(values: Values<'_>) {
    for value in values {
        write!(Nothing, "{value}").expect("Nothing takes everything");
    }
}

struct Nothing;

impl Write for Nothing {
    fn write_str(&mut self, _: &str) -> fmt::Result {
        Ok(())
    }
}
