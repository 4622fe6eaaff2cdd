//! Tables of a run that compares nothing.

use super::cells::{note_of, value};
use super::grid::{Grid, Places};
use crate::report::{Block, Cell, Column, Table, Tone};
use crate::run::{Factors, Measurement, Run, Unit};

/// Returns the tables of a run that compares nothing. Cells that have the same factors share a table,
/// or have one for each metric if a factor's values are the columns.
pub(super) fn blocks(run: &Run) -> Vec<Block> {
    let layout = run.header.layout.columns.as_deref();
    let mut tables = Places::new();
    let mut cells: Vec<Vec<&Measurement>> = Vec::new();
    for cell in &run.measurements {
        let names: Vec<&str> = cell.key.factors.iter().map(|(name, _)| name).collect();
        let columns = layout.filter(|columns| names.contains(columns));
        let metric = columns.map(|columns| (columns, &*cell.key.metric));
        let table = tables.place((names, metric));
        cells.resize(tables.all.len(), Vec::new());
        cells[table].push(cell);
    }
    let mut blocks = Vec::new();
    for ((mut names, metric), cells) in tables.all.into_iter().zip(&cells) {
        let cells = cells.iter().copied();
        if let Some((columns, metric)) = metric {
            names.retain(|name| *name != columns);
            let grid = Grid::of(cells.map(|cell| {
                let column = cell.key.factors.get(columns).unwrap_or_default();
                (cell.key.factors.clone().without(columns), column, cell)
            }));
            blocks.extend(by_value(&grid, metric, &names, columns));
        } else {
            let rows = cells.map(|cell| (cell.key.factors.clone(), &*cell.key.metric, cell));
            let grid = Grid::of(rows);
            blocks.push(Block::Table(by_metric(&grid, &names)));
        }
    }
    blocks
}

/// Returns the values of some factors.
fn values(row: &Factors, names: &[&str]) -> Vec<Cell> {
    let values = names.iter().filter_map(|name| row.get(name));
    values.map(Cell::words).collect()
}

/// Returns a table with a column for each metric, and one of notes if there are any.
fn by_metric(grid: &Grid<'_, Factors>, names: &[&str]) -> Table {
    let note = |row: &Factors| note_of(grid.row(row));
    let any_note = grid.rows().iter().any(|row| note(row).is_some());
    let words = names.iter().map(|name| Column::words(*name));
    let numbers = grid.columns().iter().map(|metric| Column::numbers(*metric));
    let row = |row: &Factors| {
        let mut cells = values(row, names);
        cells.extend(
            grid.row(row)
                .map(|cell| cell.map_or_else(Cell::default, value)),
        );
        cells.extend(any_note.then(|| Cell::words(note(row).unwrap_or_default())));
        cells
    };
    Table {
        caption: String::new(),
        columns: words
            .chain(numbers)
            .chain(any_note.then(|| Column::words("note")))
            .collect(),
        rows: grid.rows().iter().map(row).collect(),
    }
}

/// Returns a table of a metric, with a column for each value of a factor. Flags are marks, and a list
/// below has their notes.
fn by_value(grid: &Grid<'_, Factors>, metric: &str, names: &[&str], columns: &str) -> Vec<Block> {
    let mut cells = grid.rows().iter().flat_map(|row| grid.row(row)).flatten();
    let are_flags = cells.all(|cell| cell.key.unit == Unit::Flag);
    let (mut notes, mut rows_of_notes) = (Places::new(), Vec::<Vec<String>>::new());
    let mut rows = Vec::new();
    for row in grid.rows() {
        let mut cells = values(row, names);
        let name = cells
            .iter()
            .map(|cell| &*cell.text)
            .collect::<Vec<_>>()
            .join(", ");
        for (column, cell) in grid.columns().iter().zip(grid.row(row)) {
            cells.push(
                match cell.map(|cell| (cell, cell.value(), cell.note.as_deref())) {
                    None => Cell::default(),
                    Some((cell, ..)) if !are_flags => value(cell),
                    Some((_, None, _)) => Cell::words("·"),
                    Some((cell, Some(_), None)) => mark(cell, "✓", "✗"),
                    Some((cell, Some(_), Some(note))) => {
                        let at = notes.place((*column, note));
                        rows_of_notes.resize(notes.all.len(), Vec::new());
                        rows_of_notes[at].push(name.clone());
                        let number = (at + 1).to_string();
                        mark(cell, &format!("✓{number}"), &number)
                    }
                },
            );
        }
        rows.push(cells);
    }
    let heading = |value: &&str| {
        if are_flags {
            Column::marks(*value)
        } else {
            Column::numbers(format!("{columns} {value}"))
        }
    };
    let table = Table {
        caption: if are_flags {
            format!(
                "{metric}. ✓: yes; a number: no, for the reason of that number below; ·: no answer."
            )
        } else {
            format!("{metric}, by {columns}.")
        },
        columns: names
            .iter()
            .map(|name| Column::words(*name))
            .chain(grid.columns().iter().map(heading))
            .collect(),
        rows,
    };
    let notes = notes.all.iter().zip(&rows_of_notes).zip(1..);
    let notes: Vec<String> = notes
        .map(|(((column, note), rows), number)| {
            format!("{number}: {}, {column}: {note}", rows.join(", "))
        })
        .collect();
    let notes = (!notes.is_empty()).then_some(Block::Points(notes));
    [Block::Table(table)].into_iter().chain(notes).collect()
}

/// Returns a flag as one of two marks.
fn mark(cell: &Measurement, yes: &str, no: &str) -> Cell {
    if cell.value() == Some(0.0) {
        Cell::words(no).in_tone(Tone::Worse)
    } else {
        Cell::words(yes)
    }
}
