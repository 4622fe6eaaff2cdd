//! Any run as tables and charts, by its factors.
//!
//! ```text
//! setting: caption                 a table for each setting of the factors that are neither compared nor columns
//! type   | length 8 | length 16    a column for each value of a factor, or for each metric
//! String | 10 ns    | 12 ns        a row for each value of the compared factor
//! ```
//!
//! If nothing is compared, cells with the same factors share a table, whose rows are named by all of them.

use std::collections::{HashMap, HashSet};

use super::document::{
    Axis, Block, Cell, Chart, Column, MARKS, Scale, Section, Series, Shape, Table, Tone, marked,
    no_samples, value,
};
pub use super::document::{ratio, shown, verdict};
use crate::judge::{Judge, Judgement, typical};
use crate::run::{Compared, Factors, Measurement, Run, Unit, distinct, grouped};

/// The most columns of a table: a run file may have a metric a line, and a table has all cells of a row.
const MAX_COLUMNS: usize = 256;
/// The most columns for the values of a factor. If there are more values, some at equal distances have a column.
const MOST_COLUMNS: usize = 8;

/// Returns the tables and charts of a run.
pub fn section(judge: &Judge<'_>) -> Section {
    let header = &judge.run.header;
    let mut blocks = Pivot::of(judge).blocks();
    let mut cells = judge.run.measurements.iter();
    let varies = cells.any(|cell| cell.key.unit.varies());
    let seed = varies.then(|| format!("Drawn from seed {}.", header.seed));
    let warnings = header.doubts.iter();
    let warnings = warnings.map(|doubt| format!("Warning: {doubt}."));
    let points = seed.into_iter().chain(header.notes.clone());
    let points = points.chain(gaps(judge.run)).chain(warnings);
    blocks.push(Block::Points(points.collect()));
    Section {
        id: header.question.clone(),
        title: header.title.clone(),
        command: header.command.clone(),
        blocks,
    }
}

/// Returns the reasons why cells that vary have no samples, each with the cells.
fn gaps(run: &Run) -> Vec<String> {
    let cells = run.measurements.iter();
    let missing = cells.filter(|cell| cell.key.unit.varies() && !cell.is_measured());
    let reasons = grouped(missing.filter_map(|cell| {
        let name = format!("{} of {}", cell.key.metric, cell.key.factors);
        Some((cell.note.as_ref()?, name))
    }));
    let words = reasons.iter();
    let words = words.map(|(why, cells)| format!("{why}: {}.", cells.join("; ")));
    words.collect()
}

/// The values of the factors that name a row.
type Row<'a> = Vec<&'a str>;

/// Cells by rows and columns; of several in one place, the first. O(n) to make, O(1) to read.
#[derive(Default)]
struct Grid<'a> {
    rows: Vec<Row<'a>>,
    columns: Vec<&'a str>,
    cells: HashMap<Row<'a>, HashMap<&'a str, &'a Measurement>>,
}

impl<'a> Grid<'a> {
    fn get(&self, row: &[&'a str], column: &str) -> Option<&'a Measurement> {
        self.cells.get(row)?.get(column).copied()
    }
}

/// Cells whose tables stand together.
struct Group<'a> {
    /// The factors that all cells have in common, for the captions.
    setting: Factors,
    /// The factors that name a row.
    rows: Vec<&'a str>,
    cells: Vec<&'a Measurement>,
}

impl<'a> Group<'a> {
    /// Returns the metrics, each once, up to the most that a table has columns for.
    fn metrics(&self) -> Vec<&'a str> {
        let mut metrics = distinct(self.cells.iter().map(|cell| &*cell.key.metric));
        metrics.truncate(MAX_COLUMNS);
        metrics
    }

    /// Returns the cells of a metric.
    fn of(&self, metric: &str) -> impl Iterator<Item = &'a Measurement> {
        let cells = self.cells.iter().copied();
        cells.filter(move |cell| cell.key.metric == metric)
    }

    /// Returns a caption: the setting, and how to read the table.
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
    compared: Option<&'a Compared>,
    /// The factor whose values are columns.
    columns: Option<&'a str>,
    /// The places of its values in the run.
    column_places: HashMap<&'a str, usize>,
    /// The places of the compared factor's values.
    row_places: HashMap<&'a str, usize>,
}

