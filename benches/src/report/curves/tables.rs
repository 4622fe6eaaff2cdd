//! The curves as tables.

use super::{Curve, Findings, Mix, Operation, Point};
use crate::report::{Cell, Column, Table, Unit, cells};

/// The lengths that a table has of a curve's many.
const SHOWN: [usize; 11] = [0, 8, 15, 16, 23, 24, 32, 64, 256, 1024, 4096];

/// The times at a few lengths, fastest first.
pub(super) fn lengths(findings: &Findings, operation: &Operation) -> Table {
    let mut curves: Vec<&Curve> = operation.curves.iter().collect();
    curves.sort_by(|a, b| over_baseline(a).total_cmp(&over_baseline(b)));
    let row = |curve: &&Curve| {
        let is_baseline = curve.name == findings.baseline;
        let time = |point: &Point| cells::time(point.ns.median, point.ratio, is_baseline);
        let mut row = vec![Cell::words(curve.name)];
        row.extend(shown(curve).map(time));
        row
    };
    let mut columns = vec![Column::words("representation")];
    if let Some(curve) = curves.first() {
        columns.extend(shown(curve).map(|point| Column::numbers(cells::count(point.length))));
    }
    Table {
        caption: format!(
            "Nanoseconds for one text, by its length in bytes: the median of {} rounds, in each of which \
             every type takes {} texts of the length in turn, which stay in the cache; the rounds are \
             of the calmest third of all sweeps. ~: no difference to {} can be told. In the order of \
             the mean ratio to it.",
            findings.rounds, findings.texts, findings.baseline,
        ),
        columns,
        rows: curves.iter().map(row).collect(),
    }
}

fn shown(curve: &Curve) -> impl Iterator<Item = &Point> {
    let points = curve.points.iter();
    points.filter(|point| SHOWN.contains(&point.length))
}

/// The logarithm of the mean ratio to the baseline.
#[allow(clippy::cast_precision_loss)] // A handful.
pub(super) fn over_baseline(curve: &Curve) -> f64 {
    let logs = shown(curve).map(|point| point.ratio.median.ln());
    logs.sum::<f64>() / SHOWN.len() as f64
}

/// The last length that each type keeps inline against the first that it does not; none if no type
/// keeps any.
pub(super) fn steps(operations: &[Operation]) -> Option<Table> {
    let stepping = |operation: &Operation, name: &str| {
        let curve = operation.curves.iter().find(|curve| curve.name == name)?;
        let (inline, heap) = curve.step()?;
        let (inline, heap) = (inline.ns.median, heap.ns.median);
        let text = format!("{} to {}", cells::digits(inline), cells::digits(heap));
        Some(Cell::shown(heap / inline, text))
    };
    let row = |curve: &Curve| {
        let inline = Cell::count(curve.inline_capacity);
        let mut row = vec![Cell::words(curve.name), inline];
        let steps = operations.iter().map(|one| stepping(one, curve.name));
        row.extend(steps.map(Option::unwrap_or_default));
        row
    };
    let mut curves: Vec<&Curve> = operations.first()?.curves.iter().collect();
    curves.retain(|curve| curve.step().is_some());
    curves.sort_by_key(|curve| curve.inline_capacity);
    if curves.is_empty() {
        return None;
    }
    let mut columns = vec![
        Column::words("representation"),
        Column::numbers("inline bytes"),
    ];
    columns.extend(operations.iter().map(|one| Column::numbers(one.name)));
    Some(Table {
        caption: "Nanoseconds at the longest text that is kept inline, and at one byte more."
            .to_owned(),
        columns,
        rows: curves.into_iter().map(row).collect(),
    })
}

/// For each mix, its time and that over what the curves say.
pub(super) fn mixes(operations: &[Operation]) -> Vec<Table> {
    let Some(first) = operations.first().and_then(|one| one.curves.first()) else {
        return Vec::new();
    };
    let table = |mix: &Mix| Table {
        caption: format!(
            "Nanoseconds for one text of a shuffled mix, and how many times what the type's curves say \
             of the same lengths. The mix: {}.",
            mix.what,
        ),
        columns: [Column::words("representation")]
            .into_iter()
            .chain(operations.iter().map(|one| Column::numbers(one.name)))
            .collect(),
        rows: operations[0]
            .curves
            .iter()
            .map(|curve| {
                let mut row = vec![Cell::words(curve.name)];
                row.extend(
                    operations
                        .iter()
                        .map(|one| mixed(one, curve.name, mix.name)),
                );
                row
            })
            .collect(),
    };
    first.mixes.iter().map(table).collect()
}

fn mixed(operation: &Operation, name: &str, mix: &str) -> Cell {
    let mut curves = operation.curves.iter();
    let curve = curves.find(|curve| curve.name == name);
    let mix = curve.and_then(|curve| curve.mixes.iter().find(|of| of.name == mix));
    mix.map_or_else(Cell::default, |mix| {
        let over = mix.over_curve();
        let time = cells::digits(mix.shuffled.median);
        Cell::shown(over, format!("{time} {}", Unit::Times.show(over)))
    })
}
