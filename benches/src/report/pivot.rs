//! Any run as tables and charts, by its factors.
//!
//! Rows are the values of the compared factor. Columns are the values of another factor, or the
//! metrics. Each setting of the other factors has a table of its own.
//!
//! If nothing is compared, cells with the same factors have a table together.

mod grid;

use self::grid::{Grid, index};
use super::document::{
    Axis, Block, Cell, Chart, Column, Scale, Section, Series, Shape, Table, Tone,
};
use super::unit;
use crate::judge::{Judge, Judgement, Ratio, Verdict, typical};
use crate::run::{self, Factors, Run, Unit};

/// The most values of a factor that stand side by side; of more, some at equal distances do.
const MOST_COLUMNS: usize = 8;

/// Returns the tables and charts of a run.
pub(crate) fn section(judge: Judge<'_>) -> Section {
    let pivot = Pivot {
        judge,
        run: judge.run,
    };
    let header = &judge.run.header;
    let mut blocks = pivot.blocks();
    let varies = judge.run.cells.iter().any(|cell| cell.key.unit.varies());
    let seed = varies.then(|| format!("Drawn from seed {}.", header.seed));
    let points = seed.into_iter().chain(header.notes.clone());
    blocks.push(Block::Points(points.chain(doubts(judge.run)).collect()));
    Section {
        id: crate::question::Questions::id(&header.question),
        title: header.title.clone(),
        command: header.command.clone(),
        blocks,
    }
}

fn doubts(run: &Run) -> Vec<String> {
    let doubts = run.header.doubts.iter();
    doubts.map(|doubt| format!("Doubtful: {doubt}.")).collect()
}

