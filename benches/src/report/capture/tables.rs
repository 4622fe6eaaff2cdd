//! The comparison of captures as tables.

use super::{Capability, Report, Way};
use crate::report::{Cell, Column, Table, Tone, Unit, cells};

/// The ways, fastest first; of each representation one, unless all are wanted.
pub(super) fn ways(report: &Report, all: bool) -> Table {
    let baseline = report.baseline;
    let shown = if all {
        by_time(&report.ways)
    } else {
        best(&report.ways)
    };
    let mut caption = format!(
        "One pass over them and drop, {} rounds. Brackets: 95 % interval of this run. ~: no \
         difference to {baseline} can be told. floor: formatting alone, the least that formatting takes. \
         typed: the types of the values are known where they are captured, which needs no formatting and \
         can take less than the floor; all other ways have &dyn Display. kept, peak: bytes asked of the allocator for one pass, \
         all results kept. size: bytes of the container itself.",
        report.rounds,
    );
    if shown.len() < report.ways.len() {
        caption += " Of each representation: its fastest strategy for &dyn Display (--all shows every \
                    one), and typed.";
    }
    Table {
        caption,
        columns: [
            vec![Column::words("way"), Column::words("kind")],
            [
                "ns",
                &format!("over {baseline}"),
                "allocs",
                "reallocs",
                "kept",
                "peak",
                "size",
            ]
            .map(Column::numbers)
            .into(),
        ]
        .concat(),
        rows: shown.iter().map(|way| row(way, baseline)).collect(),
    }
}

fn row(way: &Way, baseline: &str) -> Vec<Cell> {
    let (tone, over) = if way.full_name() == baseline {
        (Tone::Marked, Cell::shown(1.0, "1"))
    } else {
        (Tone::Plain, cells::over(way.ratio))
    };
    #[allow(clippy::cast_precision_loss)] // Sizes are far from 2^52.
    let bytes = |bytes: isize| Cell::number(bytes as f64, Unit::Count);
    vec![
        Cell::words(way.full_name()).in_tone(tone),
        Cell::words(way.group),
        cells::interval(way.ns),
        over,
        Cell::count(way.memory.allocations),
        Cell::count(way.memory.reallocations),
        bytes(way.memory.kept_bytes),
        bytes(way.memory.peak_bytes),
        Cell::count(way.handle_bytes),
    ]
}

/// Every strategy of every representation; none if there is only one strategy.
pub(super) fn matrix(report: &Report) -> Option<Table> {
    let strategies = strategies(&report.ways);
    if strategies.len() < 2 {
        return None;
    }
    let row = |first: &Way| {
        let cell = |&strategy: &&str| {
            let mut ways = report.ways.iter();
            ways.find(|way| way.name == first.name && way.strategy == Some(strategy))
                .map_or_else(Cell::default, |way| cells::ratio(way.ratio, false))
        };
        let mut row = vec![Cell::words(first.name)];
        row.extend(strategies.iter().map(cell));
        row
    };
    let mut columns = vec![Column::words("representation")];
    columns.extend(strategies.iter().map(|&strategy| Column::numbers(strategy)));
    Some(Table {
        caption: format!("Time over that of {}.", report.baseline),
        columns,
        rows: best(&report.ways)
            .into_iter()
            .filter(|way| way.strategy.is_some() && !way.is_typed())
            .map(row)
            .collect(),
    })
}

/// What is known of the representations.
pub(super) fn capabilities(capabilities: &[Capability]) -> Table {
    let row = |capability: &Capability| {
        vec![
            Cell::words(capability.name),
            Cell::words(capability.type_name),
            Cell::words(if capability.clone_shares {
                "shares"
            } else {
                "copies"
            }),
            Cell::yes_or_no(capability.mutable),
            Cell::count(capability.size),
            Cell::count(capability.option_size),
            Cell::count(capability.inline_capacity),
        ]
    };
    Table {
        caption: "Sizes in bytes.".to_owned(),
        columns: [
            ["representation", "type", "clone", "mutable"]
                .map(Column::words)
                .to_vec(),
            ["size", "Option", "inline"].map(Column::numbers).to_vec(),
        ]
        .concat(),
        rows: capabilities.iter().map(row).collect(),
    }
}

/// The ways, fastest first.
fn by_time(ways: &[Way]) -> Vec<&Way> {
    let mut ways: Vec<_> = ways.iter().collect();
    ways.sort_by(|a, b| a.ratio.median.total_cmp(&b.ratio.median));
    ways
}

/// The same, with one strategy for each representation beside the typed one.
fn best(ways: &[Way]) -> Vec<&Way> {
    let mut seen = Vec::new();
    let mut ways = by_time(ways);
    ways.retain(|way| {
        way.strategy.is_none() || way.is_typed() || {
            let first = !seen.contains(&way.name);
            seen.push(way.name);
            first
        }
    });
    ways
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
