//! Any run as tables and charts, by its factors.
//!
//! Rows are the values of the compared factor. Columns are the values of another factor, or the
//! metrics. Each setting of the other factors has a table of its own.
//!
//! If nothing is compared, cells with the same factors have a table together.

mod cells;
mod chart;
mod grid;

use super::document::{Block, Cell, Column, Section, Table, Tone};
use crate::judge::{Judge, Judgement, typical};
use crate::run::{self, Factors, Run, Unit, distinct};
use cells::{captioned, marked, no_samples, value};
pub use cells::{ratio, shown, verdict};

/// The most values of a factor that have a column; of more, some at equal distances have one.
const MOST_COLUMNS: usize = 8;

/// Returns the tables and charts of a run.
pub fn section(judge: &Judge<'_>) -> Section {
    let pivot = Pivot {
        judge,
        run: judge.run,
    };
    let header = &judge.run.header;
    let mut blocks = pivot.blocks();
    let varies = judge
        .run
        .measurements
        .iter()
        .any(|cell| cell.key.unit.varies());
    let seed = varies.then(|| format!("Drawn from seed {}.", header.seed));
    let points = seed.into_iter().chain(header.notes.clone());
    let points = points.chain(gaps(judge.run)).chain(doubts(judge.run));
    blocks.push(Block::Points(points.collect()));
    Section {
        id: header.question.clone(),
        title: header.title.clone(),
        command: header.command.clone(),
        blocks,
    }
}

fn doubts(run: &Run) -> Vec<String> {
    let doubts = run.header.doubts.iter();
    doubts.map(|doubt| format!("Doubtful: {doubt}.")).collect()
}

/// Returns the reasons why cells that vary have no samples, each with the cells.
fn gaps(run: &Run) -> Vec<String> {
    let mut gaps: Vec<(&str, Vec<String>)> = Vec::new();
    for cell in &run.measurements {
        if let Some(why) = &cell.note
            && cell.key.unit.varies()
            && !cell.is_measured()
        {
            let words = format!("{} of {}", cell.key.metric, cell.key.factors);
            match gaps.iter_mut().find(|(of, _)| of == why) {
                Some((_, cells)) => cells.push(words),
                None => gaps.push((why, vec![words])),
            }
        }
    }
    let words = |(why, cells): (&str, Vec<String>)| format!("{why}: {}.", cells.join("; "));
    gaps.into_iter().map(words).collect()
}

struct Pivot<'a> {
    judge: &'a Judge<'a>,
    run: &'a Run,
}

