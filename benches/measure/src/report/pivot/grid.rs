//! From a list of cells to rows and columns.

use std::collections::HashMap;
use std::hash::Hash;

use crate::run::Measurement;

/// The most columns of a table: a run file may have a metric a line, and a table has all cells of a row.
pub(super) const MAX_COLUMNS: usize = 256;

/// Cells by rows and columns; of several in one place, the first. O(n) to make, O(1) to read.
pub(super) struct Grid<'a, R> {
    rows: Places<R>,
    columns: Places<&'a str>,
    cells: HashMap<(usize, usize), &'a Measurement>,
}

impl<'a, R: Clone + Eq + Hash> Grid<'a, R> {
    /// Puts each cell in the row and the column that come with it.
    pub(super) fn of(cells: impl IntoIterator<Item = (R, &'a str, &'a Measurement)>) -> Self {
        let mut grid = Self {
            rows: Places::new(),
            columns: Places::new(),
            cells: HashMap::new(),
        };
        for (row, column, cell) in cells {
            let place = (grid.rows.place(row), grid.columns.place(column));
            if place.1 < MAX_COLUMNS {
                grid.cells.entry(place).or_insert(cell);
            }
        }
        grid.columns.all.truncate(MAX_COLUMNS);
        grid
    }

    /// Returns the rows, in the order of their first cells.
    pub(super) fn rows(&self) -> &[R] {
        &self.rows.all
    }

    /// Returns the columns, in the order of their first cells.
    pub(super) fn columns(&self) -> &[&'a str] {
        &self.columns.all
    }

    /// Returns the cell of a row and a column.
    pub(super) fn get(&self, row: &R, column: &str) -> Option<&'a Measurement> {
        let place = (*self.rows.known.get(row)?, *self.columns.known.get(column)?);
        self.cells.get(&place).copied()
    }

    /// Returns the cells of a row, one a column.
    pub(super) fn row(&self, row: &R) -> impl Iterator<Item = Option<&'a Measurement>> {
        self.columns().iter().map(|column| self.get(row, column))
    }
}

/// Values, numbered in the order in which they came.
pub(super) struct Places<T> {
    pub(super) all: Vec<T>,
    known: HashMap<T, usize>,
}

impl<T: Clone + Eq + Hash> Places<T> {
    pub(super) fn new() -> Self {
        Self {
            all: Vec::new(),
            known: HashMap::new(),
        }
    }

    /// Returns the number of a value.
    pub(super) fn place(&mut self, value: T) -> usize {
        *self.known.entry(value).or_insert_with_key(|value| {
            self.all.push(value.clone());
            self.all.len() - 1
        })
    }
}
