//! The lookups as tables.

use super::{Findings, Set, Way, words};
use crate::report::{Cell, Column, Table, Unit, cells};

/// A table for each kind of keys in these sets, which are of one kind of map.
pub(super) fn lookups(findings: &Findings, sets: &[&Set]) -> Vec<Table> {
    let mut kinds: Vec<&str> = sets.iter().map(|set| set.kind).collect();
    kinds.dedup();
    let of = |kind: &str| -> Vec<&Set> {
        sets.iter()
            .copied()
            .filter(|set| set.kind == kind)
            .collect()
    };
    kinds
        .into_iter()
        .map(|kind| table(findings, &of(kind)))
        .collect()
}

/// The sets of one kind of keys side by side, in the order of the last, the largest.
fn table(findings: &Findings, sets: &[&Set]) -> Table {
    let (least, most) = sets[0].lengths;
    let sizes: Vec<String> = sets
        .iter()
        .map(|set| {
            #[allow(clippy::cast_precision_loss)] // Sizes are far from 2^52.
            let bytes = set.string_bytes as f64;
            format!(
                "{} has {} ({} in all if each is a String)",
                set.size,
                words::keys(set),
                Unit::Bytes.show(bytes)
            )
        })
        .collect();
    let mut columns = vec![
        Column::words("representation"),
        Column::numbers("inline"),
        Column::numbers("bytes"),
    ];
    for set in sets {
        columns.extend(
            [
                format!("ns, {}", set.size),
                "ratio".to_owned(),
                "lines".to_owned(),
            ]
            .map(Column::numbers),
        );
    }
    let by_time = sets.last().map(|set| set.by_time()).unwrap_or_default();
    Table {
        caption: format!(
            "Nanoseconds for a key of {least} to {most} bytes that is there, [95 % interval of this run]. \
             The set {}. \
             bytes: of a key, with its heap. ratio: to {}; ~: no difference can be told. lines: of 64 \
             bytes, with keys, texts and the value, that a lookup must read (counted in the maps; their \
             own fields come on top, alike for all).",
            sizes.join(", "),
            findings.baseline,
        ),
        columns,
        rows: by_time.iter().map(|way| row(findings, sets, way)).collect(),
    }
}

fn row(findings: &Findings, sets: &[&Set], way: &Way) -> Vec<Cell> {
    let mut row = vec![
        Cell::words(way.name),
        Cell::shown(way.inline, format!("{:.0} %", way.inline * 100.0)),
        Cell::shown(way.bytes(), cells::digits(way.bytes())),
    ];
    for set in sets {
        let Some(way) = set.way(way.name) else {
            continue;
        };
        row.extend([
            cells::interval(way.ns),
            cells::ratio(way.ratio, way.name == findings.baseline),
            Cell::shown(way.lines, format!("{:.1}", way.lines)),
        ]);
    }
    row
}
