//! Any run as tables and charts, by its factors.
//!
//! ```text
//! setting: caption                 a table for each setting of the other factors
//! type   | length 8 | length 16    a column for each value of a factor, or for each metric
//! String | 10 ns    | 12 ns        a row for each value of the compared factor
//! ```
//!
//! If nothing is compared, cells with the same factors share a table; all factors name its rows.

use std::collections::{HashMap, HashSet};

use super::chart::{Axis, Chart, Scale, Series, Shape};
use super::document::{Block, Section};
use super::table::{Cell, Column, MARKS, Table, Tone, marked, no_samples, value};
pub use super::table::{ratio, shown, verdict};
use crate::judge::{Judge, Judgement, Verdict, typical};
use crate::run::{Compared, Factors, Layout, Measurement, Run, Unit, distinct, grouped};

/// The most columns of a table: a run file may have a metric a line.
const MAX_COLUMNS: usize = 256;
/// The most columns for the values of a factor. If there are more values, some at equal distances
/// have a column.
const MOST_COLUMNS: usize = 8;

/// The fewest rows equal to the baseline that a sentence stands for.
const MANY_EQUAL: usize = 10;

/// Returns the tables and charts of a run.
pub fn section(judge: &Judge<'_>) -> Section {
    let header = &judge.run.header;
    let mut blocks = Pivot::new(judge).blocks();
    let mut cells = judge.run.measurements.iter();
    let varies = cells.any(|cell| cell.key.unit.varies());
    let seed = varies.then(|| format!("Drawn from seed {}.", header.seed));
    let notes = seed.into_iter().chain(header.notes.clone());
    let points = notes.chain(gaps(judge.run)).chain(header.warnings());
    blocks.push(Block::Points(points.collect()));
    Section::new(&header.question, &header.title, &header.command, blocks)
}

/// Returns the reasons why cells that vary have no samples, each with the cells.
fn gaps(run: &Run) -> Vec<String> {
    let cells = run.measurements.iter();
    let missing = cells.filter(|cell| cell.key.unit.varies() && !cell.is_measured());
    let reasons = grouped(missing.filter_map(|cell| {
        let name = format!("{} of {}", cell.key.metric, cell.key.factors);
        Some((cell.note.as_ref()?, name))
    }));
    let words = |(why, cells): &(_, Vec<String>)| format!("{why}: {}.", cells.join("; "));
    reasons.iter().map(words).collect()
}

struct Row<'a> {
    /// The values of the factors that name it.
    names: Vec<&'a str>,
    /// Its first cell of each metric and value of the factor whose values are columns.
    cells: HashMap<(&'a str, Option<&'a str>), &'a Measurement>,
}

impl<'a> Row<'a> {
    fn get(&self, metric: &str, column: Option<&str>) -> Option<&'a Measurement> {
        self.cells.get(&(metric, column)).copied()
    }

    fn note(&self, metrics: &[&str]) -> Cell {
        let mut cells = metrics.iter().filter_map(|metric| self.get(metric, None));
        Cell::words(
            cells
                .find_map(|cell| cell.note.as_deref())
                .unwrap_or_default(),
        )
    }
}

struct Group<'a> {
    /// The factors that all cells have in common, for the captions.
    setting: Factors,
    /// The factors that name a row.
    names: Vec<&'a str>,
    cells: Vec<&'a Measurement>,
    rows: Vec<Row<'a>>,
}

impl<'a> Group<'a> {
    fn cells(&self, metric: &str) -> impl Iterator<Item = &'a Measurement> {
        let cells = self.cells.iter().copied();
        cells.filter(move |cell| cell.key.metric == metric)
    }

    fn caption(&self, how: &str) -> String {
        let setting = self.setting.to_string();
        match (setting.is_empty(), how.is_empty()) {
            (true, _) => how.to_owned(),
            (false, true) => format!("{setting}."),
            (false, false) => format!("{setting}: {how}"),
        }
    }
}

struct Pivot<'a> {
    judge: &'a Judge<'a>,
    layout: &'a Layout,
    compared: Option<&'a Compared>,
    /// The places of the values of the factor whose values are columns, in the run.
    column_places: HashMap<&'a str, usize>,
    row_places: HashMap<&'a str, usize>,
}