impl<'a> Pivot<'a> {
    fn of(judge: &'a Judge<'a>) -> Self {
        let header = &judge.run.header;
        let places = |factor: Option<&str>| {
            let values = factor.map_or(Vec::new(), |factor| judge.run.values(factor));
            values.into_iter().zip(0..).collect()
        };
        let columns = header.layout.columns.as_deref();
        let compared = header.compared.as_ref();
        Self {
            judge,
            compared,
            columns,
            column_places: places(columns),
            row_places: places(compared.map(|compared| &*compared.factor)),
        }
    }

    fn blocks(&self) -> Vec<Block> {
        let along = self.judge.run.header.layout.chart.as_deref();
        let along = along.filter(|_| self.compared.is_some());
        let mut blocks = Vec::new();
        for group in self.groups() {
            let metrics = group.metrics();
            let has_columns = |metric: &&str| {
                let mut cells = group.of(metric);
                cells.any(|cell| self.column_of(cell).is_some())
            };
            let (by_factor, mut others): (Vec<&str>, Vec<&str>) =
                metrics.iter().copied().partition(has_columns);
            for metric in by_factor {
                blocks.extend(self.by_factor(&group, metric, &others));
                others.clear();
            }
            if !others.is_empty() {
                blocks.push(Block::Table(self.by_metric(&group, &others)));
            }
            if let Some(along) = along {
                let charts = metrics.iter().filter(|metric| **metric != along);
                let charts = charts.filter_map(|metric| self.chart(&group, along, metric));
                blocks.extend(charts.map(Block::Chart));
            }
        }
        blocks
    }

    fn groups(&self) -> Vec<Group<'a>> {
        let layout = &self.judge.run.header.layout;
        if let Some(compared) = self.compared {
            let rows = vec![&*compared.factor];
            let inner = [
                Some(&compared.factor),
                layout.columns.as_ref(),
                layout.chart.as_ref(),
            ];
            let inner: Vec<&str> = inner.into_iter().flatten().map(String::as_str).collect();
            let settings = self.settings(&inner).into_iter();
            let group = |(setting, cells)| Group {
                setting,
                rows: rows.clone(),
                cells,
            };
            return settings.map(group).collect();
        }
        // Where a factor's values are columns, a table has one metric.
        let groups = grouped(self.judge.run.measurements.iter().map(|cell| {
            let metric = self.column_of(cell).map(|_| &*cell.key.metric);
            let names = cell.key.factors.iter().map(|(name, _)| name);
            ((names.collect(), metric), cell)
        }));
        let group = |((mut rows, metric), cells): ((Vec<&'a str>, Option<_>), _)| {
            rows.retain(|name| metric.is_none() || self.columns != Some(name));
            Group {
                setting: Factors::default(),
                rows,
                cells,
            }
        };
        groups.into_iter().map(group).collect()
    }

    /// Returns the cells of each setting of all factors but those in `inner`. A metric that does not vary may lack
    /// factors: its cells belong to all settings that have their other factors with the same values.
    fn settings(&self, inner: &[&str]) -> Vec<(Factors, Vec<&'a Measurement>)> {
        let cells = &self.judge.run.measurements;
        let outer = |cell: &Measurement| {
            let names = inner.iter();
            names.fold(cell.key.factors.clone(), |rest, name| rest.without(name))
        };
        let any_varies = cells.iter().any(|cell| cell.key.unit.varies());
        let has_own = |cell: &&Measurement| cell.key.unit.varies() == any_varies;
        let settings = distinct(cells.iter().filter(has_own).map(outer));
        let places: HashMap<&Factors, usize> = settings.iter().zip(0..).collect();
        let names = settings.iter().flat_map(Factors::iter);
        let names: HashSet<&str> = names.map(|(name, _)| name).collect();
        let mut of_settings = vec![Vec::new(); settings.len()];
        // The settings that cells without one of their own belong to: many cells have the same outer factors.
        let mut shared = HashMap::<Factors, Vec<usize>>::new();
        for cell in cells {
            let outer = outer(cell);
            if has_own(&cell) {
                of_settings[places[&outer]].push(cell);
                continue;
            }
            let shared = shared.entry(outer).or_insert_with_key(|outer| {
                let agrees = |(_, setting): &(usize, &Factors)| {
                    let mut factors = outer.iter().filter(|(name, _)| names.contains(name));
                    factors.all(|(name, value)| setting.get(name) == Some(value))
                };
                let settings = (0..).zip(&settings).filter(agrees);
                settings.map(|(place, _)| place).collect()
            });
            for &place in &*shared {
                of_settings[place].push(cell);
            }
        }
        settings.into_iter().zip(of_settings).collect()
    }

