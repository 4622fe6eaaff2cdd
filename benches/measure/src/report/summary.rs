//! The result of a run in a sentence and a table: a row for each type, a column for each setting.

use super::document::Block;
use super::table::{Cell, Column, MARKS, Table, Tone, marked, shown, value};
use crate::judge::{Judge, Judgement, Ratio, typical};
use crate::run::{Compared, Measurement, distinct, grouped};

const ROWS: usize = 14;

/// A cell of the table with the number that is compared within its column.
type Found = (Cell, f64);
/// A row's name, and its cell in each column.
type Row<'a> = (&'a str, Vec<Option<Found>>);

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
    let summary = Summary {
        compared,
        columns: columns(judge, &cells, &[&compared.factor, over]),
    };
    let mut rows = summary.rows(judge, &cells);
    let count = rows.len();
    if count < 2 {
        return Vec::new();
    }
    let (least, factor) = (summary.least(&rows), &compared.factor);
    let answer = format!("The least of {count}, by {factor}: {least}.");
    let mut places = 1..ROWS;
    rows.retain(|(name, _)| places.next().is_some() || *name == compared.baseline);
    let mut legend = Vec::new();
    if cells.iter().any(|cell| cell.key.unit.varies()) {
        let mean = if over.is_empty() { "" } else { ", mean by " };
        let baseline = &compared.baseline;
        legend.push(format!("Ratios to {baseline}{mean}{over}; {MARKS}."));
    }
    let left = count - rows.len();
    legend.extend((left > 0).then(|| format!("{left} rows are left out.")));
    legend.extend(judge.run.header.warnings());
    legend.push("--all shows each row with its interval, and how it was measured.".to_owned());
    vec![
        Block::Text(answer),
        Block::Table(summary.table(rows)),
        Block::Text(legend.join(" ")),
    ]
}

/// Groups cells by what differs between them, besides some factors: the columns, by their heads.
fn columns<'a>(
    judge: &Judge<'_>,
    cells: &[&'a Measurement],
    besides: &[&str],
) -> Vec<(String, Vec<&'a Measurement>)> {
    let metrics = distinct(cells.iter().map(|cell| &*cell.key.metric)).len();
    let is_mixed = distinct(cells.iter().map(|cell| cell.key.unit.varies())).len() > 1;
    let is_told = |name: &str| {
        let values = cells.iter().map(|cell| cell.key.factors.get(name));
        !besides.contains(&name) && distinct(values).len() > 1
    };
    let head = |cell: &Measurement| {
        let told = cell.key.factors.iter().filter(|(name, _)| is_told(name));
        let mut words: Vec<&str> = told.map(|(_, value)| value).collect();
        words.extend((metrics > 1 || words.is_empty()).then_some(&*cell.key.metric));
        let is_ratio = cell.key.unit.varies() && judge.baseline(cell).is_some();
        words.extend((is_mixed && is_ratio).then_some("ratio"));
        words.join(" ")
    };
    grouped(cells.iter().map(|cell| (head(cell), *cell)))
}

struct Summary<'a> {
    compared: &'a Compared,
    columns: Vec<(String, Vec<&'a Measurement>)>,
}

impl<'a> Summary<'a> {
    /// Returns the rows; where times are compared, the fastest first.
    fn rows(&self, judge: &Judge<'_>, cells: &[&'a Measurement]) -> Vec<Row<'a>> {
        let name = |cell: &&'a Measurement| cell.key.factors.get(&self.compared.factor);
        let row = |row: &'a str| {
            let found = self.columns.iter().map(|(_, cells)| {
                let is_own = |cell: &&'a Measurement| name(cell) == Some(row);
                let own: Vec<_> = cells.iter().copied().filter(is_own).collect();
                found(judge, &own, row == self.compared.baseline)
            });
            (row, found.collect())
        };
        let names = distinct(cells.iter().filter_map(name));
        let mut rows: Vec<Row<'a>> = names.into_iter().map(row).collect();
        let mean = |(_, found): &Row<'_>| {
            let cells = found.iter().zip(&self.columns);
            let ratios = cells.filter(|(_, (_, cells))| cells[0].key.unit.varies());
            mean(ratios.filter_map(|(found, _)| Some(found.as_ref()?.1.ln())))
        };
        rows.sort_by(|a, b| mean(a).total_cmp(&mean(b)));
        rows
    }

    /// Names the row with the least value of each column, unless it is not surely that row.
    fn least(&self, rows: &[Row<'_>]) -> String {
        let baseline = &self.compared.baseline;
        let least = |at: usize| {
            let rivals = rows.iter().filter(|(name, _)| name != baseline);
            let found = rivals.filter_map(|(name, found)| Some((*name, found[at].as_ref()?)));
            let by_value = |(_, a): &(&str, &Found), (_, b): &(&str, &Found)| a.1.total_cmp(&b.1);
            let (name, (cell, least)) = found.clone().min_by(by_value)?;
            let differs = found.clone().any(|(_, found)| found.1 > *least);
            let is_sure = differs && !cell.text.starts_with(['=', '?']);
            is_sure.then(|| format!("{}: {name} {}", self.columns[at].0, cell.text))
        };
        let names: Vec<String> = (0..self.columns.len()).filter_map(least).collect();
        if names.is_empty() {
            return format!("none is surely below {baseline}");
        }
        names.join("; ")
    }

    fn table(&self, rows: Vec<Row<'_>>) -> Table {
        let head = Column::words(&self.compared.factor);
        let heads = self.columns.iter().map(|(head, _)| Column::numbers(head));
        let row = |(name, found): Row<'_>| {
            let mut cell = Cell::words(name);
            if name == self.compared.baseline {
                cell.tone = Tone::Marked;
            }
            let found = found.into_iter().map(|found| found.unwrap_or_default().0);
            [cell].into_iter().chain(found).collect()
        };
        let columns = [head].into_iter().chain(heads).collect();
        Table::new("", columns, rows.into_iter().map(row).collect())
    }
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
