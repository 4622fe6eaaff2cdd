//! The cells as comma-separated values: no name among them has a comma or a quote in it.

use std::io::{self, Write};

use super::Cell;
use crate::measure::Estimate;

/// The columns, in the order of [`fields`].
const COLUMNS: [&str; 31] = [
    "repr",
    "allocator",
    "pattern",
    "leaked",
    "size",
    "threads",
    "shares",
    "oversubscribed",
    "found",
    "ns",
    "ns_low",
    "ns_high",
    "clone_ns",
    "drop_ns",
    "ratio",
    "ratio_low",
    "ratio_high",
    "slowdown",
    "slowdown_low",
    "slowdown_high",
    "per_second",
    "least",
    "most",
    "counted",
    "chunks",
    "without",
    "operations",
    "bounded",
    "mappings",
    "mapped_bytes",
    "jemalloc_mapped",
];

pub(super) fn write(cells: &[Cell], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", COLUMNS.join(","))?;
    for cell in cells {
        writeln!(out, "{}", fields(cell).join(","))?;
    }
    Ok(())
}

/// What is not known is empty.
fn fields(cell: &Cell) -> [String; COLUMNS.len()] {
    fn some(value: Option<impl ToString>) -> String {
        value.map(|value| value.to_string()).unwrap_or_default()
    }
    let median = |of: Option<Estimate>| some(of.map(|of| of.median));
    let low = |of: Option<Estimate>| some(of.map(|of| of.low));
    let high = |of: Option<Estimate>| some(of.map(|of| of.high));
    [
        cell.cell.repr.clone(),
        cell.cell.allocator.to_string(),
        cell.cell.pattern.to_string(),
        cell.cell.leaked.to_string(),
        cell.cell.size.to_string(),
        cell.cell.threads.to_string(),
        cell.shares.to_string(),
        cell.oversubscribed.to_string(),
        cell.found.to_string(),
        median(cell.ns),
        low(cell.ns),
        high(cell.ns),
        median(cell.clone_ns),
        median(cell.drop_ns),
        median(cell.ratio),
        low(cell.ratio),
        high(cell.ratio),
        median(cell.slowdown),
        low(cell.slowdown),
        high(cell.slowdown),
        some(cell.per_second),
        some(cell.least),
        some(cell.most),
        cell.counted.to_string(),
        cell.chunks.to_string(),
        cell.without.to_string(),
        cell.operations.to_string(),
        cell.bounded.to_string(),
        some(cell.mappings),
        some(cell.mapped_bytes),
        some(cell.jemalloc_mapped),
    ]
}
