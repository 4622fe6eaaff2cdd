//! Whose curve is whose, and what became of it: of those that are drawn, and of all others.

use std::io::{self, Write};

use super::{LETTERS, Style, painted};
use crate::report::document::Chart;

pub(super) fn write(
    chart: &Chart,
    drawn: usize,
    style: Style,
    out: &mut impl Write,
) -> io::Result<()> {
    let names = chart.series.iter().map(|it| it.name.chars().count()).max();
    let names = names.unwrap_or_default();
    let entries: Vec<String> = chart
        .series
        .iter()
        .enumerate()
        .map(|(index, series)| {
            let letter = LETTERS.get(index).unwrap_or(&' ');
            let outcome = series.outcome(chart.y.unit);
            format!("{letter} {:names$}  {outcome}", series.name)
        })
        .collect();
    let width = entries.iter().map(|entry| entry.chars().count()).max();
    let width = width.unwrap_or_default() + 3;
    let columns = (style.width / width).clamp(1, entries.len().max(1));
    // Read downwards, so that the curves that are drawn stand together.
    let rows = entries.len().div_ceil(columns);
    for row in 0..rows {
        let mut line = String::new();
        for (index, entry) in entries.iter().enumerate().skip(row).step_by(rows) {
            let padding = width - entry.chars().count();
            line += &painted(entry, index, style);
            line += &" ".repeat(padding);
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    if drawn < chart.series.len() {
        writeln!(out, "Drawn: the first {drawn} of {}.", chart.series.len())?;
    }
    Ok(())
}
