//! Tables and charts of a run that compares the values of a factor.

use std::collections::HashMap;

use super::{Grid, MARKS, Setting, captioned, marked, no_samples, note_of, ratio, value, verdict};
use crate::judge::{Judge, Judgement, typical};
use crate::report::{Axis, Block, Cell, Chart, Column, Scale, Series, Shape, Table, Tone};
use crate::run::{Compared, Layout, Measurement, Unit, grouped};

/// The most columns for the values of a factor. If there are more values, some at equal distances have a column.
const MOST_COLUMNS: usize = 8;

/// Returns the tables of each setting, and its charts.
pub(super) fn blocks(judge: &Judge<'_>, compared: &Compared) -> Vec<Block> {
    let layout = &judge.run.header.layout;
    let (columns, along) = (layout.columns.as_deref(), layout.chart.as_deref());
    let inner: Vec<&str> = [Some(&*compared.factor), columns, along]
        .into_iter()
        .flatten()
        .collect();
    let order = |factor: &str| judge.run.values(factor).into_iter().zip(0..).collect();
    let tables = Tables {
        judge,
        compared,
        layout,
        rows: order(&compared.factor),
        columns: columns.map_or_else(HashMap::new, order),
    };
    let mut blocks = Vec::new();
    for setting in Setting::all(judge.run, &inner) {
        let metrics = setting.metrics();
        if let Some(columns) = columns {
            let has = |metric: &&str| {
                setting
                    .of(metric)
                    .any(|cell| cell.key.factors.get(columns).is_some())
            };
            let (metrics, mut others): (Vec<_>, Vec<_>) =
                metrics.iter().partition(|metric| has(metric));
            for metric in metrics {
                blocks.push(Block::Table(
                    tables.by_factor(&setting, columns, metric, &others),
                ));
                others.clear();
            }
        } else {
            blocks.push(Block::Table(tables.by_metric(&setting, &metrics)));
        }
        if let Some(along) = along {
            let charts = metrics.iter().filter(|metric| **metric != along);
            let charts = charts.filter_map(|metric| tables.chart(&setting, along, metric));
            blocks.extend(charts.map(Block::Chart));
        }
    }
    blocks
}

struct Tables<'a> {
    judge: &'a Judge<'a>,
    compared: &'a Compared,
    layout: &'a Layout,
    /// The places of the compared factor's values in the run.
    rows: HashMap<&'a str, usize>,
    /// Those of the factor whose values are columns.
    columns: HashMap<&'a str, usize>,
}

impl<'a> Tables<'a> {
    /// Returns the row of a cell.
    fn row_of(&self, cell: &'a Measurement) -> Option<&'a str> {
        cell.key.factors.get(&self.compared.factor)
    }

    fn name(&self, row: &str) -> Cell {
        let is_baseline = self.compared.baseline == row;
        Cell::words(row).in_tone(if is_baseline {
            Tone::Marked
        } else {
            Tone::Plain
        })
    }

    /// Returns a grid with a column for each metric.
    fn metrics_of(&self, setting: &Setting<'a>) -> Grid<'a, &'a str> {
        let cells = setting.cells.iter().copied();
        Grid::of(cells.filter_map(|cell| Some((self.row_of(cell)?, &*cell.key.metric, cell))))
    }

    /// Returns a table with a column for each value of a factor, and one for each of `others`: metrics
    /// that do not depend on the factor.
    fn by_factor(
        &self,
        setting: &Setting<'a>,
        factor: &str,
        metric: &str,
        others: &[&str],
    ) -> Table {
        let place =
            |cell: &'a Measurement| Some((self.row_of(cell)?, cell.key.factors.get(factor)?, cell));
        let grid = Grid::of(setting.of(metric).filter_map(place));
        let fixed = self.metrics_of(setting);
        let mut columns = grid.columns.clone();
        columns.sort_by_key(|column| self.columns.get(column));
        if self.layout.shown.is_empty() {
            columns = spread(columns);
        } else {
            columns.retain(|column| self.layout.shown.iter().any(|shown| shown == column));
        }
        let mut rows = grid.rows.clone();
        rows.sort_by_key(|row| self.rows.get(row));
        let row = |row: &&'a str| {
            let cells = columns
                .iter()
                .map(|column| grid.get(row, column).map(|cell| self.ratio_or_value(cell)));
            let others = others.iter().map(|other| fixed.get(row, other).map(value));
            let cells = cells.chain(others).map(Option::unwrap_or_default);
            [self.name(row)].into_iter().chain(cells).collect()
        };
        let how = if setting.of(metric).any(|cell| cell.key.unit.varies()) {
            let (baseline, floors) = (&self.compared.baseline, self.floors(setting, metric));
            format!("{metric} over that of {baseline}, [95 % interval]; {MARKS}. {floors}")
        } else {
            metric.to_owned()
        };
        let headings = columns.iter().map(|value| format!("{factor} {value}"));
        let headings = headings.chain(others.iter().map(ToString::to_string));
        Table {
            caption: captioned(&setting.factors, &how),
            columns: [Column::words(&*self.compared.factor)]
                .into_iter()
                .chain(headings.map(Column::numbers))
                .collect(),
            rows: rows.iter().map(row).collect(),
        }
    }

