//! Whose curve is whose, and what became of it: of those that are drawn, and of all others.

use std::io::{self, Write};

use super::{LETTERS, Style, painted, prose};
use crate::report::document::Chart;

/// The spaces between entries side by side.
const GAP: usize = 3;

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
            let outcome = series.outcome(chart.y.unit);
            format!("{} {:names$}  {outcome}", letter(index), series.name)
        })
        .collect();
    let longest = entries.iter().map(|entry| entry.chars().count()).max();
    let longest = longest.unwrap_or_default();
    if longest <= style.width {
        write_columns(&entries, longest, style, out)?;
    } else {
        write_wrapped(chart, style, out)?;
    }
    if drawn < chart.series.len() {
        writeln!(out, "Drawn: the first {drawn} of {}.", chart.series.len())?;
    }
    Ok(())
}

/// As many side by side as there is room for.
fn write_columns(
    entries: &[String],
    longest: usize,
    style: Style,
    out: &mut impl Write,
) -> io::Result<()> {
    // There is no gap behind the last.
    let columns = (style.width + GAP) / (longest + GAP);
    // Read downwards, so that the curves that are drawn stand together.
    let rows = entries.len().div_ceil(columns).max(1);
    for row in 0..rows {
        let mut line = String::new();
        for (index, entry) in entries.iter().enumerate().skip(row).step_by(rows) {
            let padding = longest + GAP - entry.chars().count();
            line += &painted(entry, index, style);
            line += &" ".repeat(padding);
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// One below the other, in as many lines as each takes.
fn write_wrapped(chart: &Chart, style: Style, out: &mut impl Write) -> io::Result<()> {
    for (index, series) in chart.series.iter().enumerate() {
        let entry = format!("{}: {}", series.name, series.outcome(chart.y.unit));
        let first = format!("{} ", letter(index));
        for line in prose::wrapped(&entry, style.width, &first, "    ") {
            writeln!(out, "{}", painted(&line, index, style))?;
        }
    }
    Ok(())
}

/// What stands for a curve: nothing if it is not drawn.
fn letter(series: usize) -> char {
    LETTERS.get(series).copied().unwrap_or(' ')
}
