//! From a list of cells to settings, each of which has a table, and to rows and columns.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use crate::run::{Factors, Measurement, Run, distinct};

/// The most columns of a table: a run file may have a metric a line, and a table has all cells of a row.
const MAX_COLUMNS: usize = 256;

/// Cells by rows and columns; of several in one place, the first. O(n) to make, O(1) to read.
pub(super) struct Grid<'a, R> {
    /// The rows, in the order of their first cells.
    pub(super) rows: Vec<R>,
    /// The columns, in the order of their first cells.
    pub(super) columns: Vec<&'a str>,
    cells: HashMap<R, HashMap<&'a str, &'a Measurement>>,
}

impl<'a, R: Clone + Eq + Hash> Grid<'a, R> {
    /// Puts each cell in the row and the column that come with it.
    pub(super) fn of(cells: impl IntoIterator<Item = (R, &'a str, &'a Measurement)>) -> Self {
        let cells: Vec<_> = cells.into_iter().collect();
        let mut grid = Self {
            rows: distinct(cells.iter().map(|(row, ..)| row.clone())),
            columns: distinct(cells.iter().map(|(_, column, _)| *column)),
            cells: HashMap::new(),
        };
        grid.columns.truncate(MAX_COLUMNS);
        for (row, column, cell) in cells {
            grid.cells
                .entry(row)
                .or_default()
                .entry(column)
                .or_insert(cell);
        }
        grid
    }

    /// Returns the cell of a row and a column.
    pub(super) fn get(&self, row: &R, column: &str) -> Option<&'a Measurement> {
        self.cells.get(row)?.get(column).copied()
    }

    /// Returns the cells of a row, one a column.
    pub(super) fn row(&self, row: &R) -> impl Iterator<Item = Option<&'a Measurement>> {
        self.columns.iter().map(|column| self.get(row, column))
    }
}

/// Cells that have the same values of all factors but a few.
pub(super) struct Setting<'a> {
    pub(super) factors: Factors,
    pub(super) cells: Vec<&'a Measurement>,
}

impl<'a> Setting<'a> {
    /// Returns the settings of a run, of all factors but those in `inner`. A metric that does not vary may
    /// lack factors: its cells belong to all settings that have their other factors with the same values. O(n) for n cells of all settings.
    pub(super) fn all(run: &'a Run, inner: &[&str]) -> Vec<Self> {
        let outer = |cell: &Measurement| {
            let names = inner.iter();
            names.fold(cell.key.factors.clone(), |rest, name| rest.without(name))
        };
        let any_varies = run.measurements.iter().any(|cell| cell.key.unit.varies());
        let has_own = |cell: &&Measurement| cell.key.unit.varies() == any_varies;
        let settings = distinct(run.measurements.iter().filter(has_own).map(outer));
        let places: HashMap<&Factors, usize> = settings.iter().zip(0..).collect();
        let names = settings.iter().flat_map(Factors::iter);
        let names: HashSet<&str> = names.map(|(name, _)| name).collect();
        // The settings by the values of the factors that a cell has, nearly always the same ones.
        let mut agreeing: HashMap<Vec<&str>, HashMap<Factors, Vec<usize>>> = HashMap::new();
        let mut cells = vec![Vec::new(); settings.len()];
        for cell in &run.measurements {
            if has_own(&cell) {
                cells[places[&outer(cell)]].push(cell);
                continue;
            }
            let known = cell.key.factors.iter().map(|(name, _)| name);
            let known: Vec<&str> = known.filter(|name| names.contains(name)).collect();
            let values = cell.key.factors.only(&known);
            let agreeing = agreeing.entry(known).or_insert_with_key(|known| {
                let mut places: HashMap<Factors, Vec<usize>> = HashMap::new();
                for (place, setting) in settings.iter().enumerate() {
                    places.entry(setting.only(known)).or_default().push(place);
                }
                places
            });
            for &place in agreeing.get(&values).into_iter().flatten() {
                cells[place].push(cell);
            }
        }
        let settings = settings.into_iter().zip(cells);
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
        let cells = self.cells.iter().copied();
        cells.filter(move |cell| cell.key.metric == metric)
    }
}
