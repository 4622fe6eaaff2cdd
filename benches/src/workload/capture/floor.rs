//! Formatting alone: the floor of formatting.
//!
//! Each way that formats takes at least this. A way that knows the types of the values does not
//! format them, and can take less.

use std::fmt::{self, Display, Write};

use super::way::{Group, Workload, workloads};
use crate::workload::slices::Values;

pub(super) fn workloads() -> Vec<Workload> {
    workloads![
        Group::Floor;
        floor_per_slice: "formatting alone, one write! a slice",
        floor_per_value: "formatting alone, one write! a value",
    ]
}

/// Formats the slice by one `write!`.
pub(crate) fn floor_per_slice(values: Values<'_>) {
    write!(Nothing, "{}", Each(values)).expect("Nothing takes everything");
}

/// Formats each value by one `write!`.
fn floor_per_value(values: Values<'_>) {
    for value in values {
        write!(Nothing, "{value}").expect("Nothing takes everything");
    }
}

/// A writer that keeps nothing.
struct Nothing;

impl Write for Nothing {
    fn write_str(&mut self, _: &str) -> fmt::Result {
        Ok(())
    }
}

/// A slice as one `Display`.
struct Each<'a>(Values<'a>);

impl Display for Each<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|value| value.fmt(f))
    }
}