impl<'a> Pivot<'a> {
    fn new(judge: &'a Judge<'a>) -> Self {
        let (layout, compared) = (&judge.run.header.layout, &judge.run.header.compared);
        let places = |factor: Option<&String>| {
            let values = factor.map_or(Vec::new(), |factor| judge.run.values(factor));
            values.into_iter().zip(0..).collect()
        };
        Self {
            judge,
            layout,
            compared: compared.as_ref(),
            column_places: places(layout.columns.as_ref()),
            row_places: places(compared.as_ref().map(|compared| &compared.factor)),
        }
    }

    fn blocks(&self) -> Vec<Block> {
        let along = self.compared.and(self.layout.chart.as_deref());
        let mut blocks = Vec::new();
        for group in self.groups() {
            let mut metrics = distinct(group.cells.iter().map(|cell| &*cell.key.metric));
            metrics.truncate(MAX_COLUMNS);
            let has_columns = |metric: &&str| {
                let mut cells = group.cells(metric);
                cells.any(|cell| self.column_of(cell).is_some())
            };
            let (by_factor, mut fixed): (Vec<&str>, Vec<&str>) =
                metrics.iter().copied().partition(has_columns);
            for metric in by_factor {
                blocks.push(Block::Table(self.by_factor(&group, metric, &fixed)));
                fixed.clear();
            }
            if !fixed.is_empty() {
                blocks.push(Block::Table(self.by_metric(&group, &fixed)));
            }
            for metric in metrics.iter().filter(|metric| Some(**metric) != along) {
                let chart = along.and_then(|along| self.chart(&group, along, metric));
                blocks.extend(chart.map(Block::Chart));
            }
        }
        blocks
    }

    fn groups(&self) -> Vec<Group<'a>> {
        if let Some(compared) = self.compared {
            let Layout { columns, chart, .. } = self.layout;
            let mut inner = vec![&compared.factor];
            inner.extend([columns, chart].into_iter().flatten());
            let names = || vec![&*compared.factor];
            let group = |(setting, cells)| self.group(setting, names(), cells);
            return self.settings(&inner).into_iter().map(group).collect();
        }
        // Where a factor's values are columns, a table has one metric.
        let groups = grouped(self.judge.run.measurements.iter().map(|cell| {
            let metric = self.column_of(cell).map(|_| &*cell.key.metric);
            let names = cell.key.factors.iter().map(|(name, _)| name);
            ((names.collect(), metric), cell)
        }));
        let group = |((mut names, metric), cells): ((Vec<&'a str>, Option<_>), _)| {
            names.retain(|name| metric.is_none() || self.layout.columns.as_deref() != Some(name));
            self.group(Factors::default(), names, cells)
        };
        groups.into_iter().map(group).collect()
    }

