//! The report for people at a terminal.
//!
//! Colour goes where a terminal is, unless `NO_COLOR` is set; it repeats what the text says.

mod chart;
mod table;

use std::env;
use std::io::{self, IsTerminal, Write};

use super::document::{Block, Document, Section};

/// How a report is to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Style {
    /// How many characters a line has.
    pub(super) width: usize,
    /// Whether there is colour.
    pub(super) colour: bool,
}

/// The width of what is not a terminal.
const WIDTH: usize = 100;

impl Style {
    /// The style of the standard output stream.
    fn detect() -> Self {
        let is_terminal = io::stdout().is_terminal();
        let no_colour = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let columns = env::var("COLUMNS").ok().and_then(|text| text.parse().ok());
        Self {
            width: columns.unwrap_or(WIDTH).clamp(40, 200),
            colour: is_terminal && !no_colour,
        }
    }
}

/// Writes a document as tables, charts and sentences.
///
/// # Errors
///
/// If it cannot be written.
pub fn terminal(document: &Document, out: &mut impl Write) -> io::Result<()> {
    let style = Style::detect();
    writeln!(out, "{}", document.machine)?;
    for section in &document.sections {
        writeln!(out)?;
        write_section(section, style, out)?;
    }
    Ok(())
}

fn write_section(section: &Section, style: Style, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", section.title.to_uppercase())?;
    for block in &section.blocks {
        writeln!(out)?;
        match block {
            Block::Text(text) => writeln!(out, "{text}")?,
            Block::Points(points) => {
                for point in points {
                    writeln!(out, "- {point}")?;
                }
            }
            Block::Table(table) => table::write(table, style, out)?,
            Block::Chart(chart) => chart::write(chart, style, out)?,
        }
    }
    writeln!(out, "\n$ {}", section.command)
}