    /// Returns a table with a column for each metric. A time that is compared also has its ratio and the
    /// verdict.
    fn by_metric(&self, setting: &Setting<'a>, metrics: &[&str]) -> Table {
        let grid = self.metrics_of(setting);
        let is_compared = |metric: &&&str| {
            let mut cells = setting.of(metric).filter(|cell| cell.key.unit == Unit::Ns);
            cells.any(|cell| self.judge.baseline(cell).is_some())
        };
        let compared: Vec<&str> = metrics.iter().filter(is_compared).copied().collect();
        // With several ratios, a mark in each cell stands for the verdict.
        let only = (compared.len() == 1).then(|| compared[0]);
        let mut columns = vec![Column::words(&*self.compared.factor)];
        for metric in metrics {
            columns.push(Column::numbers(*metric));
            if compared.contains(metric) {
                columns.push(Column::numbers(format!("{metric} ratio [95 %]")));
            }
            columns.extend((only == Some(*metric)).then(|| Column::words("verdict")));
        }
        let any_note = setting.cells.iter().any(|cell| cell.note.is_some());
        columns.extend(any_note.then(|| Column::words("note")));
        let row = |(row, best): (&'a str, Option<Judgement>)| {
            let mut cells = vec![self.name(row)];
            for metric in metrics {
                let found = grid.get(&row, metric);
                cells.push(found.map_or_else(Cell::default, value));
                if !compared.contains(metric) {
                    continue;
                }
                let best = best.filter(|_| compared[0] == *metric);
                let judged = best.or_else(|| self.judge.judge(found?));
                let is_only = only == Some(*metric);
                match judged {
                    _ if self.compared.baseline == row => {
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
            }
            let note =
                any_note.then(|| note_of(metrics.iter().map(|metric| grid.get(&row, metric))));
            cells.extend(note.map(|note| Cell::words(note.unwrap_or_default())));
            cells
        };
        let baseline = &self.compared.baseline;
        let floors = compared
            .first()
            .map(|metric| self.floors(setting, metric))
            .unwrap_or_default();
        let how = match (only, compared.is_empty()) {
            (Some(metric), _) => format!("{metric}, and its ratio to that of {baseline}. {floors}"),
            (None, false) => format!("with ratios to {baseline}; {MARKS}. {floors}"),
            (None, true) => String::new(),
        };
        let rows = self.rows(&grid, compared.first().copied());
        Table {
            caption: captioned(&setting.factors, &how),
            columns,
            rows: rows.into_iter().map(row).collect(),
        }
    }

    /// Returns the rows of a setting, the least ratio first. Of a family, only the best has a row.
    fn rows(
        &self,
        grid: &Grid<'a, &'a str>,
        metric: Option<&str>,
    ) -> Vec<(&'a str, Option<Judgement>)> {
        let mut names = grid.rows.clone();
        names.sort_by_key(|row| self.rows.get(row));
        let Some(metric) = metric else {
            return names.into_iter().map(|name| (name, None)).collect();
        };
        let cells = names.iter().filter_map(|row| grid.get(row, metric));
        // Cells without a family are alternatives to nothing but themselves.
        let family = |(cell, at): (&'a Measurement, usize)| (cell.family.as_ref().ok_or(at), cell);
        let best = |(_, cells): (_, Vec<&'a Measurement>)| {
            let (best, judgement) = self.judge.best(&cells)?;
            Some((self.row_of(best)?, Some(judgement)))
        };
        let families = grouped(cells.zip(0..).map(family)).into_iter();
        let mut rows: Vec<_> = families.filter_map(best).collect();
        let ratio = |of: &Option<Judgement>| of.map_or(f64::INFINITY, |of| of.ratio.value);
        rows.sort_by(|a, b| ratio(&a.1).total_cmp(&ratio(&b.1)));
        rows
    }

    /// Returns the ratio of a cell that varies, else its value. The baseline has its value.
    fn ratio_or_value(&self, cell: &Measurement) -> Cell {
        if !cell.key.unit.varies() {
            return value(cell);
        }
        if self
            .judge
            .baseline(cell)
            .is_none_or(|baseline| baseline.key == cell.key)
        {
            let number = |of| Cell::number(of, cell.key.unit).in_tone(Tone::Marked);
            return typical(cell).map_or_else(no_samples, number);
        }
        self.judge.judge(cell).map_or_else(no_samples, marked)
    }

    /// Returns the noise floor of a setting in words, or the range of several floors.
    fn floors(&self, setting: &Setting<'a>, metric: &str) -> String {
        let baselines = setting
            .of(metric)
            .filter(|cell| self.row_of(cell) == Some(&*self.compared.baseline));
        let floors: Vec<f64> = baselines
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

    /// Returns a chart of a metric along a factor, or along the samples of another metric.
    fn chart(&self, setting: &Setting<'a>, along: &str, metric: &str) -> Option<Chart> {
        let unit = setting.of(metric).next()?.key.unit;
        let cells = setting.of(metric);
        let rows = grouped(cells.filter_map(|cell| Some((self.row_of(cell)?, cell))));
        let series = rows.into_iter().map(|(name, cells)| {
            let points = cells.into_iter().flat_map(|cell| self.points(cell, along));
            let mut points: Vec<(f64, f64)> = points.collect();
            points.sort_by(|a, b| a.0.total_cmp(&b.0));
            Series {
                name: name.to_owned(),
                points,
                ..Series::default()
            }
        });
        let mut series: Vec<Series> = series.filter(|of| of.points.len() > 1).collect();
        series.sort_by_key(|series| self.rows.get(&*series.name));
        if series.is_empty() {
            return None;
        }
        let (scale, shape) = match setting.of(along).next() {
            Some(_) => (Scale::Linear, Shape::Steps),
            None => (Scale::Log, Shape::Lines),
        };
        let values: Vec<&str> = setting.factors.iter().map(|(_, value)| value).collect();
        let id = format!(
            "{}-{metric}-{}",
            self.judge.run.header.question,
            values.join("-")
        );
        Some(Chart {
            id: id.replace(|letter: char| !letter.is_alphanumeric(), "-"),
            caption: captioned(&setting.factors, &format!("{metric} by {along}.")),
            x: Axis::new(along, Unit::Count, Scale::Log),
            y: Axis::new(metric, unit, scale),
            shape,
            series,
        })
    }

    /// Returns the points of a cell: one at the value of the factor `along`, or its samples over those of
    /// the metric `along`.
    fn points(&self, cell: &Measurement, along: &str) -> Vec<(f64, f64)> {
        let factors = &cell.key.factors;
        if let Some(x) = factors.get(along) {
            return x.parse().ok().zip(typical(cell)).into_iter().collect();
        }
        let samples = |cell: &Measurement| cell.samples.concat().into_iter().flatten().collect();
        let xs: Vec<f64> = self.judge.find(factors, along).map_or(Vec::new(), samples);
        xs.into_iter().zip(samples(cell)).collect()
    }
}

/// Returns some values at equal distances, the first and the last among them.
fn spread(values: Vec<&str>) -> Vec<&str> {
    let last = values.len().saturating_sub(1);
    if last < MOST_COLUMNS {
        return values;
    }
    let place = |at| values[at * last / (MOST_COLUMNS - 1)];
    (0..MOST_COLUMNS).map(place).collect()
}
