//! The axes around the curves.

use std::io::{self, Write};

use super::plot::{self, Plot, at};
use super::{LETTERS, Style, painted};
use crate::report::document::{Chart, Ruler, Series, Tick};

/// How many rows of characters the curves have.
const ROWS: usize = 16;
/// How many labels the upward axis has at most.
const LABELS: usize = 8;
/// How many columns the curves have at least, however narrow the terminal.
const COLUMNS: usize = 20;

pub(super) fn write(
    chart: &Chart,
    drawn: &[Series],
    style: Style,
    out: &mut impl Write,
) -> io::Result<()> {
    let rulers = chart.rulers(drawn);
    let [across, up] = &rulers;
    let labels = up.ticks(LABELS);
    let margin = labels.iter().map(|tick| wide(&tick.label)).max();
    let margin = margin.unwrap_or_default();
    // A label, a space, the axis; then the curves; then a letter for each of them.
    let columns = style.width.saturating_sub(margin + 2 + drawn.len());
    let columns = columns.max(COLUMNS);
    let Plot { canvas, ends } = plot::plot(drawn, chart.shape, &rulers, (columns, ROWS));

    writeln!(out, "{}", chart.y.name)?;
    for (row, characters) in (0..ROWS).rev().zip(canvas.rows()) {
        let label = labels.iter().find(|tick| at(tick.place, ROWS) == row);
        let text = label.map_or("", |tick| &tick.label);
        let axis = if label.is_some() { '┤' } else { '│' };
        let mut line = format!("{text:>margin$} {axis}");
        for run in characters.chunk_by(|one, next| one.series == next.series) {
            let glyphs: String = run.iter().map(|character| character.glyph()).collect();
            line += &match run[0].series {
                Some(series) => painted(&glyphs, series, style),
                None => glyphs,
            };
        }
        for &series in &ends[row] {
            line += &painted(&LETTERS[series].to_string(), series, style);
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    write_across(across, (margin + 1, columns), out)?;
    writeln!(out, "{:>end$}", chart.x.name, end = margin + 2 + columns)
}

/// The axis that goes across, and its labels.
fn write_across(
    ruler: &Ruler,
    (margin, columns): (usize, usize),
    out: &mut impl Write,
) -> io::Result<()> {
    let gap = 0..at(ruler.start(), columns);
    let mut axis: Vec<char> = (0..columns)
        .map(|column| if gap.contains(&column) { '┄' } else { '─' })
        .collect();
    let mut labels = String::new();
    for tick in spaced(ruler, columns) {
        let column = at(tick.place, columns);
        axis[column] = '┬';
        // The label's middle stands below its tick, or left of it at the right edge.
        let begin = (column + 1).saturating_sub(wide(&tick.label) / 2);
        let begin = begin.min((columns + 1).saturating_sub(wide(&tick.label)));
        let padding = begin.saturating_sub(wide(&labels));
        labels += &" ".repeat(padding);
        labels += &tick.label;
    }
    let axis: String = axis.into_iter().collect();
    writeln!(out, "{:margin$}└{axis}", "")?;
    writeln!(out, "{:margin$}{labels}", "")
}

/// As many ticks as have room for their labels, two spaces apart. If there is no room between a log
/// axis's 0 and what is next, that goes without.
fn spaced(ruler: &Ruler, columns: usize) -> Vec<Tick> {
    let fit = |one: &Tick, next: &Tick| {
        let room = at(next.place, columns) - at(one.place, columns);
        room >= (wide(&one.label) + wide(&next.label)).div_ceil(2) + 2
    };
    let ticks = (2..=12).rev().map(|most| ruler.ticks(most));
    let all_fit = |ticks: &Vec<Tick>| ticks.windows(2).all(|pair| fit(&pair[0], &pair[1]));
    ticks.into_iter().find(all_fit).unwrap_or_else(|| {
        let mut ticks = ruler.ticks(6);
        ticks.dedup_by(|next, one| !fit(one, next));
        ticks
    })
}

/// How many columns a text takes.
fn wide(text: &str) -> usize {
    text.chars().count()
}
