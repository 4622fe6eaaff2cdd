//! Any run as tables and charts, by its factors.
//!
//! Rows are the values of the compared factor. Columns are the values of another factor, or the
//! metrics. Each setting of the other factors has a table of its own.
//!
//! If nothing is compared, cells with the same factors share a table.

mod compared;
mod plain;

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use super::document::{Block, Cell, Section, Tone};
use crate::judge::{Judge, Judgement, Ratio, Verdict, number_of};
use crate::run::{Factors, Measurement, Run, Unit, distinct, grouped};

/// The most columns of a table: a run file may have a metric a line, and a table has all cells of a row.
const MAX_COLUMNS: usize = 256;

/// Returns the tables and charts of a run.
pub fn section(judge: &Judge<'_>) -> Section {
    let header = &judge.run.header;
    let mut blocks = match &header.compared {
        Some(compared) => compared::blocks(judge, compared),
        None => plain::blocks(judge.run),
    };
    let varies = |run: &Run| run.measurements.iter().any(|cell| cell.key.unit.varies());
    let seed = varies(judge.run).then(|| format!("Drawn from seed {}.", header.seed));
    let warnings = header
        .doubts
        .iter()
        .map(|doubt| format!("Warning: {doubt}."));
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
        let key = &cell.key;
        Some((
            cell.note.as_ref()?,
            format!("{} of {}", key.metric, key.factors),
        ))
    }));
    let words = reasons.iter();
    words
        .map(|(why, cells)| format!("{why}: {}.", cells.join("; ")))
        .collect()
}

/// Cells by rows and columns; of several in one place, the first. O(n) to make, O(1) to read.
struct Grid<'a, R> {
    /// The rows, in the order of their first cells.
    rows: Vec<R>,
    /// The columns, in the order of their first cells.
    columns: Vec<&'a str>,
    cells: HashMap<R, HashMap<&'a str, &'a Measurement>>,
}

impl<'a, R: Clone + Eq + Hash> Grid<'a, R> {
    /// Puts each cell in the row and the column that come with it.
    fn of(cells: impl IntoIterator<Item = (R, &'a str, &'a Measurement)>) -> Self {
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
    fn get(&self, row: &R, column: &str) -> Option<&'a Measurement> {
        self.cells.get(row)?.get(column).copied()
    }

    /// Returns the cells of a row, one a column.
    fn row(&self, row: &R) -> impl Iterator<Item = Option<&'a Measurement>> {
        self.columns.iter().map(|column| self.get(row, column))
    }
}

/// Cells that have the same values of all factors but a few.
struct Setting<'a> {
    factors: Factors,
    cells: Vec<&'a Measurement>,
}

impl<'a> Setting<'a> {
    /// Returns the settings of a run, of all factors but those in `inner`. A metric that does not vary may
    /// lack factors: its cells belong to all settings that have their other factors with the same values. O(n) for n cells of all settings.
    fn all(run: &'a Run, inner: &[&str]) -> Vec<Self> {
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
}

/// Returns the cell of a metric without samples.
fn no_samples() -> Cell {
    Cell::words("no samples")
}

/// Returns a caption: the setting, and how to read the table.
fn captioned(setting: &Factors, how: &str) -> String {
    let setting = setting.to_string();
    match (setting.is_empty(), how.is_empty()) {
        (true, _) => how.to_owned(),
        (false, true) => format!("{setting}."),
        (false, false) => format!("{setting}: {how}"),
    }
}

/// Returns the value of a cell, or its typical sample.
fn value(cell: &Measurement) -> Cell {
    match number_of(cell) {
        None => Cell::words(cell.note.as_deref().unwrap_or("-")),
        Some(value) if cell.key.unit == Unit::Flag => {
            Cell::words(if value == 0.0 { "no" } else { "yes" })
        }
        Some(value) => Cell::number(value, cell.key.unit),
    }
}

/// Returns the first note of some cells.
fn note_of<'a>(cells: impl IntoIterator<Item = Option<&'a Measurement>>) -> Option<&'a str> {
    let mut cells = cells.into_iter().flatten();
    cells.find_map(|cell| cell.note.as_deref())
}

/// Explains the marks of [`marked`].
const MARKS: &str = "=: equal, within the margin; ?: not known";

/// Returns the cell of a ratio with its verdict: a mark before a ratio that is equal or not known, else a tone.
fn marked(judged: Judgement) -> Cell {
    let ratio = ratio(judged.ratio);
    let mark = match judged.verdict {
        Verdict::Better | Verdict::Worse => "",
        Verdict::Equal => "=",
        Verdict::Unknown => "?",
    };
    Cell {
        text: format!("{mark}{}", ratio.text),
        ..ratio.in_tone(tone(judged.verdict))
    }
}

/// Returns a ratio and its interval, in three digits; "?" if too few processes give no interval.
pub fn shown(ratio: Ratio) -> String {
    let digits = |value: f64| {
        let places = if value < 0.9995 { 3 } else { 2 };
        format!("{value:.places$}")
    };
    let Ratio { value, low, high } = ratio;
    if high.is_finite() {
        format!("{} [{}, {}]", digits(value), digits(low), digits(high))
    } else {
        format!("{} [?]", digits(value))
    }
}

/// Returns the cell of a ratio and its interval.
pub fn ratio(ratio: Ratio) -> Cell {
    Cell {
        interval: ratio.high.is_finite().then_some((ratio.low, ratio.high)),
        ..Cell::shown(ratio.value, shown(ratio))
    }
}

/// Returns the cell of a verdict.
pub fn verdict(verdict: Verdict) -> Cell {
    Cell::words(verdict.to_string()).in_tone(tone(verdict))
}

fn tone(verdict: Verdict) -> Tone {
    match verdict {
        Verdict::Better => Tone::Better,
        Verdict::Worse => Tone::Worse,
        Verdict::Equal | Verdict::Unknown => Tone::Plain,
    }
}
