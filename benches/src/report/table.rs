//! The report for people.

use std::env;
use std::io::{self, Write};

use comfy_table::{Attribute, Cell, CellAlignment, Color, LineStyle, Table, TableStyle};

use super::{Capability, Report, Way, words};
use crate::measure::Estimate;

/// Writes the report as tables and sentences.
///
/// Of each representation the first table has the fastest strategy, unless `all` asks for all of
/// them; the second has all of them.
///
/// # Errors
///
/// If it cannot be written.
pub fn text(report: &Report, all: bool, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}\n", report.machine)?;

    let shown = if all {
        by_time(&report.ways)
    } else {
        best(&report.ways)
    };
    writeln!(
        out,
        "Capture of the five example slices, and drop: one pass over them, {} rounds.\n\
         Brackets: 95 % interval of this run. ~: no difference to {} can be told.\n\
         kept, peak: bytes asked of the allocator for one pass, all results kept. size: bytes of the\n\
         container itself.",
        report.rounds, report.baseline,
    )?;
    if !all && shown.len() < report.ways.len() {
        writeln!(
            out,
            "Of each representation: its fastest strategy (--all shows every one)."
        )?;
    }
    writeln!(
        out,
        "\n{}\n$ {}\n",
        ways(&shown, report.baseline).trim_fmt(),
        report.command
    )?;

    let strategies = strategies(&report.ways);
    if strategies.len() > 1 {
        writeln!(
            out,
            "Every strategy into every representation: time over that of {}.\n\n{}\n$ {}\n",
            report.baseline,
            matrix(&report.ways, &strategies).trim_fmt(),
            report.command,
        )?;
    }

    if !report.representations.is_empty() {
        writeln!(
            out,
            "What the representations can do; sizes in bytes.\n\n{}\n$ {}\n",
            capabilities(&report.representations).trim_fmt(),
            report.command,
        )?;
    }

    for sentence in words(report) {
        writeln!(out, "- {sentence}")?;
    }
    Ok(())
}

/// The ways, fastest first.
fn by_time(ways: &[Way]) -> Vec<&Way> {
    let mut ways: Vec<_> = ways.iter().collect();
    ways.sort_by(|a, b| a.ratio.median.total_cmp(&b.ratio.median));
    ways
}

/// The same, with one strategy for each representation.
fn best(ways: &[Way]) -> Vec<&Way> {
    let mut seen = Vec::new();
    let mut ways = by_time(ways);
    ways.retain(|way| {
        way.strategy.is_none() || {
            let first = !seen.contains(&way.name);
            seen.push(way.name);
            first
        }
    });
    ways
}

fn ways(ways: &[&Way], baseline: &str) -> Table {
    let over = format!("over {baseline}");
    let mut table = table(&[
        "way", "kind", "ns", &over, "allocs", "reallocs", "kept", "peak", "size",
    ]);
    for way in ways {
        let name = Cell::new(way.full_name());
        let (name, over) = if way.name == baseline {
            (name.add_attribute(Attribute::Bold), Cell::new("1"))
        } else {
            (name, ratio(way.ratio, &interval(way.ratio, 3)))
        };
        table.add_row([
            name,
            Cell::new(way.group),
            Cell::new(interval(way.ns, decimals(way.ns.median))),
            over,
            Cell::new(way.memory.allocations),
            Cell::new(way.memory.reallocations),
            Cell::new(way.memory.kept_bytes),
            Cell::new(way.memory.peak_bytes),
            Cell::new(way.handle_bytes),
        ]);
    }
    align(&mut table, 2);
    table
}

fn matrix(ways: &[Way], strategies: &[&str]) -> Table {
    let mut header = vec!["representation"];
    header.extend(strategies);
    let mut table = table(&header);
    for first in best(ways).iter().filter(|way| way.strategy.is_some()) {
        let mut row = vec![Cell::new(first.name)];
        row.extend(strategies.iter().map(|&strategy| {
            ways.iter()
                .find(|way| way.name == first.name && way.strategy == Some(strategy))
                .map_or_else(
                    || Cell::new(""),
                    |way| ratio(way.ratio, &format!("{:.2}", way.ratio.median)),
                )
        }));
        table.add_row(row);
    }
    align(&mut table, 1);
    table
}

fn capabilities(capabilities: &[Capability]) -> Table {
    let mut table = table(&[
        "representation",
        "type",
        "clone",
        "mutable",
        "size",
        "Option",
        "inline",
    ]);
    for capability in capabilities {
        table.add_row([
            Cell::new(capability.name),
            Cell::new(capability.type_name),
            Cell::new(if capability.clone_shares {
                "shares"
            } else {
                "copies"
            }),
            Cell::new(if capability.mutable { "yes" } else { "no" }),
            Cell::new(capability.size),
            Cell::new(capability.option_size),
            Cell::new(capability.inline_capacity),
        ]);
    }
    align(&mut table, 4);
    table
}

/// The strategies that were measured, in their order.
fn strategies(ways: &[Way]) -> Vec<&'static str> {
    let mut strategies = Vec::new();
    for strategy in ways.iter().filter_map(|way| way.strategy) {
        if !strategies.contains(&strategy) {
            strategies.push(strategy);
        }
    }
    strategies
}

fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    let rule = LineStyle::none().fill('─').junction('─');
    table.load_style(TableStyle::new().header_separator(rule));
    table.set_header(header);
    if env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()) {
        table.force_no_tty();
    }
    table
}

/// Sets text left, and numbers, which begin at a column, right.
fn align(table: &mut Table, numbers_from: usize) {
    for column in table.column_iter_mut() {
        column.set_padding((0, 1));
    }
    for column in table.column_iter_mut().skip(numbers_from) {
        column.set_cell_alignment(CellAlignment::Right);
    }
}

/// A ratio to the baseline; the colour repeats what the number says.
fn ratio(estimate: Estimate, text: &str) -> Cell {
    if estimate.contains(1.0) {
        Cell::new(format!("~{text}"))
    } else if estimate.median < 1.0 {
        Cell::new(text).fg(Color::Green)
    } else {
        Cell::new(text).fg(Color::Red)
    }
}

fn interval(estimate: Estimate, decimals: usize) -> String {
    let Estimate { median, low, high } = estimate;
    format!("{median:.decimals$} [{low:.decimals$}, {high:.decimals$}]")
}

/// Three digits: no more are ever sure.
fn decimals(ns: f64) -> usize {
    match ns {
        ..10.0 => 2,
        ..100.0 => 1,
        _ => 0,
    }
}
