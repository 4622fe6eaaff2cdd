//! The result of a run in a sentence and a table: a row for each type, a column for each setting.

use super::document::Block;
use super::table::{Cell, Column, MARKS, Table, Tone, marked, shown, value};
use crate::judge::{Judge, Judgement, Ratio, typical};
use crate::run::{Measurement, distinct, grouped};

/// The most rows of the table.
const ROWS: usize = 14;

/// A cell of the table with the number that is compared within its column.
type Found = (Cell, f64);

/// Returns the least value of each column, the table, and how to read it; nothing if the run
/// compares nothing. A column is a metric in a setting: of the cells that are kept, all factors but
/// the compared one, `over`, and those that are equal in all. Over the values of `over` a ratio is
/// the geometric mean.
pub fn summary(
    judge: &Judge<'_>,
    over: &str,
    is_kept: impl Fn(&Measurement) -> bool,
) -> Vec<Block> {
    let Some(compared) = &judge.run.header.compared else {
        return Vec::new();
    };
    let is_row = |cell: &&Measurement| {
        let name = cell.key.factors.get(&compared.factor);
        name.is_some_and(|name| name != compared.twin) && is_kept(cell)
    };
    let cells: Vec<&Measurement> = judge.run.measurements.iter().filter(is_row).collect();
    let metrics = distinct(cells.iter().map(|cell| &*cell.key.metric)).len();
    let values = |name: &str| {
        let found = cells.iter().map(|cell| cell.key.factors.get(name));
        distinct(found).len()
    };
    let is_told = |name: &str| name != compared.factor && name != over && values(name) > 1;
    let is_mixed = distinct(cells.iter().map(|cell| cell.key.unit.varies())).len() > 1;
    let head = |cell: &Measurement| {
        let told = cell.key.factors.iter().filter(|(name, _)| is_told(name));
        let mut words: Vec<&str> = told.map(|(_, value)| value).collect();
        words.extend((metrics > 1 || words.is_empty()).then_some(&*cell.key.metric));
        words.extend((is_mixed && cell.key.unit.varies()).then_some("ratio"));
        words.join(" ")
    };
    let columns = grouped(cells.iter().map(|cell| (head(cell), *cell)));
    let names = distinct(
        cells
            .iter()
            .filter_map(|cell| name_of(cell, &compared.factor)),
    );
    let mut rows: Vec<(&str, Vec<Option<Found>>)> = Vec::new();
    for row in names {
        let found = columns.iter().map(|(_, cells)| {
            let is_own = |cell: &&Measurement| name_of(cell, &compared.factor) == Some(row);
            let own = cells.iter().copied().filter(is_own);
            found(judge, &own.collect::<Vec<_>>(), row == compared.baseline)
        });
        rows.push((row, found.collect()));
    }
    // Where times are compared, the fastest come first.
    let mean = |(_, found): &(&str, Vec<Option<Found>>)| {
        let cells = found.iter().zip(&columns);
        let ratios = cells.filter(|(_, (_, cells))| cells[0].key.unit.varies());
        mean(ratios.filter_map(|(found, _)| Some(found.as_ref()?.1.ln())))
    };
    rows.sort_by(|a, b| mean(a).total_cmp(&mean(b)));
    let least = |at: usize| {
        let rivals = rows.iter().filter(|(name, _)| *name != compared.baseline);
        let found = rivals.filter_map(|(name, found)| Some((*name, found[at].as_ref()?)));
        let (name, (cell, least)) = found.clone().min_by(|(_, a), (_, b)| a.1.total_cmp(&b.1))?;
        let is_alike = found.clone().all(|(_, found)| found.1 <= *least);
        let is_sure = !cell.text.starts_with(['=', '?']) && !is_alike;
        is_sure.then(|| format!("{}: {name} {}", columns[at].0, cell.text))
    };
    if rows.len() < 2 {
        return Vec::new();
    }
    let mut least: Vec<String> = (0..columns.len()).filter_map(least).collect();
    if least.is_empty() {
        least.push(format!("none is surely below {}", compared.baseline));
    }
    let count = rows.len();
    let mut left = ROWS;
    rows.retain(|(name, _)| {
        left = left.saturating_sub(1);
        left > 0 || *name == compared.baseline
    });
    let head = Column::words(&compared.factor);
    let heads = columns.iter().map(|(head, _)| Column::numbers(head));
    let row = |(name, found): &(&str, Vec<Option<Found>>)| {
        let is_baseline = *name == compared.baseline;
        let tone = if is_baseline {
            Tone::Marked
        } else {
            Tone::Plain
        };
        let found = found
            .iter()
            .cloned()
            .map(|found| found.unwrap_or_default().0);
        [Cell::words(*name).in_tone(tone)]
            .into_iter()
            .chain(found)
            .collect()
    };
    let table = Table {
        caption: String::new(),
        columns: [head].into_iter().chain(heads).collect(),
        rows: rows.iter().map(row).collect(),
    };
    let (baseline, left) = (&compared.baseline, count - rows.len());
    let mut legend = Vec::new();
    if cells.iter().any(|cell| cell.key.unit.varies()) {
        let mean = if over.is_empty() {
            String::new()
        } else {
            format!(", mean by {over}")
        };
        legend.push(format!("Ratios to {baseline}{mean}; {MARKS}."));
    }
    legend.extend((left > 0).then(|| format!("{left} rows are left out.")));
    legend.extend(judge.run.header.warnings());
    legend.push("--all shows each row with its interval, and how it was measured.".to_owned());
    let factor = &compared.factor;
    vec![
        Block::Text(format!(
            "The least of {count}, by {factor}: {}.",
            least.join("; ")
        )),
        Block::Table(table),
        Block::Text(legend.join(" ")),
    ]
}

fn name_of<'a>(cell: &'a Measurement, factor: &str) -> Option<&'a str> {
    cell.key.factors.get(factor)
}

fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (count, sum) = numbers.fold((0.0, 0.0), |(count, sum), number| {
        (count + 1.0, sum + number)
    });
    if count > 0.0 { sum / count } else { 0.0 }
}

/// Returns the number of some cells of a type: the mean of their ratios, or the only one.
fn found(judge: &Judge<'_>, cells: &[&Measurement], is_baseline: bool) -> Option<Found> {
    let first = *cells.first()?;
    if !first.key.unit.varies() || judge.baseline(first).is_none() {
        let cell = value(first);
        let number = cell.number.unwrap_or(f64::INFINITY);
        return Some((cell, number));
    }
    let judged: Vec<Judgement> = cells.iter().filter_map(|cell| judge.judge(cell)).collect();
    let ratio = mean(judged.iter().map(|judged| judged.ratio.value.ln())).exp();
    let cell = match *judged {
        _ if is_baseline && cells.len() == 1 => {
            Cell::number(typical(first)?, first.key.unit).in_tone(Tone::Marked)
        }
        [judged] => {
            let Cell { text, tone, .. } = marked(judged);
            Cell::shown(ratio, text.split(' ').next().unwrap_or_default()).in_tone(tone)
        }
        [] => return None,
        _ => {
            let (low, high) = (0.0, f64::INFINITY);
            let value = ratio;
            Cell::shown(ratio, shown(Ratio { value, low, high }))
        }
    };
    Some((cell, ratio))
}