    /// Returns the value of the factor whose values are columns.
    fn column_of(&self, cell: &'a Measurement) -> Option<&'a str> {
        cell.key.factors.get(self.columns?)
    }

    /// Puts cells in the rows of a group and in columns. The values of the compared factor are in the order of the run.
    fn grid(
        &self,
        group: &Group<'a>,
        cells: impl Iterator<Item = &'a Measurement>,
        column: impl Fn(&'a Measurement) -> Option<&'a str>,
    ) -> Grid<'a> {
        let mut grid = Grid::default();
        for cell in cells {
            let row = group.rows.iter().map(|name| cell.key.factors.get(name));
            let (Some(row), Some(column)) = (row.collect::<Option<Row<'_>>>(), column(cell)) else {
                continue;
            };
            grid.rows.push(row.clone());
            grid.columns.push(column);
            let cells = grid.cells.entry(row).or_default();
            cells.entry(column).or_insert(cell);
        }
        grid.rows = distinct(grid.rows);
        grid.rows
            .sort_by_key(|row| self.row_places.get(row.first()?));
        grid.columns = distinct(grid.columns);
        grid.columns.truncate(MAX_COLUMNS);
        grid
    }

    /// Returns the columns that name the rows.
    fn names(&self, group: &Group<'a>, rows: &[&Row<'a>]) -> Vec<(Column, Vec<Cell>)> {
        let names = group.rows.iter().enumerate();
        let column = |(place, factor): (usize, &&str)| {
            let name = |row: &&Row<'a>| {
                let is_baseline = self.is_baseline(row);
                let tone = if is_baseline {
                    Tone::Marked
                } else {
                    Tone::Plain
                };
                Cell::words(row[place]).in_tone(tone)
            };
            (Column::words(*factor), rows.iter().map(name).collect())
        };
        names.map(column).collect()
    }

    fn is_baseline(&self, row: &[&str]) -> bool {
        let mut baseline = self.compared.iter().map(|compared| &*compared.baseline);
        baseline.any(|baseline| row == [baseline])
    }

    /// Returns a table of a metric with a column for each value of a factor, and one for each of `others`: metrics
    /// that do not depend on the factor. Flags are marks, and a list below has their notes.
    fn by_factor(&self, group: &Group<'a>, metric: &str, others: &[&str]) -> Vec<Block> {
        let factor = self.columns.unwrap_or_default();
        let cells = || group.of(metric);
        let are_flags = cells().all(|cell| cell.key.unit == Unit::Flag);
        let grid = self.grid(group, cells(), |cell| self.column_of(cell));
        let notes = if are_flags { notes(&grid) } else { Vec::new() };
        let numbers: HashMap<_, usize> = notes.iter().map(|(note, _)| *note).zip(1..).collect();
        let mut columns = self.names(group, &grid.rows.iter().collect::<Vec<_>>());
        for value in self.shown(grid.columns.clone()) {
            let shown = |cell: &Measurement| {
                if !are_flags {
                    return self.ratio_or_value(cell);
                }
                let note = cell.note.as_deref();
                flag(cell, note.and_then(|note| numbers.get(&(value, note))))
            };
            let heading = if are_flags {
                Column::marks(value)
            } else {
                Column::numbers(format!("{factor} {value}"))
            };
            let cells = grid.rows.iter().map(|row| grid.get(row, value));
            let cells = cells.map(|cell| cell.map_or_else(Cell::default, shown));
            columns.push((heading, cells.collect()));
        }
        let fixed = self.grid(group, group.cells.iter().copied(), |cell| {
            Some(&cell.key.metric)
        });
        for other in others {
            let cells = grid.rows.iter().map(|row| fixed.get(row, other));
            let cells = cells.map(|cell| cell.map_or_else(Cell::default, value));
            columns.push((Column::numbers(*other), cells.collect()));
        }
        let how = match self.compared {
            _ if are_flags => format!(
                "{metric}. ✓: yes; a number: no, for the reason of that number below; ·: no answer."
            ),
            None => format!("{metric}, by {factor}."),
            Some(compared) if cells().any(|cell| cell.key.unit.varies()) => {
                let (baseline, floors) = (&compared.baseline, self.floors(group, metric));
                format!("{metric} over that of {baseline}, [95 % interval]; {MARKS}. {floors}")
            }
            Some(_) => metric.to_owned(),
        };
        let points = notes
            .iter()
            .zip(1..)
            .map(|(((column, note), rows), number)| {
                format!("{number}: {}, {column}: {note}", rows.join(", "))
            });
        let points: Vec<String> = points.collect();
        let points = (!points.is_empty()).then_some(Block::Points(points));
        let table = Block::Table(table(group.caption(&how), columns));
        [table].into_iter().chain(points).collect()
    }

    /// Returns the values of a factor that have a column, in the order of the run.
    fn shown(&self, mut values: Vec<&'a str>) -> Vec<&'a str> {
        values.sort_by_key(|value| self.column_places.get(value));
        let named = &self.judge.run.header.layout.shown;
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
            let number = |of| Cell::number(of, cell.key.unit).in_tone(Tone::Marked);
            return typical(cell).map_or_else(no_samples, number);
        }
        self.judge.judge(cell).map_or_else(no_samples, marked)
    }

    /// Returns a table with a column for each metric. A time that is compared also has its ratio and the
    /// verdict.
    fn by_metric(&self, group: &Group<'a>, metrics: &[&str]) -> Table {
        let grid = self.grid(group, group.cells.iter().copied(), |cell| {
            Some(&cell.key.metric)
        });
        let is_compared = |metric: &&&str| {
            let mut cells = group.of(metric).filter(|cell| cell.key.unit == Unit::Ns);
            cells.any(|cell| self.judge.baseline(cell).is_some())
        };
        let compared: Vec<&str> = metrics.iter().filter(is_compared).copied().collect();
        // With several ratios, a mark in each cell stands for the verdict.
        let is_only = compared.len() == 1;
        let rows = self.rows(&grid, compared.first().copied());
        let mut columns = self.names(group, &rows.iter().map(|(row, _)| row).collect::<Vec<_>>());
        for metric in metrics {
            let cells = rows.iter().map(|(row, _)| grid.get(row, metric));
            let cells = cells.map(|cell| cell.map_or_else(Cell::default, value));
            columns.push((Column::numbers(*metric), cells.collect()));
            if !compared.contains(metric) {
                continue;
            }
            let judged = |(row, best): &(Row<'a>, Option<Judgement>)| {
                let best = best.filter(|_| compared[0] == *metric);
                match best.or_else(|| self.judge.judge(grid.get(row, metric)?)) {
                    _ if self.is_baseline(row) => (Cell::shown(1.0, "1"), Cell::words("baseline")),
                    None => (Cell::default(), no_samples()),
                    Some(judged) if is_only => (ratio(judged.ratio), verdict(judged.verdict)),
                    Some(judged) => (marked(judged), Cell::default()),
                }
            };
            let (ratios, verdicts) = rows.iter().map(judged).unzip();
            columns.push((Column::numbers(format!("{metric} ratio [95 %]")), ratios));
            if is_only {
                columns.push((Column::words("verdict"), verdicts));
            }
        }
        if group.cells.iter().any(|cell| cell.note.is_some()) {
            let note = |(row, _): &(Row<'a>, _)| {
                let mut cells = metrics.iter().filter_map(|metric| grid.get(row, metric));
                Cell::words(
                    cells
                        .find_map(|cell| cell.note.as_deref())
                        .unwrap_or_default(),
                )
            };
            columns.push((Column::words("note"), rows.iter().map(note).collect()));
        }
        let baseline = self.compared.map_or("", |compared| &compared.baseline);
        let floors = compared.first().map(|metric| self.floors(group, metric));
        let floors = floors.unwrap_or_default();
        let how = match *compared {
            [] => String::new(),
            [metric] => format!("{metric}, and its ratio to that of {baseline}. {floors}"),
            _ => format!("with ratios to {baseline}; {MARKS}. {floors}"),
        };
        table(group.caption(&how), columns)
    }

    /// Returns the rows of a grid; if a metric is compared, the least ratio first, and of a family only the best.
    fn rows(&self, grid: &Grid<'a>, metric: Option<&str>) -> Vec<(Row<'a>, Option<Judgement>)> {
        let Some(metric) = metric else {
            return grid.rows.iter().map(|row| (row.clone(), None)).collect();
        };
        let cells = grid.rows.iter().filter_map(|row| grid.get(row, metric));
        // Cells without a family are alternatives to nothing but themselves.
        let family = |(cell, at): (&'a Measurement, usize)| (cell.family.as_ref().ok_or(at), cell);
        let best = |(_, cells): (_, Vec<&'a Measurement>)| {
            let (best, judgement) = self.judge.best(&cells)?;
            Some((vec![self.row_of(best)?], Some(judgement)))
        };
        let families = grouped(cells.zip(0..).map(family)).into_iter();
        let mut rows: Vec<_> = families.filter_map(best).collect();
        let ratio = |of: &Option<Judgement>| of.map_or(f64::INFINITY, |of| of.ratio.value);
        rows.sort_by(|a, b| ratio(&a.1).total_cmp(&ratio(&b.1)));
        rows
    }

    /// Returns the value of the compared factor.
    fn row_of(&self, cell: &'a Measurement) -> Option<&'a str> {
        cell.key.factors.get(&self.compared?.factor)
    }

    /// Returns the noise floor of a group in words, or the range of several floors.
    fn floors(&self, group: &Group<'a>, metric: &str) -> String {
        let baseline = self.compared.map(|compared| &*compared.baseline);
        let baselines = group
            .of(metric)
            .filter(|cell| self.row_of(cell) == baseline);
        let floors = baselines.filter_map(|cell| self.judge.floor(cell));
        let mut floors: Vec<f64> = floors.map(|floor| floor * 100.0).collect();
        floors.sort_by(f64::total_cmp);
        match *floors {
            [] => String::new(),
            [floor] => format!("Noise floor: {floor:.1} %."),
            [least, .., most] => format!("Noise floor: {least:.1} to {most:.1} %."),
        }
    }

    /// Returns a chart of a metric along a factor, or along the samples of another metric.
    fn chart(&self, group: &Group<'a>, along: &str, metric: &str) -> Option<Chart> {
        let unit = group.of(metric).next()?.key.unit;
        let cells = group.of(metric);
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
        series.sort_by_key(|series| self.row_places.get(&*series.name));
        if series.is_empty() {
            return None;
        }
        let (scale, shape) = match group.of(along).next() {
            Some(_) => (Scale::Linear, Shape::Steps),
            None => (Scale::Log, Shape::Lines),
        };
        let values: Vec<&str> = group.setting.iter().map(|(_, value)| value).collect();
        let question = &self.judge.run.header.question;
        let id = format!("{question}-{metric}-{}", values.join("-"));
        Some(Chart {
            id: id.replace(|letter: char| !letter.is_alphanumeric(), "-"),
            caption: group.caption(&format!("{metric} by {along}.")),
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
        let samples = |cell: &Measurement| cell.samples.concat().into_iter().flatten();
        let xs = self
            .judge
            .find(factors, along)
            .into_iter()
            .flat_map(samples);
        xs.zip(samples(cell)).collect()
    }
}

/// Returns a table of columns, each with a cell for each row.
fn table(caption: String, columns: Vec<(Column, Vec<Cell>)>) -> Table {
    let rows = columns.first().map_or(0, |(_, cells)| cells.len());
    let columns = columns.into_iter();
    let (columns, mut cells): (_, Vec<_>) = columns
        .map(|(head, cells)| (head, cells.into_iter()))
        .unzip();
    let row = |_| cells.iter_mut().filter_map(Iterator::next).collect();
    Table {
        caption,
        columns,
        rows: (0..rows).map(row).collect(),
    }
}

/// Returns the notes of the flags of a grid, each of a column, with the rows that have it.
fn notes<'a>(grid: &Grid<'a>) -> Vec<((&'a str, &'a str), Vec<String>)> {
    let places = grid
        .rows
        .iter()
        .flat_map(|row| grid.columns.iter().map(move |column| (row, *column)));
    grouped(places.filter_map(|(row, column)| {
        let cell = grid.get(row, column).filter(|cell| cell.is_measured())?;
        Some(((column, cell.note.as_deref()?), row.join(", ")))
    }))
}

/// Returns the mark of a flag, with the number of its note.
fn flag(cell: &Measurement, number: Option<&usize>) -> Cell {
    match (cell.value(), number) {
        (None, _) => Cell::words("·"),
        (Some(0.0), None) => Cell::words("✗").in_tone(Tone::Worse),
        (Some(0.0), Some(number)) => Cell::words(number.to_string()).in_tone(Tone::Worse),
        (Some(_), None) => Cell::words("✓"),
        (Some(_), Some(number)) => Cell::words(format!("✓{number}")),
    }
}
