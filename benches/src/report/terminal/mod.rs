//! The report for people at a terminal.
//!
//! Colour goes where a terminal is, unless `NO_COLOR` is set; it repeats what the text says.

mod chart;
mod prose;
mod table;

use std::env;
use std::io::{self, IsTerminal, Write};

use console::Term;

use super::document::{Block, Document, Section};

/// How a report is to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Style {
    /// How many characters a line has.
    pub(super) width: usize,
    /// Whether there is colour.
    pub(super) colour: bool,
    /// Whether tables keep to the width too. In a pipe or a file a row is a line.
    pub(super) narrow_tables: bool,
}

/// The width of what is not a terminal, and of the longest line of prose.
const WIDTH: usize = 100;

impl Style {
    /// The style of the standard output stream.
    fn detect() -> Self {
        let is_terminal = io::stdout().is_terminal();
        let no_colour = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let size = Term::stdout().size_checked();
        let width = size
            .map(|(_, columns)| usize::from(columns))
            .or_else(|| env::var("COLUMNS").ok()?.parse().ok());
        Self {
            width: width.unwrap_or(WIDTH).clamp(40, 200),
            colour: is_terminal && !no_colour,
            narrow_tables: is_terminal,
        }
    }
}

/// Writes a document as tables, charts and sentences.
///
/// # Errors
///
/// If it cannot be written.
pub fn terminal(document: &Document, out: &mut impl Write) -> io::Result<()> {
    write_document(document, Style::detect(), out)
}

fn write_document(document: &Document, style: Style, out: &mut impl Write) -> io::Result<()> {
    for line in document.machine.lines() {
        prose::write(line, style, out)?;
    }
    for section in &document.sections {
        writeln!(out)?;
        write_section(section, style, out)?;
    }
    Ok(())
}

fn write_section(section: &Section, style: Style, out: &mut impl Write) -> io::Result<()> {
    prose::write(&section.title.to_uppercase(), style, out)?;
    for block in &section.blocks {
        writeln!(out)?;
        match block {
            Block::Text(text) => prose::write(text, style, out)?,
            Block::Points(points) => {
                for point in points {
                    prose::write_point(point, style, out)?;
                }
            }
            Block::Table(table) => table::write(table, style, out)?,
            Block::Chart(chart) => chart::write(chart, style, out)?,
        }
    }
    // In one line, however long: it is there to be copied.
    writeln!(out, "\n$ {}", section.command)
}

#[cfg(test)]
mod tests;
