//! What synthetic cells come to.

use super::*;
use crate::measure::Allocator;
use crate::report::bars::{Bar, Bars, Bound};
use crate::report::seen::{points, tables};
use crate::workload::contend::Pattern;

fn estimate(median: f64, doubt: f64) -> Estimate {
    Estimate {
        median,
        low: median - doubt,
        high: median + doubt,
    }
}

/// A cell of so many nanoseconds, 10 alone, against a `String`'s 20.
fn cell(repr: &str, threads: usize, ns: f64, doubt: f64) -> Cell {
    Cell {
        cell: contend::Cell {
            repr: repr.to_owned(),
            allocator: Allocator::System,
            pattern: Pattern::Own,
            leaked: false,
            size: 64,
            threads,
        },
        shares: repr != "string",
        oversubscribed: false,
        found: 7,
        ns: Some(estimate(ns, doubt)),
        clone_ns: None,
        drop_ns: None,
        ratio: Some(estimate(ns / 20.0, doubt / 20.0)),
        slowdown: (threads > 1).then(|| estimate(ns / 10.0, doubt / 10.0)),
        per_second: Some(1e9 / ns),
        least: Some(1e9 / ns),
        most: Some(1e9 / ns),
        counted: 90,
        chunks: 100,
        without: 0,
        operations: 12_800,
        bounded: false,
        mappings: Some(2),
        mapped_bytes: Some(8192),
        jemalloc_mapped: None,
    }
}

fn findings(cells: Vec<Cell>) -> Findings {
    Findings {
        command: "string-kit contend".to_owned(),
        machine: Machine {
            cores: 2,
            ..Machine::detect()
        },
        millis: 60,
        clones: None,
        reps: 7,
        baseline: "string".to_owned(),
        left_out: vec!["something is left out.".to_owned()],
        cells,
    }
}

#[test]
fn who_slows_down_is_told_by_how_much() {
    let said = points(
        &findings(vec![
            cell("arc_str", 1, 10.0, 0.1),
            cell("arc_str", 2, 84.0, 5.0),
            cell("string", 1, 10.0, 0.1),
            cell("string", 2, 10.2, 0.5),
        ])
        .sections(),
    );
    let slower = "arc_str is 8.40 times slower with 2 threads than alone: 84.0 ns against 10.0 ns.";
    let level = "No slower with 2 threads than alone, as far as one can tell: string.";
    for sentence in [slower, level, "something is left out."] {
        assert!(
            said.iter().any(|one| one == sentence),
            "{sentence}: {said:?}"
        );
    }
    let fastest = "own, dropped, 64 bytes, system, 2 threads: string takes 10.2 ns; the slowest, \
                   arc_str, 84.0 ns.";
    assert!(said.iter().any(|one| one == fastest), "{said:?}");
}

#[test]
fn of_many_that_slow_down_the_worst_have_sentences() {
    let names = ["a", "b", "c", "d", "e"];
    let cells = names.iter().zip([90.0, 80.0, 70.0, 60.0, 50.0]);
    let mut cells: Vec<Cell> = cells.map(|(name, ns)| cell(name, 2, ns, 1.0)).collect();
    let told = points(&findings(cells.clone()).sections());
    assert!(
        told.iter()
            .any(|one| one.starts_with("c is 7.00 times slower"))
    );
    let rest = "2 more are slower with 2 threads than alone, by 5.00 to 6.00 times.";
    assert!(told.iter().any(|one| one == rest), "{told:?}");
    cells.pop();
    let told = points(&findings(cells).sections());
    let rest = "d is 6.00 times slower with 2 threads than alone.";
    assert!(told.iter().any(|one| one == rest), "{told:?}");
}

