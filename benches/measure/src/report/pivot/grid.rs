//! Tables of a run that compares nothing.

use std::collections::HashMap;

use super::Pivot;
use super::cells::value;
use crate::report::{Block, Cell, Column, Table, Tone};
use crate::run::{self, Factors, Unit, distinct};

impl Pivot<'_> {
    /// Returns the tables of a run that compares nothing. Cells that have the same factors share a table,
    /// or have one for each metric if a factor's values are the columns.
    pub(super) fn plain(&self) -> Vec<Block> {
        let mut groups: Vec<(Vec<&str>, Vec<&run::Measurement>)> = Vec::new();
        for cell in &self.run.measurements {
            let names: Vec<&str> = cell.key.factors.iter().map(|(name, _)| name).collect();
            match groups.iter_mut().find(|(of, _)| *of == names) {
                Some((_, cells)) => cells.push(cell),
                None => groups.push((names, vec![cell])),
            }
        }
        let mut blocks = Vec::new();
        for (names, cells) in groups {
            let columns = self.run.header.layout.columns.as_deref();
            let Some(columns) = columns.filter(|columns| names.contains(columns)) else {
                let grid = Grid::of(&cells, |cell| (cell.key.factors.clone(), &cell.key.metric));
                blocks.push(Block::Table(grid.by_metric(&names)));
                continue;
            };
            for metric in distinct(cells.iter().map(|cell| &*cell.key.metric)) {
                let of_it = cells.iter().filter(|cell| cell.key.metric == metric);
                let grid = Grid::of(&of_it.copied().collect::<Vec<_>>(), |cell| {
                    let factors = &cell.key.factors;
                    let column = factors.get(columns).unwrap_or_default();
                    (factors.clone().without(columns), column)
                });
                blocks.extend(grid.by_value(metric, &names, columns));
            }
        }
        blocks
    }
}

/// Cells by rows and columns.
struct Grid<'a> {
    rows: Vec<Factors>,
    columns: Vec<&'a str>,
    cells: HashMap<(usize, usize), &'a run::Measurement>,
}

impl<'a> Grid<'a> {
    fn of(
        cells: &[&'a run::Measurement],
        place: impl Fn(&'a run::Measurement) -> (Factors, &'a str),
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

    /// Returns the values of the factors `names` of a row.
    fn names(&self, row: usize, names: &[&str]) -> Vec<Cell> {
        let factors = names.iter().filter_map(|name| self.rows[row].get(name));
        factors.map(Cell::words).collect()
    }

    /// Returns a table with a column for each metric, and one of notes if there are any.
    fn by_metric(&self, names: &[&str]) -> Table {
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

    /// Returns a table of a metric, with a column for each value of a factor. Flags are marks, and a list
    /// below has their notes.
    fn by_value(&self, metric: &str, names: &[&str], columns: &str) -> Vec<Block> {
        let names: Vec<&str> = names
            .iter()
            .copied()
            .filter(|name| *name != columns)
            .collect();
        let are_flags = self.cells.values().all(|cell| cell.key.unit == Unit::Flag);
        let mut notes: Vec<(usize, &str, Vec<String>)> = Vec::new();
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
                        let same = notes.iter().position(|of| (of.0, of.1) == (column, note));
                        let at = same.unwrap_or(notes.len());
                        match same {
                            Some(at) => notes[at].2.push(name.clone()),
                            None => notes.push((column, note, vec![name.clone()])),
                        }
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
        let note = |(number, (column, note, rows)): (usize, &(usize, &str, Vec<String>))| {
            format!(
                "{number}: {}, {}: {note}",
                rows.join(", "),
                self.columns[*column]
            )
        };
        let notes: Vec<String> = (1..).zip(&notes).map(note).collect();
        let notes = (!notes.is_empty()).then_some(Block::Points(notes));
        [Block::Table(table)].into_iter().chain(notes).collect()
    }
}

/// Returns the place of a value in a list, to which it is added if it is new.
fn index<T: PartialEq>(all: &mut Vec<T>, one: T) -> usize {
    all.iter()
        .position(|known| *known == one)
        .unwrap_or_else(|| {
            all.push(one);
            all.len() - 1
        })
}

/// Returns a flag as one of two marks.
fn mark(cell: &run::Measurement, yes: &str, no: &str) -> Cell {
    if cell.value() == Some(0.0) {
        Cell::words(no).in_tone(Tone::Worse)
    } else {
        Cell::words(yes)
    }
}
