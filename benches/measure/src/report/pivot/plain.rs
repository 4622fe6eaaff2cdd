//! Tables of a run that compares nothing.

use std::collections::HashMap;

use super::{Grid, note_of, value};
use crate::report::{Block, Cell, Column, Table, Tone};
use crate::run::{Factors, Measurement, Run, Unit, grouped};

/// Returns the tables of a run that compares nothing. Cells that have the same factors share a table,
/// or have one for each metric if a factor's values are the columns.
pub(super) fn blocks(run: &Run) -> Vec<Block> {
    let layout = run.header.layout.columns.as_deref();
    let tables = grouped(run.measurements.iter().map(|cell| {
        let names: Vec<&str> = cell.key.factors.iter().map(|(name, _)| name).collect();
        let columns = layout.filter(|columns| names.contains(columns));
        let metric = columns.map(|columns| (columns, &*cell.key.metric));
        ((names, metric), cell)
    }));
    let table = |((mut names, metric), cells): ((Vec<&str>, _), Vec<&Measurement>)| {
        if let Some((columns, metric)) = metric {
            names.retain(|name| *name != columns);
            by_value(&cells, metric, &names, columns)
        } else {
            vec![Block::Table(by_metric(&cells, &names))]
        }
    };
    tables.into_iter().flat_map(table).collect()
}

/// Returns the values of some factors.
fn values(row: &Factors, names: &[&str]) -> Vec<Cell> {
    let values = names.iter().filter_map(|name| row.get(name));
    values.map(Cell::words).collect()
}

/// Returns a table with a column for each metric, and one of notes if there are any.
fn by_metric(cells: &[&Measurement], names: &[&str]) -> Table {
    let placed = cells.iter();
    let grid = Grid::of(placed.map(|cell| (&cell.key.factors, &*cell.key.metric, *cell)));
    let any_note = cells.iter().any(|cell| cell.note.is_some());
    let words = names.iter().map(|name| Column::words(*name));
    let numbers = grid.columns.iter().map(|metric| Column::numbers(*metric));
    let note = any_note.then(|| Column::words("note"));
    let row = |row: &&Factors| {
        let mut cells = values(row, names);
        cells.extend(
            grid.row(row)
                .map(|cell| cell.map(value).unwrap_or_default()),
        );
        let note = || Cell::words(note_of(grid.row(row)).unwrap_or_default());
        cells.extend(any_note.then(note));
        cells
    };
    Table {
        caption: String::new(),
        rows: grid.rows.iter().map(row).collect(),
        columns: words.chain(numbers).chain(note).collect(),
    }
}

/// Returns a table of a metric, with a column for each value of a factor. Flags are marks, and a list
/// below has their notes.
fn by_value(cells: &[&Measurement], metric: &str, names: &[&str], columns: &str) -> Vec<Block> {
    let are_flags = cells.iter().all(|cell| cell.key.unit == Unit::Flag);
    let grid = Grid::of(cells.iter().map(|cell| {
        let column = cell.key.factors.get(columns).unwrap_or_default();
        (cell.key.factors.clone().without(columns), column, *cell)
    }));
    let name = |row: &Factors| {
        let values = names.iter().filter_map(|name| row.get(name));
        values.collect::<Vec<_>>().join(", ")
    };
    let pairs = grid.rows.iter().flat_map(|row| {
        let cells = grid.columns.iter().zip(grid.row(row));
        cells.filter_map(|(column, cell)| {
            let note = cell.filter(|cell| are_flags && cell.is_measured())?;
            Some(((*column, note.note.as_deref()?), name(row)))
        })
    });
    let notes = grouped(pairs);
    let numbers: HashMap<_, usize> = notes.iter().map(|(note, _)| *note).zip(1..).collect();
    let shown = |column: &str, cell: &Measurement| {
        let note = cell.note.as_deref().map(|note| (column, note));
        let number = note.and_then(|note| Some(numbers.get(&note)?.to_string()));
        match (cell.value(), number) {
            _ if !are_flags => value(cell),
            (None, _) => Cell::words("·"),
            (Some(0.0), number) => {
                Cell::words(number.unwrap_or_else(|| "✗".to_owned())).in_tone(Tone::Worse)
            }
            (Some(_), number) => Cell::words(format!("✓{}", number.unwrap_or_default())),
        }
    };
    let row = |row: &Factors| {
        let cells = grid.columns.iter().zip(grid.row(row));
        let cells = cells.map(|(column, cell)| cell.map(|cell| shown(column, cell)));
        let mut all = values(row, names);
        all.extend(cells.map(Option::unwrap_or_default));
        all
    };
    let heading = |value: &&str| {
        if are_flags {
            Column::marks(*value)
        } else {
            Column::numbers(format!("{columns} {value}"))
        }
    };
    let words = names.iter().map(|name| Column::words(*name));
    let table = Table {
        caption: if are_flags {
            format!(
                "{metric}. ✓: yes; a number: no, for the reason of that number below; ·: no answer."
            )
        } else {
            format!("{metric}, by {columns}.")
        },
        columns: words.chain(grid.columns.iter().map(heading)).collect(),
        rows: grid.rows.iter().map(row).collect(),
    };
    let notes = notes
        .iter()
        .zip(1..)
        .map(|(((column, note), rows), number)| {
            format!("{number}: {}, {column}: {note}", rows.join(", "))
        });
    let notes: Vec<String> = notes.collect();
    let notes = (!notes.is_empty()).then_some(Block::Points(notes));
    [Block::Table(table)].into_iter().chain(notes).collect()
}
