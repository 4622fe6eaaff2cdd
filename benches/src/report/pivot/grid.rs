//! Tables of cells that are not compared.

use std::collections::HashMap;

use super::value;
use crate::report::document::{Block, Cell, Column, Table, Tone};
use crate::run::{self, Factors, Unit};

/// Cells by rows and columns.
pub(super) struct Grid<'a> {
    rows: Vec<Factors>,
    columns: Vec<&'a str>,
    cells: HashMap<(usize, usize), &'a run::Cell>,
}

impl<'a> Grid<'a> {
    pub(super) fn of(
        cells: &[&'a run::Cell],
        place: impl Fn(&'a run::Cell) -> (Factors, &'a str),
    ) -> Self {
        let mut grid = Self {
            rows: Vec::new(),
            columns: Vec::new(),
            cells: HashMap::new(),
        };
        for cell in cells {
            let (row, column) = place(cell);
            let place = (index(&mut grid.rows, row), index(&mut grid.columns, column));
            grid.cells.insert(place, cell);
        }
        grid
    }

    /// The values of the factors of a row, but of `columns`.
    fn names(&self, row: usize, names: &[&str]) -> Vec<Cell> {
        let factors = names.iter().filter_map(|name| self.rows[row].get(name));
        factors.map(Cell::words).collect()
    }

    /// A table with a column for each metric, and one of notes, if there are any.
    pub(super) fn by_metric(&self, names: &[&str]) -> Table {
        let words = names.iter().map(|name| Column::words(*name));
        let numbers = self.columns.iter().map(|metric| Column::numbers(*metric));
        let mut columns: Vec<Column> = words.chain(numbers).collect();
        let any_note = self.cells.values().any(|cell| cell.note.is_some());
        columns.extend(any_note.then(|| Column::words("note")));
        let row = |row| {
            let found =
                || (0..self.columns.len()).map(move |column| self.cells.get(&(row, column)));
            let mut cells = self.names(row, names);
            cells.extend(found().map(|cell| cell.map_or_else(Cell::default, |cell| value(cell))));
            if any_note {
                let note = found().flatten().find_map(|cell| cell.note.as_deref());
                cells.push(Cell::words(note.unwrap_or_default()));
            }
            cells
        };
        Table {
            caption: String::new(),
            columns,
            rows: (0..self.rows.len()).map(row).collect(),
        }
    }

    /// A table of a metric, with a column for each value of a factor. Flags are marks, and their notes
    /// stand below.
    pub(super) fn by_value(&self, metric: &str, names: &[&str], columns: &str) -> Vec<Block> {
        let names: Vec<&str> = names
            .iter()
            .copied()
            .filter(|name| *name != columns)
            .collect();
        let are_flags = self.cells.values().all(|cell| cell.key.unit == Unit::Flag);
        let mut notes: Vec<(usize, &str)> = Vec::new();
        let mut holders: Vec<Vec<String>> = Vec::new();
        let rows = (0..self.rows.len()).map(|row| {
            let mut cells = self.names(row, &names);
            let name = cells
                .iter()
                .map(|cell| &*cell.text)
                .collect::<Vec<_>>()
                .join(", ");
            cells.extend((0..self.columns.len()).map(|column| {
                let Some(cell) = self.cells.get(&(row, column)) else {
                    return Cell::default();
                };
                match (are_flags, cell.value(), cell.note.as_deref()) {
                    (true, None, _) => Cell::words("·"),
                    (true, Some(_), None) => mark(cell, "✓", "✗"),
                    (true, Some(_), Some(note)) => {
                        let at = index(&mut notes, (column, note));
                        holders.resize(notes.len(), Vec::new());
                        holders[at].push(name.clone());
                        let number = (at + 1).to_string();
                        mark(cell, &format!("✓{number}"), &number)
                    }
                    _ => value(cell),
                }
            }));
            cells
        });
        let rows = rows.collect();
        let heading = |value: &&str| {
            if are_flags {
                Column::marks(*value)
            } else {
                Column::numbers(format!("{columns} {value}"))
            }
        };
        let how = "✓: yes; a number: no, and the note of that number says why; ·: no answer.";
        let table = Table {
            caption: if are_flags {
                format!("{metric}. {how}")
            } else {
                format!("{metric}, by {columns}.")
            },
            columns: names
                .iter()
                .map(|name| Column::words(*name))
                .chain(self.columns.iter().map(heading))
                .collect(),
            rows,
        };
        let notes: Vec<String> = (1..)
            .zip(notes.iter().zip(&holders))
            .map(|(number, ((column, note), rows))| {
                let column = self.columns[*column];
                format!("{number}: {}, {column}: {note}", rows.join(", "))
            })
            .collect();
        let notes = (!notes.is_empty()).then_some(Block::Points(notes));
        [Block::Table(table)].into_iter().chain(notes).collect()
    }
}

/// Returns the place of a value in a list, to which it is added if it is new.
pub(super) fn index<T: PartialEq>(all: &mut Vec<T>, one: T) -> usize {
    all.iter()
        .position(|known| *known == one)
        .unwrap_or_else(|| {
            all.push(one);
            all.len() - 1
        })
}

/// A flag as one of two marks.
fn mark(cell: &run::Cell, yes: &str, no: &str) -> Cell {
    if cell.value() == Some(0.0) {
        Cell::words(no).in_tone(Tone::Worse)
    } else {
        Cell::words(yes)
    }
}
