//! What synthetic cells come to.

use super::*;
use crate::report::seen::{points, tables};

fn estimate(median: f64) -> Estimate {
    Estimate {
        median,
        low: median * 0.99,
        high: median * 1.01,
    }
}

/// A cell of so many bytes and nanoseconds, against 48 bytes and 200 ns.
fn cell(design: &str, bytes: f64, ns: f64) -> Cell {
    Cell {
        cell: nodes::Cell {
            design: design.to_owned(),
            allocator: Allocator::System,
            shape: Shape::Random,
            count: 1_000_000,
        },
        kind: Kind::WriteUp,
        handle: 8,
        touched: Some(estimate(bytes)),
        live: None,
        build_ns: estimate(ns),
        drop_ns: None,
        flatten: None,
        bytes_ratio: Some(estimate(bytes / 48.0)),
        build_ratio: Some(estimate(ns / 200.0)),
        drop_ratio: None,
    }
}

fn findings(cells: Vec<Cell>) -> Findings {
    let class = |asked, takes| Class {
        asked,
        usable: None,
        takes,
    };
    Findings {
        command: "string-kit nodes".to_owned(),
        machine: Machine::detect(),
        reps: 6,
        baseline: "std_arc_vec".to_owned(),
        left_out: vec!["something is left out.".to_owned()],
        cells,
        classes: vec![Classes {
            allocator: Allocator::System,
            classes: vec![class(40, 48), class(48, 64), class(56, 64)],
        }],
    }
}

#[test]
fn who_takes_the_least_is_told_with_who_is_level() {
    let said = points(
        &findings(vec![
            cell("std_arc_vec", 48.0, 200.0),
            cell("packed_slab", 16.0, 90.0),
            cell("leaked_arena", 24.0, 90.5),
        ])
        .sections(),
    );
    for sentence in [
        "random, system: packed_slab takes the fewest bytes, 16.0 B; the most it is of std_arc_vec, 48.0 B.",
        "random, system: packed_slab (level with leaked_arena) is made fastest, 90.0 ns; the most it is of \
         std_arc_vec, 200 ns.",
        "system: these bytes cost the same: 48 and 56 (64).",
        "something is left out.",
    ] {
        assert!(
            said.iter().any(|one| one == sentence),
            "{sentence}: {said:?}"
        );
    }
}

#[test]
fn pages_that_were_touched_before_are_told() {
    let sure = cell("packed_slab", 16.0, 90.0);
    let doubtful = Cell {
        live: Some(estimate(16.0)),
        ..cell("packed_malloc", 10.5, 90.0)
    };
    let said = points(&findings(vec![sure, doubtful]).sections());
    let told = said.iter().find(|one| one.starts_with("Fewer bytes taken"));
    assert!(
        told.unwrap()
            .ends_with("it shows less: packed_malloc (random, system).")
    );
}

#[test]
fn what_was_published_stands_beside() {
    let findings = findings(vec![cell("std_arc_2015", 64.0, 200.0)]);
    let sections = findings.sections();
    let tables = tables(&sections[0]);
    assert_eq!(tables.len(), 3);
    assert_eq!(tables[0].rows[0].last().unwrap().text, "48 -> 64");
}

#[test]
fn a_line_has_as_many_fields_as_there_are_columns() {
    let mut out = Vec::new();
    let findings = findings(vec![cell("std_arc_vec", 48.0, 200.0)]);
    findings.csv(&mut out).unwrap();
    let text = String::from_utf8(out).unwrap();
    let fields: Vec<usize> = text.lines().map(|line| line.split(',').count()).collect();
    assert_eq!(fields, [fields[0]; 2]);
}