impl<'a> Pivot<'a> {
    fn compared(&self) -> Option<&'a str> {
        self.run
            .header
            .compared
            .as_ref()
            .map(|compared| &*compared.factor)
    }

    fn baseline(&self) -> Option<&'a str> {
        let compared = self.run.header.compared.as_ref();
        compared.map(|compared| &*compared.baseline)
    }

    fn blocks(&self) -> Vec<Block> {
        let layout = &self.run.header.layout;
        let Some(rows) = self.compared() else {
            return self.plain();
        };
        let mut blocks = Vec::new();
        for setting in self.settings() {
            match &layout.columns {
                Some(columns) => {
                    let has = |metric: &&str| self.has_factor(metric, columns);
                    let metrics = self.metrics(&setting).into_iter();
                    let (metrics, mut others): (Vec<_>, Vec<_>) = metrics.partition(has);
                    for metric in metrics {
                        let table = self.by_factor(&setting, rows, columns, metric, &others);
                        blocks.push(Block::Table(table));
                        others.clear();
                    }
                }
                None => blocks.push(Block::Table(self.by_metric(&setting, rows))),
            }
            if let Some(along) = &layout.chart {
                let metrics = self.metrics(&setting);
                let charts = metrics
                    .iter()
                    .map(|metric| self.chart(&setting, rows, along, metric));
                blocks.extend(charts.flatten().map(Block::Chart));
            }
        }
        blocks
    }

    /// Returns the settings that have a table each: of cells that vary, if any does.
    fn settings(&self) -> Vec<Factors> {
        let layout = &self.run.header.layout;
        let inner = [
            self.compared(),
            layout.columns.as_deref(),
            layout.chart.as_deref(),
        ];
        let any_varies = self
            .run
            .measurements
            .iter()
            .any(|cell| cell.key.unit.varies());
        let cells = self.run.measurements.iter();
        let cells = cells.filter(|cell| cell.key.unit.varies() == any_varies);
        distinct(cells.map(|cell| {
            let names = inner.iter().flatten();
            names.fold(cell.key.factors.clone(), |rest, name| rest.without(name))
        }))
    }

    /// Returns the metrics that a setting has, each once.
    fn metrics(&self, setting: &Factors) -> Vec<&'a str> {
        let cells = self
            .run
            .measurements
            .iter()
            .filter(|cell| belongs(cell, setting));
        distinct(cells.map(|cell| &*cell.key.metric))
    }

    fn find(
        &self,
        setting: &Factors,
        own: &[(&str, &str)],
        metric: &str,
    ) -> Option<&'a run::Measurement> {
        self.run.measurements.iter().find(|cell| {
            cell.key.metric == metric
                && belongs(cell, setting)
                && own
                    .iter()
                    .all(|(name, value)| cell.key.factors.get(name) == Some(value))
        })
    }

    /// Returns whether cells of a metric have a factor.
    fn has_factor(&self, metric: &str, factor: &str) -> bool {
        let mut cells = self.run.measurements.iter();
        cells.any(|cell| cell.key.metric == metric && cell.key.factors.get(factor).is_some())
    }

    /// Returns a table with a column for each value of a factor, and one for each of `others`: metrics
    /// that do not depend on the factor.
    fn by_factor(
        &self,
        setting: &Factors,
        rows: &str,
        columns: &str,
        metric: &str,
        others: &[&str],
    ) -> Table {
        let chosen = &self.run.header.layout.shown;
        let mut shown = self.run.values(columns);
        if chosen.is_empty() {
            shown = spread(shown);
        } else {
            shown.retain(|value| chosen.iter().any(|one| one == value));
        }
        shown.retain(|value| {
            let of = |cell: &&run::Measurement| cell.key.factors.get(columns) == Some(value);
            let cells = self.run.measurements.iter().filter(of);
            cells
                .into_iter()
                .any(|cell| cell.key.metric == metric && belongs(cell, setting))
        });
        let cell = |row: &str, column: &str| {
            let found = self.find(setting, &[(rows, row), (columns, column)], metric);
            found.map_or_else(Cell::default, |cell| self.ratio_or_value(cell))
        };
        let present = |row: &&str| self.find(setting, &[(rows, row)], metric).is_some();
        let names: Vec<&str> = self.run.values(rows).into_iter().filter(present).collect();
        let heading = |value: &&str| Column::numbers(format!("{columns} {value}"));
        let baseline = self.baseline().unwrap_or_default();
        let varies = self.find(setting, &[(rows, baseline)], metric);
        let how = match varies {
            Some(cell) if cell.key.unit.varies() => {
                format!(
                    "{metric} over that of {baseline}, [95 % interval]; ~: level. {}",
                    self.floors(setting, metric)
                )
            }
            _ => metric.to_owned(),
        };
        Table {
            caption: captioned(setting, &how),
            columns: [Column::words(rows)]
                .into_iter()
                .chain(shown.iter().map(heading))
                .chain(others.iter().map(|other| Column::numbers(*other)))
                .collect(),
            rows: names
                .iter()
                .map(|row| {
                    let cells = shown.iter().map(|column| cell(row, column));
                    let others = others.iter().map(|other| {
                        let found = self.find(setting, &[(rows, row)], other);
                        found.map_or_else(Cell::default, value)
                    });
                    [self.name(row)]
                        .into_iter()
                        .chain(cells)
                        .chain(others)
                        .collect()
                })
                .collect(),
        }
    }

    /// Returns a table with a column for each metric. A time that is compared also has its ratio and the
    /// verdict.
    fn by_metric(&self, setting: &Factors, rows: &str) -> Table {
        let metrics = self.metrics(setting);
        let compared: Vec<&str> = metrics
            .iter()
            .copied()
            .filter(|metric| self.is_compared(setting, metric))
            .collect();
        let first = compared.first().copied();
        let mut columns = vec![Column::words(rows)];
        for metric in &metrics {
            columns.push(Column::numbers(*metric));
            if compared.contains(metric) {
                columns.push(Column::numbers(format!("{metric} ratio [95 %]")));
            }
            // With several ratios, a mark in each cell stands for it.
            if compared == [*metric] {
                columns.push(Column::words("verdict"));
            }
        }
        let notes = self
            .run
            .measurements
            .iter()
            .any(|cell| belongs(cell, setting) && cell.note.is_some());
        if notes {
            columns.push(Column::words("note"));
        }
        let mut table = Table {
            columns,
            ..Table::default()
        };
        let mut floor = String::new();
        for (row, judgement) in self.rows(setting, rows, first) {
            let mut cells = vec![self.name(row)];
            let mut note = None;
            for metric in &metrics {
                let found = self.find(setting, &[(rows, row)], metric);
                note = note.or_else(|| found.and_then(|cell| cell.note.as_deref()));
                if !compared.contains(metric) {
                    cells.push(found.map_or_else(Cell::default, value));
                    continue;
                }
                let judged = judgement
                    .filter(|_| Some(*metric) == first)
                    .or_else(|| self.judge.judge(found?));
                cells.push(found.map_or_else(Cell::default, value));
                let is_only = compared == [*metric];
                match judged {
                    _ if self.baseline() == Some(row) => {
                        cells.push(Cell::shown(1.0, "1"));
                        cells.extend(is_only.then(|| Cell::words("baseline")));
                    }
                    None => {
                        cells.push(Cell::default());
                        cells.extend(is_only.then(no_samples));
                    }
                    Some(judged) if is_only => {
                        cells.extend([ratio(judged.ratio), verdict(judged.verdict)]);
                    }
                    Some(judged) => cells.push(marked(judged)),
                }
                if let Some(cell) = found.filter(|_| floor.is_empty()) {
                    floor = self.floors(&cell.key.factors.clone().without(rows), metric);
                }
            }
            if notes {
                cells.push(Cell::words(note.unwrap_or_default()));
            }
            table.rows.push(cells);
        }
        let baseline = self.baseline().unwrap_or_default();
        let how = match first {
            Some(metric) if compared.len() == 1 => {
                format!("{metric}, and its ratio to that of {baseline}. {floor}")
            }
            Some(_) => format!("with ratios to {baseline}; ~: level. {floor}"),
            None => String::new(),
        };
        table.caption = captioned(setting, &how);
        table
    }

    /// Returns whether a metric is a time that is compared with that of a baseline of the setting.
    fn is_compared(&self, setting: &Factors, metric: &str) -> bool {
        self.run.measurements.iter().any(|cell| {
            cell.key.metric == metric
                && cell.key.unit == Unit::Ns
                && belongs(cell, setting)
                && self.judge.baseline(cell).is_some()
        })
    }

    /// Returns the rows of a setting, the least ratio first. Of a family, only the best has a row.
    fn rows(
        &self,
        setting: &Factors,
        rows: &str,
        metric: Option<&str>,
    ) -> Vec<(&'a str, Option<Judgement>)> {
        let names = self.run.values(rows);
        let Some(metric) = metric else {
            let cells = self.run.measurements.iter();
            let here: Vec<&str> = cells
                .filter(|cell| belongs(cell, setting))
                .filter_map(|cell| cell.key.factors.get(rows))
                .collect();
            let names = names.into_iter().filter(|name| here.contains(name));
            return names.map(|name| (name, None)).collect();
        };
        let cells: Vec<&run::Measurement> = names
            .iter()
            .filter_map(|row| self.find(setting, &[(rows, row)], metric))
            .collect();
        let mut shown = Vec::new();
        for &cell in &cells {
            let alternatives: Vec<&run::Measurement> = match &cell.family {
                Some(family) => cells
                    .iter()
                    .copied()
                    .filter(|other| other.family.as_ref() == Some(family))
                    .collect(),
                None => vec![cell],
            };
            let Some((best, judgement)) = self.judge.best(&alternatives) else {
                continue;
            };
            if best.key == cell.key
                && let Some(name) = cell.key.factors.get(rows)
            {
                shown.push((name, Some(judgement)));
            }
        }
        shown.sort_by(|a, b| {
            let ratio = |of: &Option<Judgement>| of.map_or(f64::INFINITY, |of| of.ratio.value);
            ratio(&a.1).total_cmp(&ratio(&b.1))
        });
        shown
    }

    fn name(&self, row: &str) -> Cell {
        let tone = if self.baseline() == Some(row) {
            Tone::Marked
        } else {
            Tone::Plain
        };
        Cell::words(row).in_tone(tone)
    }

    /// Returns the ratio of a cell that varies, else its value. The baseline has its value.
    fn ratio_or_value(&self, cell: &run::Measurement) -> Cell {
        if !cell.key.unit.varies() {
            return value(cell);
        }
        if self
            .judge
            .baseline(cell)
            .is_none_or(|baseline| baseline.key == cell.key)
        {
            return typical(cell).map_or_else(no_samples, |of| {
                Cell::number(of, cell.key.unit).in_tone(Tone::Marked)
            });
        }
        self.judge.judge(cell).map_or_else(no_samples, marked)
    }

    /// Returns the noise floor of a setting in words, or the range of several floors.
    fn floors(&self, setting: &Factors, metric: &str) -> String {
        let of = |cell: &&run::Measurement| cell.key.metric == metric && belongs(cell, setting);
        let floors: Vec<f64> = self
            .run
            .measurements
            .iter()
            .filter(of)
            .filter(|cell| {
                self.judge
                    .baseline(cell)
                    .is_some_and(|baseline| baseline.key == cell.key)
            })
            .filter_map(|cell| self.judge.floor(cell))
            .collect();
        let most = floors.iter().copied().fold(0.0, f64::max) * 100.0;
        let least = floors.iter().copied().fold(f64::INFINITY, f64::min) * 100.0;
        match floors.len() {
            0 => String::new(),
            1 => format!("Noise floor: {most:.1} %."),
            _ => format!("Noise floor: {least:.1} to {most:.1} %."),
        }
    }
}

/// Returns whether a cell belongs to a setting. A metric that does not vary may lack factors of it.
fn belongs(cell: &run::Measurement, setting: &Factors) -> bool {
    let factors = &cell.key.factors;
    if cell.key.unit.varies() {
        return factors.includes(setting);
    }
    setting
        .iter()
        .all(|(name, value)| factors.get(name).is_none_or(|of| of == value))
}

/// Returns some values at equal distances, the first and the last among them.
fn spread(values: Vec<&str>) -> Vec<&str> {
    let last = values.len().saturating_sub(1);
    if last < MOST_COLUMNS {
        return values;
    }
    (0..MOST_COLUMNS)
        .map(|at| values[at * last / (MOST_COLUMNS - 1)])
        .collect()
}
