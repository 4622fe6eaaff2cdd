//! The report for people at a terminal.
//!
//! Colour goes where a terminal is, unless `NO_COLOR` is set; it repeats what the text says.

use std::env;
use std::io::{self, IsTerminal, Write};

use comfy_table::{
    Attribute, CellAlignment, Color, ColumnConstraint, ContentArrangement, LineStyle, TableStyle,
    Width,
};
use console::Term;
use textwrap::{Options, WordSplitter, fill, indent};
use unicode_width::UnicodeWidthStr;

use super::document::{Block, Document};
use super::table::{Table, Tone};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Style {
    pub(super) width: u16,
    pub(super) colour: bool,
    pub(super) is_all: bool,
}

/// The width of a pipe or a file, and of the longest line of prose.
const WIDTH: u16 = 100;

impl Style {
    fn detect(is_all: bool) -> Self {
        let is_terminal = io::stdout().is_terminal();
        let no_colour = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let size = Term::stdout().size_checked().map(|(_, columns)| columns);
        let columns = size.or_else(|| env::var("COLUMNS").ok()?.parse().ok());
        let width = columns.unwrap_or(WIDTH).clamp(40, 200);
        Self {
            width,
            colour: is_terminal && !no_colour,
            is_all,
        }
    }
}

/// Writes a document as tables and sentences, with its details or without. A chart becomes a
/// summary of its curves.
pub fn terminal(document: &Document, is_all: bool, out: &mut impl Write) -> io::Result<()> {
    write_document(document, Style::detect(is_all), out)
}

pub(super) fn write_document(
    document: &Document,
    style: Style,
    out: &mut impl Write,
) -> io::Result<()> {
    let sections = document.sections.iter();
    for section in sections.filter(|section| style.is_all || !section.is_detail) {
        writeln!(out, "{}", prose(&section.title.to_uppercase(), style))?;
        for block in &section.blocks {
            writeln!(out)?;
            match block {
                Block::Text(text) => writeln!(out, "{}", prose(text, style))?,
                Block::Points(points) => {
                    for point in points {
                        writeln!(out, "{}", wrapped(point, "- ", style))?;
                    }
                }
                Block::Code(code) => writeln!(out, "{}", indent(code.trim_end(), "    "))?,
                Block::Table(table) => writeln!(out, "{}", shown(table, style))?,
                Block::Chart(chart) => writeln!(out, "{}", shown(&chart.summary(), style))?,
            }
        }
        if !section.command.is_empty() {
            // In one line, however long: it is there to be copied.
            writeln!(out, "\n$ {}", section.command)?;
        }
        writeln!(out)?;
    }
    let fact = |(name, fact): &(&str, String)| format!("{name} {fact}");
    let told = if style.is_all { usize::MAX } else { 1 };
    let facts: Vec<String> = document.facts.iter().take(told).map(fact).collect();
    writeln!(out, "{}", prose(&facts.join("; "), style))
}

/// Returns paragraphs. A break of a line is a space; a blank line ends a paragraph.
fn prose(text: &str, style: Style) -> String {
    let paragraphs = text.split("\n\n").map(|text| wrapped(text, "", style));
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

/// Returns a paragraph in lines, the first behind `first`, the others as far from the left.
fn wrapped(text: &str, first: &str, style: Style) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let later = " ".repeat(first.len());
    let options = Options::new(style.width.min(WIDTH).into())
        .initial_indent(first)
        .subsequent_indent(&later)
        // A name with a hyphen is one word.
        .word_splitter(WordSplitter::NoHyphenation);
    fill(&text, options)
}

/// Returns the caption of a table and its bands of columns.
///
/// ```text
/// whole              narrower: cells wrap      narrower than the words: bands of columns
/// name  ns [95 %]    name  ns                  name  ns
/// a     1 [1, 2]           [95 %]              a     1 [1, 2]
///                    a     1 [1,
///                          2]                  name  bytes
/// ```
fn shown(table: &Table, style: Style) -> String {
    let bands = bands(table, style.width.into());
    let mut parts = vec![prose(&table.caption, style)];
    parts.extend(
        bands
            .iter()
            .map(|band| drawn(table, band, style).trim_fmt()),
    );
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n")
}

/// Returns the columns that stand side by side: all of them, if the longest words of each find
/// room. Else as many as do, and below them the first again with those that come next.
fn bands(table: &Table, width: usize) -> Vec<Vec<usize>> {
    // A space lies between columns, and their padding.
    let least = |column: &usize| longest_word(table, *column) + 2;
    let mut bands: Vec<Vec<usize>> = vec![Vec::new()];
    for column in 0..table.columns.len() {
        let band = bands.last_mut().expect("there is one from the beginning");
        let used: usize = band.iter().map(least).sum();
        if band.len() > 1 && used + longest_word(table, column) > width {
            bands.push(vec![0, column]);
        } else {
            band.push(column);
        }
    }
    bands
}

/// Returns the columns that the longest word takes: a Chinese character takes two, a mark none.
fn longest_word(table: &Table, column: usize) -> usize {
    let cells = table.rows.iter().filter_map(|row| row.get(column));
    let head = &table.columns[column].name;
    let texts = cells.map(|cell| &cell.text).chain([head]);
    let words = texts.flat_map(|text| text.split_whitespace());
    words.map(UnicodeWidthStr::width).max().unwrap_or(0)
}

fn drawn(table: &Table, band: &[usize], style: Style) -> comfy_table::Table {
    let narrow = |width| u16::try_from(width).unwrap_or(u16::MAX - 1);
    let mut drawn = comfy_table::Table::new();
    let rule = LineStyle::none().fill('─').junction('─');
    drawn.load_style(TableStyle::new().header_separator(rule));
    drawn.set_header(band.iter().map(|&column| &table.columns[column].name));
    drawn.set_content_arrangement(ContentArrangement::Dynamic);
    drawn.set_width(style.width);
    if style.colour {
        drawn.enforce_styling();
    } else {
        drawn.force_no_tty();
    }
    for row in &table.rows {
        let cells = band.iter().filter_map(|&column| row.get(column));
        drawn.add_row(cells.map(|cell| {
            let shown = comfy_table::Cell::new(&cell.text);
            match cell.tone {
                Tone::Plain => shown,
                Tone::Marked => shown.add_attribute(Attribute::Bold),
                Tone::Better => shown.fg(Color::Green),
                Tone::Worse => shown.fg(Color::Red),
            }
        }));
    }
    for (shown, &column) in drawn.column_iter_mut().zip(band) {
        let padding = u16::from(Some(&column) != band.last());
        let least = Width::Fixed(narrow(longest_word(table, column)) + padding);
        shown.set_padding((0, padding));
        shown.set_constraint(ColumnConstraint::LowerBoundary(least));
        if table.columns[column].is_number {
            shown.set_cell_alignment(CellAlignment::Right);
        }
    }
    drawn
}