#[test]
fn what_is_not_known_is_told() {
    let mut nothing = cell("arc_str", 4, 1.0, 0.0);
    nothing.ns = None;
    nothing.ratio = None;
    nothing.slowdown = None;
    let mut little = cell("smol_str", 4, 10.0, 0.0);
    little.without = 3;
    little.found = 5;
    little.bounded = true;
    let findings = findings(vec![nothing, little]);
    let sections = findings.sections();
    let said = points(&sections).join("\n");
    for part in [
        "mends: arc_str (own, 64 bytes, system, 4 threads).",
        "found no chunks that count: smol_str (own, ",
        "too few to tell a difference: smol_str (own, ",
        "a quarter of the free memory: smol_str (own, ",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let tables = tables(&sections[0]);
    // Four threads are more than two cores.
    assert_eq!(tables[0].columns[2].name, "ns, 4*");
    let row = |name: &str| {
        let rows = tables[0].rows.iter();
        rows.clone().find(|row| row[0].text == name).unwrap()
    };
    assert_eq!(row("arc_str")[2].text, "-");
    assert_eq!(row("smol_str")[2].text, "10.0");
}

#[test]
fn cells_that_differ_in_more_than_threads_have_their_own_chart() {
    let mut leaked = [cell("string", 1, 10.0, 0.1), cell("string", 2, 10.0, 0.1)];
    for cell in &mut leaked {
        cell.cell.leaked = true;
    }
    let mut cells = vec![cell("string", 1, 10.0, 0.1), cell("arc_str", 2, 10.0, 0.1)];
    cells.extend(leaked);
    let sections = findings(cells).sections();
    let charts = sections[0].blocks.iter().filter_map(|block| match block {
        Block::Chart(chart) => Some((&*chart.id, chart.series.len())),
        _ => None,
    });
    let expected = [("contend_chart_0", 2), ("contend_chart_1", 1)];
    assert_eq!(charts.collect::<Vec<_>>(), expected);
}

#[test]
fn a_line_of_values_is_as_long_as_its_header() {
    let mut out = Vec::new();
    let unknown = Cell {
        ns: None,
        mappings: None,
        ..cell("string", 2, 1.0, 0.0)
    };
    let cells = vec![cell("string", 1, 1.0, 0.0), unknown];
    findings(cells).csv(&mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let counts: Vec<usize> = text.lines().map(|line| line.split(',').count()).collect();
    assert_eq!(counts, [31, 31, 31]);
}

#[test]
fn bars_that_are_missed_are_named() {
    let bar = |what: &str, bound, ratio: Option<Estimate>| Bar {
        what: what.to_owned(),
        allocator: Allocator::System,
        bound,
        found: if ratio.is_some() { 7 } else { 0 },
        ratio,
    };
    let few = |bar: Bar| Bar { found: 5, ..bar };
    let mut bars = Bars {
        about: HELD,
        command: "string-kit contend --bars".to_owned(),
        machine: Machine::detect(),
        reps: 7,
        notes: vec!["a note.".to_owned()],
        all: vec![
            bar("a / b", Bound::AtMost(1.1), Some(estimate(1.1, 0.1))),
            bar("b / a", Bound::AtLeast(5.0), Some(estimate(5.0, 0.1))),
        ],
    };
    assert_eq!(bars.missed(), None);
    bars.all.extend([
        bar("c / d", Bound::AtMost(1.1), Some(estimate(1.11, 0.1))),
        bar("e / f", Bound::AtLeast(5.0), None),
        few(bar("g / h", Bound::AtMost(1.002), Some(estimate(0.5, 0.1)))),
    ]);
    let missed = "3 of 5 bars missed: c / d (system); e / f (system); g / h (system)";
    assert_eq!(bars.missed().unwrap(), missed);
    let Block::Table(table) = &bars.sections()[0].blocks[0] else {
        panic!("the bars are a table");
    };
    let held: Vec<&str> = table.rows.iter().map(|row| &*row[5].text).collect();
    assert_eq!(held[..3], ["held", "held", "MISSED"]);
    assert_eq!(held[3..], ["MISSED: too few, 6 are needed"; 2]);
    let bounds = [1, 4].map(|row| &*table.rows[row][2].text);
    assert_eq!(bounds, ["at least 5.00", "at most 1.002"]);
    let mut out = Vec::new();
    bars.csv(&mut out).unwrap();
    bars.json_lines(&mut out).unwrap();
    assert_eq!(String::from_utf8(out).unwrap().lines().count(), 6 + 5);
}

#[test]
fn what_was_published_is_compared_with_what_is_seen() {
    let row = |repr: &str, threads, ratio: f64| Repeated {
        repr: repr.to_owned(),
        threads,
        leaked: false,
        clones: 1 << 24,
        ns: estimate(1e9, 0.0),
        clone_ns: estimate(60.0, 0.0),
        ratio: Some(estimate(ratio, 0.01)),
        drops_at_last: threads == 2,
        mappings: None,
        mapped_bytes: None,
        most_mapped: Some(4096),
        series: vec![(0, 4096), (10_000_000, 4096)],
    };
    let found = Faithful {
        command: "string-kit contend --engine faithful".to_owned(),
        machine: Machine::detect(),
        allocator: Allocator::Jemalloc,
        reps: 7,
        clones: 1 << 25,
        notes: vec!["a note.".to_owned()],
        rows: vec![
            row("string", 1, 1.0),
            row("arc_str", 1, 0.5),
            row("string", 2, 1.0),
            row("arc_str", 2, 3.0),
            row("arc_str", 4, 1.0),
        ],
    };
    let sections = found.sections();
    let points = points(&sections);
    let expected = [
        "arc_str x1, of which was published that it is ahead: it is 2.00 times ahead of string, as \
         published.",
        "arc_str x2, of which was published that it is behind: it is 3.00 times behind string, as \
         published.",
        "arc_str x4, of which was published that it is behind: no difference can be told, unlike what \
         was published.",
    ];
    assert_eq!(points[..3], expected);
    assert!(points[3].starts_with("Scaled down"), "{points:?}");
    let both = "arc_str x2 (16,777,216 clones; the other threads dropped their last ones)";
    assert!(points[3].contains(both), "{points:?}");
    assert_eq!(points[4], "a note.");
    let blocks = &sections[0].blocks;
    let charts = blocks.iter().filter(|one| matches!(one, Block::Chart(_)));
    assert_eq!(charts.count(), 2);
    let Block::Table(beside) = &blocks[2] else {
        panic!("what was published stands beside it");
    };
    let arc: Vec<&str> = beside.rows[3].iter().map(|cell| &*cell.text).collect();
    assert_eq!(
        arc,
        [
            "arc_str", "2", "dropped", "25.6 ns", "60.0 ns", "2.76", "3.00"
        ]
    );
    let mut out = Vec::new();
    found.csv(&mut out).unwrap();
    found.json_lines(&mut out).unwrap();
    assert_eq!(String::from_utf8(out).unwrap().lines().count(), 6 + 5);
}
