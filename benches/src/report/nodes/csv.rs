//! The cells as comma-separated values: no name among them has a comma or a quote in it.

use std::io::{self, Write};

use super::Cell;
use crate::report::csv::estimate;

/// What is told of a cell beside its numbers.
const NAMES: [&str; 6] = ["design", "allocator", "workload", "count", "kind", "handle"];

/// The numbers, in the order of [`numbers`]: each has a column for itself, and two for its interval.
const NUMBERS: [&str; 8] = [
    "touched",
    "live",
    "build_ns",
    "drop_ns",
    "flatten",
    "bytes_ratio",
    "build_ratio",
    "drop_ratio",
];

pub(super) fn write(cells: &[Cell], out: &mut impl Write) -> io::Result<()> {
    let numbered = NUMBERS.map(|name| format!("{name},{name}_low,{name}_high"));
    writeln!(out, "{},{}", NAMES.join(","), numbered.join(","))?;
    for cell in cells {
        let names = [
            cell.cell.design.clone(),
            cell.cell.allocator.to_string(),
            cell.cell.shape.to_string(),
            cell.cell.count.to_string(),
            cell.kind.name().to_owned(),
            cell.handle.to_string(),
        ];
        writeln!(out, "{},{}", names.join(","), numbers(cell).join(","))?;
    }
    Ok(())
}

/// What is not known is empty.
fn numbers(cell: &Cell) -> [String; NUMBERS.len()] {
    let of = [
        cell.touched,
        cell.live,
        Some(cell.build_ns),
        cell.drop_ns,
        cell.flatten,
        cell.bytes_ratio,
        cell.build_ratio,
        cell.drop_ratio,
    ];
    of.map(estimate)
}
