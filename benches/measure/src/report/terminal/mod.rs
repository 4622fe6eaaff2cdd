//! The report for people at a terminal.
//!
//! Colour goes where a terminal is, unless `NO_COLOR` is set; it repeats what the text says.

mod table;

use std::env;
use std::io::{self, IsTerminal, Write};

use console::Term;
use textwrap::{Options, WordSplitter};

use super::document::{Block, Document, Section, Table};

/// The looks of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Style {
    /// The characters of a line.
    width: u16,
    colour: bool,
    /// The characters of a table's line. In a pipe or a file a row is a line, however long.
    table_width: u16,
}

/// The width of a pipe or a file, and of the longest line of prose.
const WIDTH: u16 = 100;

impl Style {
    /// Returns the style of the standard output stream.
    fn detect() -> Self {
        let is_terminal = io::stdout().is_terminal();
        let no_colour = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let size = Term::stdout().size_checked().map(|(_, columns)| columns);
        let width = size.or_else(|| env::var("COLUMNS").ok()?.parse().ok());
        let width = width.unwrap_or(WIDTH).clamp(40, 200);
        Self {
            width,
            colour: is_terminal && !no_colour,
            table_width: if is_terminal { width } else { u16::MAX },
        }
    }
}

/// Writes a document as tables and sentences. A chart becomes a summary of its curves.
///
/// # Errors
///
/// If it cannot be written.
pub fn terminal(document: &Document, out: &mut impl Write) -> io::Result<()> {
    write_document(document, Style::detect(), out)
}

fn write_document(document: &Document, style: Style, out: &mut impl Write) -> io::Result<()> {
    for (name, fact) in &document.facts {
        wrapped(fact, &format!("{name:<10} "), "           ", style, out)?;
    }
    for section in &document.sections {
        writeln!(out)?;
        write_section(section, style, out)?;
    }
    Ok(())
}

fn write_section(section: &Section, style: Style, out: &mut impl Write) -> io::Result<()> {
    prose(&section.title.to_uppercase(), style, out)?;
    for block in &section.blocks {
        writeln!(out)?;
        match block {
            Block::Text(text) => prose(text, style, out)?,
            Block::Points(points) => {
                for point in points {
                    wrapped(point, "- ", "  ", style, out)?;
                }
            }
            Block::Code(code) => {
                for line in code.lines() {
                    writeln!(out, "{}", format!("    {line}").trim_end())?;
                }
            }
            Block::Table(table) => table::write(table, style, out)?,
            Block::Chart(chart) => {
                let caption = chart.caption.clone();
                table::write(
                    &Table {
                        caption,
                        ..chart.summary()
                    },
                    style,
                    out,
                )?;
            }
        }
    }
    if section.command.is_empty() {
        return Ok(());
    }
    // In one line, however long: it is there to be copied.
    writeln!(out, "\n$ {}", section.command)
}

/// Writes paragraphs. A break of a line is a space; a blank line ends a paragraph.
fn prose(text: &str, style: Style, out: &mut impl Write) -> io::Result<()> {
    for (index, paragraph) in text.split("\n\n").enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        wrapped(paragraph, "", "", style, out)?;
    }
    Ok(())
}

/// Writes a paragraph in lines that begin with `first` or `later`.
fn wrapped(
    text: &str,
    first: &str,
    later: &str,
    style: Style,
    out: &mut impl Write,
) -> io::Result<()> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let options = Options::new(style.width.min(WIDTH).into())
        .initial_indent(first)
        .subsequent_indent(later)
        // A name with a hyphen is one word.
        .word_splitter(WordSplitter::NoHyphenation);
    for line in textwrap::wrap(&text, options) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
