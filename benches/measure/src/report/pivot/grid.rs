//! From a list of cells to settings, each of which has a table, and to rows and columns.

use std::collections::HashMap;
use std::hash::Hash;

use crate::run::{Factors, Measurement, Run, distinct};

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

/// Cells that have the same values of all factors but a few.
pub(super) struct Setting<'a> {
    pub(super) factors: Factors,
    pub(super) cells: Vec<&'a Measurement>,
}

/// Settings by the values of some of their factors.
type ByValues = HashMap<Factors, Vec<usize>>;

impl<'a> Setting<'a> {
    /// Returns the settings of a run, of all factors but those in `inner`. A metric that does not vary may
    /// lack factors: its cells belong to all settings that they agree with. O(n) for n cells of all settings.
    pub(super) fn all(run: &'a Run, inner: &[&str]) -> Vec<Self> {
        let outer = |cell: &Measurement| {
            let names = inner.iter();
            names.fold(cell.key.factors.clone(), |rest, name| rest.without(name))
        };
        let any_varies = run.measurements.iter().any(|cell| cell.key.unit.varies());
        let has_own = |cell: &Measurement| cell.key.unit.varies() == any_varies;
        let mut places = Places::new();
        for cell in run.measurements.iter().filter(|cell| has_own(cell)) {
            places.place(outer(cell));
        }
        // Settings by the names of their factors, nearly always the same ones; and those of a kind by the
        // values of the factors that a cell has too.
        let mut kinds: HashMap<Vec<&str>, Vec<&Factors>> = HashMap::new();
        let own = places.all.clone();
        for setting in &own {
            let names = setting.iter().map(|(name, _)| name).collect();
            kinds.entry(names).or_default().push(setting);
        }
        let mut agreeing: HashMap<(&[&str], Vec<&str>), ByValues> = HashMap::new();
        let mut cells = vec![Vec::new(); own.len()];
        for cell in &run.measurements {
            let outer = outer(cell);
            if has_own(cell) {
                cells[places.place(outer)].push(cell);
                continue;
            }
            for (names, kind) in &kinds {
                let has = |name: &&str| outer.get(name).is_some();
                let common: Vec<&str> = names.iter().copied().filter(has).collect();
                let values = outer.only(&common);
                let agreeing = agreeing
                    .entry((names, common))
                    .or_insert_with_key(|(_, common)| {
                        let mut by_values = ByValues::new();
                        for &setting in kind {
                            let place = places.place(setting.clone());
                            by_values
                                .entry(setting.only(common))
                                .or_default()
                                .push(place);
                        }
                        by_values
                    });
                for &place in agreeing.get(&values).into_iter().flatten() {
                    cells[place].push(cell);
                }
            }
        }
        let settings = own.into_iter().zip(cells);
        settings
            .map(|(factors, cells)| Self { factors, cells })
            .collect()
    }

    /// Returns the metrics, each once, up to the most that a table has columns for.
    pub(super) fn metrics(&self) -> Vec<&'a str> {
        let mut metrics = distinct(self.cells.iter().map(|cell| &*cell.key.metric));
        metrics.truncate(MAX_COLUMNS);
        metrics
    }

    /// Returns the cells of a metric.
    pub(super) fn of(&self, metric: &str) -> impl Iterator<Item = &'a Measurement> {
        self.cells
            .iter()
            .copied()
            .filter(move |cell| cell.key.metric == metric)
    }
}