    /// Puts cells in rows. The values of the compared factor are in the order of the run.
    fn group(
        &self,
        setting: Factors,
        names: Vec<&'a str>,
        cells: Vec<&'a Measurement>,
    ) -> Group<'a> {
        let in_row = |cell: &&'a Measurement| {
            let row = names.iter().map(|name| cell.key.factors.get(name));
            Some((row.collect::<Option<Vec<&str>>>()?, *cell))
        };
        let row = |(names, cells): (Vec<&'a str>, Vec<&'a Measurement>)| {
            let keyed = |cell: &'a Measurement| ((&*cell.key.metric, self.column_of(cell)), cell);
            Row {
                names,
                cells: cells.into_iter().rev().map(keyed).collect(),
            }
        };
        let grouped = grouped(cells.iter().filter_map(in_row));
        let mut rows: Vec<Row<'a>> = grouped.into_iter().map(row).collect();
        rows.sort_by_key(|row| self.row_places.get(row.names.first()?));
        Group {
            setting,
            names,
            cells,
            rows,
        }
    }

    /// Returns the cells of each setting of all factors but those in `inner`. A metric that does
    /// not vary may lack factors: its cells belong to all settings that have their other factors
    /// with the same values.
    fn settings(&self, inner: &[&String]) -> Vec<(Factors, Vec<&'a Measurement>)> {
        let cells = self.judge.run.measurements.iter();
        let any_varies = cells.clone().any(|cell| cell.key.unit.varies());
        let outer = cells.zip(0..).map(|(cell, place)| {
            let names = inner.iter();
            let outer = names.fold(cell.key.factors.clone(), |factors, name| {
                factors.without(name)
            });
            (outer, (place, cell))
        });
        let (own, shared): (Vec<_>, Vec<_>) =
            outer.partition(|(_, (_, cell))| cell.key.unit.varies() == any_varies);
        let mut settings: Vec<(Factors, Vec<(usize, &Measurement)>)> = grouped(own);
        let factors = settings.iter().flat_map(|(setting, _)| setting.iter());
        let names: HashSet<String> = factors.map(|(name, _)| name.to_owned()).collect();
        for (outer, cells) in grouped(shared) {
            for (setting, of_setting) in &mut settings {
                let mut known = outer.iter().filter(|(name, _)| names.contains(*name));
                if known.all(|(name, value)| setting.get(name) == Some(value)) {
                    of_setting.extend(&cells);
                }
            }
        }
        let in_order = |(setting, mut cells): (Factors, Vec<(usize, &'a Measurement)>)| {
            cells.sort_by_key(|(place, _)| *place);
            (setting, cells.into_iter().map(|(_, cell)| cell).collect())
        };
        settings.into_iter().map(in_order).collect()
    }

    fn column_of(&self, cell: &'a Measurement) -> Option<&'a str> {
        cell.key.factors.get(self.layout.columns.as_ref()?)
    }

    fn names(&self, group: &Group<'a>, rows: &[&Row<'a>]) -> Table {
        let names = |row: &&Row<'a>| {
            let marked = self.is_baseline(row).then_some(Tone::Marked);
            let name = |name: &&str| Cell::words(*name).in_tone(marked.unwrap_or_default());
            row.names.iter().map(name).collect()
        };
        Table {
            columns: group.names.iter().copied().map(Column::words).collect(),
            rows: rows.iter().map(names).collect(),
            ..Table::default()
        }
    }

    fn is_baseline(&self, row: &Row<'_>) -> bool {
        let baseline = self.compared.map(|compared| &*compared.baseline);
        baseline.is_some_and(|baseline| row.names == [baseline])
    }

    /// Returns a table of a metric with a column for each value of a factor, and one for each of
    /// `fixed`: metrics that do not depend on the factor.
    fn by_factor(&self, group: &Group<'a>, metric: &str, fixed: &[&str]) -> Table {
        let factor = self.layout.columns.as_deref().unwrap_or_default();
        let mut values = distinct(group.cells(metric).filter_map(|cell| self.column_of(cell)));
        values.truncate(MAX_COLUMNS);
        let has_value = |row: &&Row<'a>| {
            let mut values = values.iter();
            values.any(|value| row.get(metric, Some(value)).is_some())
        };
        let rows: Vec<&Row<'a>> = group.rows.iter().filter(has_value).collect();
        let mut table = self.names(group, &rows);
        for value in self.shown(values) {
            let cell = |row: &&Row<'a>| {
                let cell = row.get(metric, Some(value));
                cell.map_or_else(Cell::default, |cell| self.ratio_or_value(cell))
            };
            let heading = Column::numbers(format!("{factor} {value}"));
            table.add(heading, rows.iter().map(cell));
        }
        for metric in fixed {
            add_metric(&mut table, &rows, metric);
        }
        let how = match self.compared {
            None => format!("{metric}, by {factor}."),
            Some(compared) if group.cells(metric).any(|cell| cell.key.unit.varies()) => {
                let (baseline, floors) = (&compared.baseline, self.floors(group, metric));
                format!("{metric} over that of {baseline}, [95 % interval]; {MARKS}. {floors}")
            }
            Some(_) => metric.to_owned(),
        };
        table.caption = group.caption(&how);
        table
    }

    /// Returns the values of a factor that have a column, in the order of the run.
    fn shown(&self, mut values: Vec<&'a str>) -> Vec<&'a str> {
        values.sort_by_key(|value| self.column_places.get(value));
        let named = &self.layout.shown;
        let last = values.len().saturating_sub(1);
        if !named.is_empty() {
            values.retain(|value| named.iter().any(|name| name == value));
        } else if self.compared.is_some() && last >= MOST_COLUMNS {
            let place = |at| values[at * last / (MOST_COLUMNS - 1)];
            values = (0..MOST_COLUMNS).map(place).collect();
        }
        values
    }

    /// Returns the ratio of a cell that varies, else its value. The baseline has its value.
    fn ratio_or_value(&self, cell: &Measurement) -> Cell {
        if self.compared.is_none() || !cell.key.unit.varies() {
            return value(cell);
        }
        let baseline = self.judge.baseline(cell);
        if baseline.is_none_or(|baseline| baseline.key == cell.key) {
            let marked = |time| Cell::number(time, cell.key.unit).in_tone(Tone::Marked);
            return typical(cell).map_or_else(no_samples, marked);
        }
        self.judge.judge(cell).map_or_else(no_samples, marked)
    }

    /// Returns a table with a column for each metric. A time that is compared also has its ratio
    /// and the verdict.
    fn by_metric(&self, group: &Group<'a>, metrics: &[&str]) -> Table {
        let is_compared = |metric: &&&str| {
            let mut cells = group.cells(metric).filter(|cell| cell.key.unit == Unit::Ns);
            cells.any(|cell| self.judge.baseline(cell).is_some())
        };
        let compared: Vec<&str> = metrics.iter().filter(is_compared).copied().collect();
        // With several ratios, a mark in each cell stands for the verdict.
        let is_only = compared.len() == 1;
        let mut ranked: Vec<(&Row<'a>, Option<Judgement>)> = match compared.first() {
            Some(metric) => self.ranked(&group.rows, metric),
            None => group.rows.iter().map(|row| (row, None)).collect(),
        };
        let is_alone = metrics.len() == 1;
        let equal = is_alone.then(|| self.without_equal(&mut ranked));
        let (rows, best): (Vec<_>, Vec<_>) = ranked.into_iter().unzip();
        let mut table = self.names(group, &rows);
        for metric in metrics {
            add_metric(&mut table, &rows, metric);
            if !compared.contains(metric) {
                continue;
            }
            let cells = |(row, best): (&&Row<'a>, &Option<Judgement>)| {
                let best = best.filter(|_| compared[0] == *metric);
                match best.or_else(|| self.judge.judge(row.get(metric, None)?)) {
                    _ if self.is_baseline(row) => (Cell::shown(1.0, "1"), Cell::words("baseline")),
                    None => (Cell::default(), no_samples()),
                    Some(judged) if is_only => (ratio(judged.ratio), verdict(judged.verdict)),
                    Some(judged) => (marked(judged), Cell::default()),
                }
            };
            let (ratios, verdicts): (Vec<Cell>, Vec<Cell>) =
                rows.iter().zip(&best).map(cells).unzip();
            table.add(Column::numbers(format!("{metric} ratio [95 %]")), ratios);
            if is_only {
                table.add(Column::words("verdict"), verdicts);
            }
        }
        if group.cells.iter().any(|cell| cell.note.is_some()) {
            let notes = rows.iter().map(|row| row.note(metrics));
            table.add(Column::words("note"), notes);
        }
        let baseline = self.compared.map_or("", |compared| &compared.baseline);
        let how = compared.first().map(|metric| {
            let ratios = if is_only {
                format!("{metric}, and its ratio to that of {baseline}.")
            } else {
                format!("with ratios to {baseline}; {MARKS}.")
            };
            let (floors, equal) = (self.floors(group, metric), equal.unwrap_or_default());
            format!("{ratios} {floors}{equal}")
        });
        table.caption = group.caption(&how.unwrap_or_default());
        table
    }

    /// Removes the rows that equal the baseline, if they are many, and returns a sentence on them:
    /// such times are those of the loop around the operation.
    fn without_equal(&self, ranked: &mut Vec<(&Row<'a>, Option<Judgement>)>) -> String {
        let is_equal = |(row, judged): &(&Row<'a>, Option<Judgement>)| {
            let is_equal = judged.is_some_and(|judged| judged.verdict == Verdict::Equal);
            is_equal && !self.is_baseline(row)
        };
        if ranked.iter().filter(|row| is_equal(row)).count() < MANY_EQUAL {
            return String::new();
        }
        let equal = ranked.extract_if(.., |row| is_equal(row));
        let names: Vec<String> = equal.map(|(row, _)| row.names.join(" ")).collect();
        format!(" Equal to it, within 3 %: {}.", names.join("; "))
    }

    /// Returns the rows that are compared by a metric, the least ratio first. Of a family, only the
    /// best has a row.
    fn ranked<'b>(
        &self,
        rows: &'b [Row<'a>],
        metric: &str,
    ) -> Vec<(&'b Row<'a>, Option<Judgement>)> {
        // Cells without a family are alternatives to nothing but themselves.
        let families = grouped((0..).zip(rows).filter_map(|(at, row)| {
            let cell = row.get(metric, None)?;
            Some((cell.family.as_ref().ok_or(at), (row, cell)))
        }));
        let best = |(_, family): (_, Vec<(&'b Row<'a>, &'a Measurement)>)| {
            let (rows, cells): (Vec<_>, Vec<_>) = family.into_iter().unzip();
            let (best, judgement) = self.judge.best(&cells)?;
            let at = cells.iter().position(|cell| cell.key == best.key)?;
            Some((rows[at], judgement))
        };
        let mut rows: Vec<_> = families.into_iter().filter_map(best).collect();
        rows.sort_by(|a, b| a.1.ratio.value.total_cmp(&b.1.ratio.value));
        rows.into_iter()
            .map(|(row, judgement)| (row, Some(judgement)))
            .collect()
    }

    fn row_of(&self, cell: &'a Measurement) -> Option<&'a str> {
        cell.key.factors.get(&self.compared?.factor)
    }

    /// Returns the noise floor of a group in words, or the range of several floors.
    fn floors(&self, group: &Group<'a>, metric: &str) -> String {
        let baseline = self.compared.map(|compared| &*compared.baseline);
        let cells = group
            .cells(metric)
            .filter(|cell| self.row_of(cell) == baseline);
        let known = cells.filter_map(|cell| Some(self.judge.floor(cell)? * 100.0));
        let mut floors: Vec<f64> = known.filter(|floor| floor.is_finite()).collect();
        floors.sort_by(f64::total_cmp);
        match *floors {
            [] => String::new(),
            [floor] => format!("Noise floor: {floor:.1} %."),
            [least, .., greatest] => format!("Noise floor: {least:.1} to {greatest:.1} %."),
        }
    }

    /// Returns a chart of a metric along a factor, or along the samples of another metric.
    fn chart(&self, group: &Group<'a>, along: &str, metric: &str) -> Option<Chart> {
        let unit = group.cells(metric).next()?.key.unit;
        let cells = group.cells(metric);
        let rows = grouped(cells.filter_map(|cell| Some((self.row_of(cell)?, cell))));
        let curve = |(name, cells): (&str, Vec<&'a Measurement>)| {
            let points = cells.into_iter().flat_map(|cell| self.points(cell, along));
            let mut series = Series::new(name, points.collect());
            series.points.sort_by(|a, b| a.0.total_cmp(&b.0));
            (series.points.len() > 1).then_some(series)
        };
        let mut series: Vec<Series> = rows.into_iter().filter_map(curve).collect();
        series.sort_by_key(|series| self.row_places.get(&*series.name));
        if series.is_empty() {
            return None;
        }
        // A metric counts events or time; a factor, such as a length, spans powers of ten.
        let (scale, shape) = match group.cells(along).next() {
            Some(_) => (Scale::Linear, Shape::Steps),
            None => (Scale::Log, Shape::Lines),
        };
        let values: Vec<&str> = group.setting.iter().map(|(_, value)| value).collect();
        let question = &self.judge.run.header.question;
        let id = format!("{question}-{metric}-{}", values.join("-"));
        Some(Chart {
            id: id.replace(|letter: char| !letter.is_alphanumeric(), "-"),
            caption: group.caption(&format!("{metric} by {along}.")),
            x: Axis::new(along, Unit::Count, scale),
            y: Axis::new(metric, unit, scale),
            shape,
            series,
        })
    }

    /// Returns the points of a cell: one at the value of the factor `along`, or its samples over
    /// those of the metric `along`.
    fn points(&self, cell: &Measurement, along: &str) -> Vec<(f64, f64)> {
        let factors = &cell.key.factors;
        if let Some(x) = factors.get(along) {
            return x.parse().ok().zip(typical(cell)).into_iter().collect();
        }
        let samples = |cell: &Measurement| cell.samples.concat().into_iter().flatten();
        let xs = self.judge.find(factors, along).into_iter();
        xs.flat_map(samples).zip(samples(cell)).collect()
    }
}

fn add_metric(table: &mut Table, rows: &[&Row<'_>], metric: &str) {
    let cell = |row: &&Row<'_>| row.get(metric, None).map(value).unwrap_or_default();
    table.add(Column::numbers(metric), rows.iter().map(cell));
}
