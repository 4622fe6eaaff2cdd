//! Charts in a terminal.
//!
//! NOTE: drawn here and by no library. `ratatui`'s chart spreads its labels evenly, so that a log
//! axis cannot have 1, 10 and 100 in their places, knows no steps, and brings 23 crates, a second
//! `compact_str` among them, into a laboratory that measures `compact_str`. What is left to do without
//! it is a grid of dots.

mod canvas;
mod frame;
mod legend;
mod plot;

use std::io::{self, Write};

use super::{Style, prose};
use crate::report::document::Chart;

/// How many curves are drawn: of more, no eye can tell one from another in dots.
const DRAWN: usize = 6;
/// What stands for each of them, with and without colour.
const LETTERS: [char; DRAWN] = ['A', 'B', 'C', 'D', 'E', 'F'];
/// Their colours, as a terminal names them: cyan, yellow, magenta, green, blue and red.
const COLOURS: [u8; DRAWN] = [36, 33, 35, 32, 34, 31];

pub(super) fn write(chart: &Chart, style: Style, out: &mut impl Write) -> io::Result<()> {
    prose::write(&chart.caption, style, out)?;
    writeln!(out)?;
    let drawn = &chart.series[..chart.series.len().min(DRAWN)];
    if drawn.iter().all(|series| series.finite().next().is_none()) {
        return writeln!(out, "(nothing was measured)");
    }
    frame::write(chart, drawn, style, out)?;
    writeln!(out)?;
    legend::write(chart, drawn.len(), style, out)
}

/// The text in the colour of a curve.
fn painted(text: &str, series: usize, style: Style) -> String {
    match COLOURS.get(series) {
        Some(colour) if style.colour => format!("\x1b[{colour}m{text}\x1b[0m"),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests;
