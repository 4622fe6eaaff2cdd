//! The cells as tables.

use super::{Cell as Found, Classes, Findings, Group, published};
use crate::measure::Estimate;
use crate::report::cells::{self, unknown};
use crate::report::{Cell, Column, Table};

/// What a concatenation takes.
pub(super) fn memory(findings: &Findings, group: &Group<'_>) -> Table {
    let row = |found: &&Found| {
        let is_baseline = found.cell.design == findings.baseline;
        let published =
            published::bytes(&found.cell.design).map_or_else(unknown, |(asked, takes)| {
                #[allow(clippy::cast_precision_loss)] // A few tens.
                Cell::shown(takes as f64, format!("{asked} -> {takes}"))
            });
        vec![
            Cell::words(&found.cell.design),
            Cell::words(found.kind.name()),
            Cell::count(found.handle),
            Cell::count(found.cell.count),
            bytes(found.touched),
            ratio(found.bytes_ratio, is_baseline),
            bytes(found.live),
            published,
        ]
    };
    Table {
        caption: format!(
            "Bytes a concatenation ({}, {}): {}. taken: of memory, by the pages that the process touched; \
             blocks: by what the allocator says of its blocks, with what it adds to each. Handles are not \
             counted. ~: no difference to {} can be told. published: what the write-up's node asks for -> \
             takes.",
            group.shape,
            group.allocator,
            group.shape.words(),
            findings.baseline,
        ),
        columns: vec![
            Column::words("design"),
            Column::words("of"),
            Column::numbers("handle"),
            Column::numbers("made"),
            Column::numbers("B, taken"),
            Column::numbers(format!("/ {}", findings.baseline)),
            Column::numbers("B, blocks"),
            Column::numbers("published"),
        ],
        rows: group.cells.iter().map(row).collect(),
    }
}

/// What it takes to make one, to read it, and to drop it.
pub(super) fn time(findings: &Findings, group: &Group<'_>) -> Table {
    let row = |found: &&Found| {
        let is_baseline = found.cell.design == findings.baseline;
        let time = |ns: Option<Estimate>, ratio: Option<Estimate>| match (ns, ratio) {
            (Some(ns), Some(ratio)) => cells::time(ns.median, ratio, is_baseline),
            (Some(ns), None) => Cell::shown(ns.median, cells::digits(ns.median)),
            _ => unknown(),
        };
        let flatten = found.flatten.map_or_else(unknown, |flatten| {
            let mb = flatten.median / 1e6;
            Cell::shown(mb, cells::digits(mb))
        });
        vec![
            Cell::words(&found.cell.design),
            time(Some(found.build_ns), found.build_ratio),
            over(found.build_ratio, is_baseline),
            time(found.drop_ns, found.drop_ratio),
            over(found.drop_ratio, is_baseline),
            flatten,
        ]
    };
    let over_baseline = format!("/ {}", findings.baseline);
    Table {
        caption: format!(
            "Nanoseconds a concatenation ({}, {}) to make it and to drop it, with [95 % interval of this \
             run] of the ratio, and the speed at which the longest string of no more than 32 MB becomes \
             text. -: what is leaked is never dropped.",
            group.shape, group.allocator,
        ),
        columns: vec![
            Column::words("design"),
            Column::numbers("ns, made"),
            Column::numbers(&*over_baseline),
            Column::numbers("ns, dropped"),
            Column::numbers(&*over_baseline),
            Column::numbers("MB/s, flat"),
        ],
        rows: group.cells.iter().map(row).collect(),
    }
}

/// What sizes become on each allocator.
pub(super) fn classes(all: &[Classes]) -> Table {
    let mut columns = vec![Column::numbers("asked")];
    for one in all {
        columns.push(Column::numbers(format!("{}, usable", one.allocator)));
        columns.push(Column::numbers(format!("{}, takes", one.allocator)));
    }
    let asked = all.first().map_or(&[][..], |first| &first.classes);
    let rows = asked.iter().enumerate().map(|(at, class)| {
        let mut row = vec![Cell::count(class.asked)];
        for one in all {
            let class = one.classes[at];
            row.push(class.usable.map_or_else(unknown, Cell::count));
            row.push(Cell::count(class.takes));
        }
        row
    });
    Table {
        caption:
            "What a block of so many bytes becomes: the bytes that its program may use, and those \
                  from its beginning to the next one's."
                .to_owned(),
        columns,
        rows: rows.collect(),
    }
}

fn bytes(bytes: Option<Estimate>) -> Cell {
    bytes.map_or_else(unknown, |bytes| {
        Cell::shown(bytes.median, cells::digits(bytes.median))
    })
}

fn ratio(ratio: Option<Estimate>, is_baseline: bool) -> Cell {
    ratio.map_or_else(unknown, |ratio| cells::ratio(ratio, is_baseline))
}

fn over(ratio: Option<Estimate>, is_baseline: bool) -> Cell {
    match ratio {
        Some(of) if is_baseline => cells::ratio(of, true),
        Some(of) => cells::over(of),
        None => unknown(),
    }
}
