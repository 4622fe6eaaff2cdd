//! Settings: the cells of a table, or of some that belong together.

use std::collections::HashMap;

use super::grid::{MAX_COLUMNS, Places};
use crate::run::{Factors, Measurement, Run, distinct};

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