struct Pivot<'a> {
    judge: Judge<'a>,
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

    fn blocks(&self) -> Vec<Block> {
        let layout = &self.run.header.layout;
        let Some(rows) = self.compared() else {
            return self.plain();
        };
        let mut blocks = Vec::new();
        for setting in self.settings() {
            match &layout.columns {
                Some(columns) => {
                    for metric in self.metrics(&setting) {
                        blocks.push(Block::Table(
                            self.by_factor(&setting, rows, columns, metric),
                        ));
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
        let any_varies = self.run.cells.iter().any(|cell| cell.key.unit.varies());
        let mut settings = Vec::new();
        for cell in &self.run.cells {
            if cell.key.unit.varies() != any_varies {
                continue;
            }
            let factors = cell.key.factors.clone();
            let setting = inner
                .iter()
                .flatten()
                .fold(factors, |rest, name| rest.without(name));
            if !settings.contains(&setting) {
                settings.push(setting);
            }
        }
        settings
    }

    /// Returns the metrics that a setting has, each once.
    fn metrics(&self, setting: &Factors) -> Vec<&'a str> {
        let mut metrics: Vec<&str> = Vec::new();
        for cell in &self.run.cells {
            let metric = &*cell.key.metric;
            if self.belongs(cell, setting) && !metrics.contains(&metric) {
                metrics.push(metric);
            }
        }
        metrics
    }

    /// Returns whether a cell is of a setting: a fixed metric need not have all of its factors.
    fn belongs(&self, cell: &run::Cell, setting: &Factors) -> bool {
        let factors = &cell.key.factors;
        if cell.key.unit.varies() {
            return factors.includes(setting);
        }
        setting
            .iter()
            .all(|(name, value)| factors.get(name).is_none_or(|of| of == value))
    }

    fn find(&self, setting: &Factors, own: &[(&str, &str)], metric: &str) -> Option<&'a run::Cell> {
        self.run.cells.iter().find(|cell| {
            cell.key.metric == metric
                && self.belongs(cell, setting)
                && own
                    .iter()
                    .all(|(name, value)| cell.key.factors.get(name) == Some(value))
        })
    }

    /// A table with a column for each value of a factor.
    fn by_factor(&self, setting: &Factors, rows: &str, columns: &str, metric: &str) -> Table {
        let mut shown = spread(self.run.values(columns));
        shown.retain(|value| {
            let of = |cell: &&run::Cell| cell.key.factors.get(columns) == Some(value);
            let cells = self.run.cells.iter().filter(of);
            cells
                .into_iter()
                .any(|cell| cell.key.metric == metric && self.belongs(cell, setting))
        });
        let cell = |row: &str, column: &str| {
            let found = self.find(setting, &[(rows, row), (columns, column)], metric);
            found.map_or_else(Cell::default, |cell| self.ratio_or_value(cell))
        };
        let present = |row: &&str| self.find(setting, &[(rows, row)], metric).is_some();
        let names: Vec<&str> = self.run.values(rows).into_iter().filter(present).collect();
        let heading = |value: &&str| Column::numbers(format!("{columns} {value}"));
        let baseline = self
            .run
            .header
            .compared
            .as_ref()
            .map_or("", |it| &*it.baseline);
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
                .collect(),
            rows: names
                .iter()
                .map(|row| {
                    let cells = shown.iter().map(|column| cell(row, column));
                    [self.name(row)].into_iter().chain(cells).collect()
                })
                .collect(),
        }
    }

    /// A table with a column for each metric; metrics that vary have their ratio and the verdict too.
    fn by_metric(&self, setting: &Factors, rows: &str) -> Table {
        let metrics = self.metrics(setting);
        let varies = |metric: &&&str| {
            let is_it = |cell: &&run::Cell| cell.key.metric == ***metric;
            self.run
                .cells
                .iter()
                .find(is_it)
                .is_some_and(|cell| cell.key.unit.varies())
        };
        let first = metrics.iter().find(varies).copied();
        let mut columns = vec![Column::words(rows)];
        for metric in &metrics {
            if varies(&metric) {
                let ratio = format!("{metric} ratio [95 %]");
                columns.extend([
                    Column::numbers(*metric),
                    Column::numbers(ratio),
                    Column::words("verdict"),
                ]);
            } else {
                columns.push(Column::numbers(*metric));
            }
        }
        let notes = self
            .run
            .cells
            .iter()
            .any(|cell| self.belongs(cell, setting) && cell.note.is_some());
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
                if !varies(&metric) {
                    cells.push(found.map_or_else(Cell::default, value));
                    continue;
                }
                let judged = found.and_then(|cell| self.judge.judge(cell));
                let judged = judgement.filter(|_| Some(*metric) == first).or(judged);
                cells.push(
                    found
                        .and_then(typical)
                        .map_or_else(Cell::default, |ns| number(ns, Unit::Ns)),
                );
                cells.extend(self.verdict(row, judged));
                if let Some(cell) = found.filter(|_| floor.is_empty()) {
                    floor = self.floors(&cell.key.factors.clone().without(rows), metric);
                }
            }
            if notes {
                cells.push(Cell::words(note.unwrap_or_default()));
            }
            table.rows.push(cells);
        }
        let baseline = self
            .run
            .header
            .compared
            .as_ref()
            .map_or("", |it| &*it.baseline);
        let how = match first {
            Some(metric) => format!("{metric}, and its ratio to that of {baseline}. {floor}"),
            None => String::new(),
        };
        table.caption = captioned(setting, &how);
        table
    }

    /// Returns the rows of a setting, those with the least ratio first; of a family only the best.
    fn rows(
        &self,
        setting: &Factors,
        rows: &str,
        metric: Option<&str>,
    ) -> Vec<(&'a str, Option<Judgement>)> {
        let names = self.run.values(rows);
        let Some(metric) = metric else {
            let cells = self.run.cells.iter();
            let here: Vec<&str> = cells
                .filter(|cell| self.belongs(cell, setting))
                .filter_map(|cell| cell.key.factors.get(rows))
                .collect();
            let names = names.into_iter().filter(|name| here.contains(name));
            return names.map(|name| (name, None)).collect();
        };
        let cells: Vec<&run::Cell> = names
            .iter()
            .filter_map(|row| self.find(setting, &[(rows, row)], metric))
            .collect();
        let mut shown = Vec::new();
        for cell in &cells {
            let alternatives: Vec<&run::Cell> = match &cell.family {
                Some(family) => cells
                    .iter()
                    .copied()
                    .filter(|other| other.family.as_ref() == Some(family))
                    .collect(),
                None => vec![*cell],
            };
            let Some((best, judgement)) = self.judge.best(&alternatives) else {
                continue;
            };
            if best.key == cell.key
                && let Some(name) = cell.key.factors.get(rows)
            {
                let name = names
                    .iter()
                    .copied()
                    .find(|one| *one == name)
                    .unwrap_or_default();
                shown.push((name, Some(judgement)));
            }
        }
        shown.sort_by(|a, b| {
            let ratio = |of: &Option<Judgement>| of.map_or(f64::INFINITY, |of| of.ratio.ratio);
            ratio(&a.1).total_cmp(&ratio(&b.1))
        });
        shown
    }

    /// The tables of a run that compares nothing: one for all cells with the same factors, or one for
    /// each of their metrics, if a factor's values are the columns.
    fn plain(&self) -> Vec<Block> {
        let mut groups: Vec<(Vec<&str>, Vec<&run::Cell>)> = Vec::new();
        for cell in &self.run.cells {
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
            let mut metrics = Vec::new();
            for cell in &cells {
                index(&mut metrics, &*cell.key.metric);
            }
            for metric in metrics {
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

    fn chart(&self, setting: &Factors, rows: &str, along: &str, metric: &str) -> Option<Chart> {
        if metric == along {
            return None;
        }
        let mut unit = None;
        let mut series = Vec::new();
        for row in self.run.values(rows) {
            let points = self.run.cells.iter().filter(|cell| {
                cell.key.metric == metric
                    && self.belongs(cell, setting)
                    && cell.key.factors.get(rows) == Some(row)
            });
            let mut points: Vec<(f64, f64)> = points
                .flat_map(|cell| {
                    unit = unit.or(Some(cell.key.unit));
                    self.points(cell, along)
                })
                .collect();
            points.sort_by(|a, b| a.0.total_cmp(&b.0));
            series.push(Series {
                name: row.to_owned(),
                points,
            });
        }
        series.retain(|one| one.points.len() > 1);
        if series.is_empty() {
            return None;
        }
        let is_series = self.run.cells.iter().any(|cell| cell.key.metric == along);
        let (scale, shape) = if is_series {
            (Scale::Linear, Shape::Steps)
        } else {
            (Scale::Log, Shape::Lines)
        };
        let words: String = setting
            .iter()
            .map(|(_, value)| format!("-{value}"))
            .collect();
        Some(Chart {
            id: format!("{}-{metric}{words}", self.run.header.question)
                .replace(|c: char| !c.is_alphanumeric(), "-"),
            caption: captioned(setting, &format!("{metric} by {along}.")),
            x: Axis::new(along, unit::Unit::Count, Scale::Log),
            y: Axis::new(metric, shown_unit(unit?), scale),
            shape,
            series,
        })
    }

    /// The points of a cell: one at the value of a factor, or, along a metric, its samples over those
    /// of that metric.
    fn points(&self, cell: &run::Cell, along: &str) -> Vec<(f64, f64)> {
        let factors = &cell.key.factors;
        if let Some(x) = factors.get(along) {
            return x.parse().ok().zip(typical(cell)).into_iter().collect();
        }
        let samples = |cell: &run::Cell| cell.samples.concat().into_iter().flatten().collect();
        let xs: Vec<f64> = self.run.cell(factors, along).map_or(Vec::new(), samples);
        xs.into_iter().zip(samples(cell)).collect()
    }

    fn name(&self, row: &str) -> Cell {
        let compared = self.run.header.compared.as_ref();
        let tone = if compared.is_some_and(|it| it.baseline == row) {
            Tone::Marked
        } else {
            Tone::Plain
        };
        Cell::words(row).in_tone(tone)
    }

    /// The ratio of a cell that varies, or its value; the baseline has its value.
    fn ratio_or_value(&self, cell: &run::Cell) -> Cell {
        if !cell.key.unit.varies() {
            return value(cell);
        }
        if self
            .judge
            .baseline(cell)
            .is_none_or(|baseline| baseline.key == cell.key)
        {
            return typical(cell).map_or_else(Cell::default, |of| {
                number(of, cell.key.unit).in_tone(Tone::Marked)
            });
        }
        self.judge.judge(cell).map_or_else(Cell::default, |judged| {
            let level = if judged.verdict == Verdict::Level {
                "~"
            } else {
                ""
            };
            Cell::shown(
                judged.ratio.ratio,
                format!("{level}{}", shown(judged.ratio)),
            )
            .in_tone(tone(judged.verdict))
        })
    }

    /// The cells of a ratio and its verdict.
    fn verdict(&self, row: &str, judged: Option<Judgement>) -> [Cell; 2] {
        let compared = self.run.header.compared.as_ref();
        match judged {
            _ if compared.is_some_and(|it| it.baseline == row) => {
                [Cell::shown(1.0, "1"), Cell::words("baseline")]
            }
            None => [Cell::default(), Cell::words("no samples")],
            Some(judged) => [
                Cell::shown(judged.ratio.ratio, shown(judged.ratio)),
                Cell::words(judged.verdict.to_string()).in_tone(tone(judged.verdict)),
            ],
        }
    }

    /// The noise floor of a setting in words, or the range of floors, where there are several.
    fn floors(&self, setting: &Factors, metric: &str) -> String {
        let of = |cell: &&run::Cell| cell.key.metric == metric && self.belongs(cell, setting);
        let floors: Vec<f64> = self
            .run
            .cells
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

/// Some values at equal distances, the first and the last among them.
fn spread(values: Vec<&str>) -> Vec<&str> {
    let last = values.len().saturating_sub(1);
    if last < MOST_COLUMNS {
        return values;
    }
    (0..MOST_COLUMNS)
        .map(|at| values[at * last / (MOST_COLUMNS - 1)])
        .collect()
}

fn captioned(setting: &Factors, how: &str) -> String {
    let setting = setting.to_string();
    match (setting.is_empty(), how.is_empty()) {
        (true, _) => how.to_owned(),
        (false, true) => format!("{setting}."),
        (false, false) => format!("{setting}: {how}"),
    }
}

fn value(cell: &run::Cell) -> Cell {
    match cell.value() {
        None => Cell::words(cell.note.as_deref().unwrap_or("-")),
        Some(value) if cell.key.unit == Unit::Flag => Cell::yes_or_no(value != 0.0),
        Some(value) => number(value, cell.key.unit),
    }
}

fn number(value: f64, unit: Unit) -> Cell {
    Cell::number(value, shown_unit(unit))
}

fn shown_unit(unit: Unit) -> unit::Unit {
    match unit {
        Unit::Ns => unit::Unit::Nanoseconds,
        Unit::Bytes => unit::Unit::Bytes,
        Unit::Ratio => unit::Unit::Times,
        Unit::Count | Unit::Flag => unit::Unit::Count,
    }
}

/// A ratio and its interval, in three digits.
fn shown(ratio: Ratio) -> String {
    let digits = |value: f64| {
        if value < 0.9995 {
            format!("{value:.3}")
        } else {
            format!("{value:.2}")
        }
    };
    format!(
        "{} [{}, {}]",
        digits(ratio.ratio),
        digits(ratio.low),
        digits(ratio.high)
    )
}

fn tone(verdict: Verdict) -> Tone {
    match verdict {
        Verdict::Better => Tone::Better,
        Verdict::Worse => Tone::Worse,
        Verdict::Level => Tone::Plain,
    }
}
