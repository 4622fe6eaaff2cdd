//! The cells as tables.

use super::{Cell as Found, Findings, Group};
use crate::report::cells::unknown;
use crate::report::{Cell, Column, Table, Unit, cells};

/// The times by the number of threads, and how they compare where the most run.
pub(super) fn times(findings: &Findings, group: &Group<'_>) -> Table {
    let &most = group.threads.last().expect("a group has cells");
    let mut columns = vec![Column::words("representation"), Column::words("clones")];
    columns.extend(group.threads.iter().map(|&threads| {
        let star = if threads > findings.machine.cores {
            "*"
        } else {
            ""
        };
        Column::numbers(format!("ns, {threads}{star}"))
    }));
    columns.push(Column::numbers(format!("{most} / {}", findings.baseline)));
    columns.push(Column::numbers(format!("{most} / alone")));
    let row =
        |repr: &&str| {
            let at = |threads: usize| group.at(repr, threads);
            let any = group.cells.iter().find(|cell| cell.cell.repr == **repr);
            let mut row = vec![
                Cell::words(*repr),
                Cell::words(if any.is_some_and(|cell| cell.shares) {
                    "share"
                } else {
                    "copy"
                }),
            ];
            row.extend(group.threads.iter().map(|&threads| {
                at(threads).map_or_else(Cell::default, |cell| time(findings, cell))
            }));
            let is_baseline = **repr == *findings.baseline;
            let ratio = at(most).and_then(|cell| cell.ratio);
            row.push(ratio.map_or_else(unknown, |ratio| cells::ratio(ratio, is_baseline)));
            let slowdown = at(most).and_then(|cell| cell.slowdown);
            row.push(slowdown.map_or_else(unknown, cells::over));
            row
        };
    Table {
        caption: format!(
            "Nanoseconds for {}, by the number of threads: {}; the text has {} bytes, \
             the allocator is {}. ~: no difference to {} can be told. *: more threads than cores, of \
             which only as many run at once. {most} / alone: [95 % interval of this run].",
            group.operation(),
            group.like.pattern.words(),
            group.like.size,
            group.like.allocator,
            findings.baseline,
        ),
        columns,
        rows: group.reprs().iter().map(row).collect(),
    }
}

fn time(findings: &Findings, cell: &Found) -> Cell {
    let Some(ns) = cell.ns else {
        return unknown();
    };
    let is_baseline = cell.cell.repr == findings.baseline;
    cell.ratio.map_or_else(
        || Cell::shown(ns.median, cells::digits(ns.median)),
        |ratio| cells::time(ns.median, ratio, is_baseline),
    )
}

/// What all threads come to where the most run, and what the run took of the machine.
pub(super) fn throughput(group: &Group<'_>) -> Table {
    let &most = group.threads.last().expect("a group has cells");
    let handed = group.like.pattern.hands_over();
    let mut columns = vec![
        Column::words("representation"),
        Column::numbers("M/s, all"),
        Column::numbers("least"),
        Column::numbers("most"),
        Column::numbers("chunks"),
        Column::numbers("mappings"),
        Column::numbers("mapped"),
    ];
    let is_jemallocs = group
        .cells
        .iter()
        .any(|cell| cell.jemalloc_mapped.is_some());
    if is_jemallocs {
        columns.push(Column::numbers("jemalloc"));
    }
    if handed {
        columns.extend(["ns, clone", "ns, drop"].map(Column::numbers));
    }
    let row = |repr: &str| {
        let cell = group.at(repr, most)?;
        let millions = |rate: Option<f64>| {
            rate.map_or_else(unknown, |rate| Cell::shown(rate, cells::digits(rate / 1e6)))
        };
        #[allow(clippy::cast_precision_loss)] // Far from 2^52.
        let share = cell.counted as f64 / (cell.chunks.max(1)) as f64 * 100.0;
        let mut row = vec![
            Cell::words(repr),
            millions(cell.per_second),
            millions(cell.least),
            millions(cell.most),
            Cell::shown(share, format!("{share:.0} %")),
            some(cell.mappings, Unit::Count),
            some(cell.mapped_bytes, Unit::Bytes),
        ];
        if is_jemallocs {
            row.push(some(cell.jemalloc_mapped, Unit::Bytes));
        }
        if handed {
            let side = |ns: Option<_>| ns.map_or_else(unknown, cells::interval);
            row.extend([side(cell.clone_ns), side(cell.drop_ns)]);
        }
        Some(row)
    };
    Table {
        caption: format!(
            "With {most} thread{}: millions of operations a second of all threads together, and of the \
             slowest and the fastest one while it ran; the share of chunks that count; and the anonymous \
             mappings that the process had more at the end than at the beginning, as Linux joins them, \
             with their bytes{}.{}",
            if most == 1 { "" } else { "s" },
            if is_jemallocs {
                ", and the bytes that jemalloc says it mapped meanwhile"
            } else {
                ""
            },
            if handed {
                " All together are as fast as the slower side; slowest and fastest are of those that \
                 clone. A thread that waits for the other to hand over counts as one that runs."
            } else {
                ""
            },
        ),
        columns,
        rows: group.reprs().into_iter().filter_map(row).collect(),
    }
}

/// A number of some, if it is known.
pub(super) fn some(number: Option<i64>, unit: Unit) -> Cell {
    #[allow(clippy::cast_precision_loss)] // Far from 2^52.
    number.map_or_else(unknown, |number| Cell::number(number as f64, unit))
}
