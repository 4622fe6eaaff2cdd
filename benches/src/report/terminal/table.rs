//! Tables in a terminal.
//!
//! ```text
//! whole              narrower: cells wrap      narrower than the words: bands of columns
//! name  ns [95 %]    name  ns                  name  ns
//! a     1 [1, 2]           [95 %]              a     1 [1, 2]
//!                    a     1 [1,
//!                          2]                  name  bytes
//! ```

use std::io::{self, Write};

use comfy_table::{
    Attribute, CellAlignment, Color, ColumnConstraint, ContentArrangement, LineStyle, TableStyle,
    Width,
};

use super::{Style, prose};
use crate::report::document::{Cell, Column, Table, Tone};

pub(super) fn write(table: &Table, style: Style, out: &mut impl Write) -> io::Result<()> {
    if !table.caption.is_empty() {
        prose::write(&table.caption, style, out)?;
        writeln!(out)?;
    }
    let all: Vec<usize> = (0..table.columns.len()).collect();
    let bands = if style.narrow_tables {
        bands(table, style.width)
    } else {
        vec![all]
    };
    for (index, band) in bands.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}", drawn(table, band, style).trim_fmt())?;
    }
    Ok(())
}

/// The columns that stand side by side: all of them, if the longest words of each find room. Else as
/// many as do, and below them the first again with those that come next.
fn bands(table: &Table, width: usize) -> Vec<Vec<usize>> {
    let least: Vec<usize> = (0..table.columns.len())
        .map(|column| longest_word(table, column))
        .collect();
    let mut bands = vec![Vec::new()];
    let mut used = 0;
    for (column, least_of_it) in least.iter().enumerate() {
        let band = bands.last_mut().expect("there is one from the beginning");
        let gap = band.last().map_or(0, |&last| gap_after(table, last));
        if band.len() > 1 && used + gap + least_of_it > width {
            bands.push(vec![0, column]);
            used = least[0] + gap_after(table, 0) + least_of_it;
        } else {
            band.push(column);
            used += gap + least_of_it;
        }
    }
    bands
}

/// The spaces between a column and the next: what it is padded with, and the line between them.
fn gap_after(table: &Table, column: usize) -> usize {
    padding(table, column) + 1
}

/// Marks stand close together.
fn padding(table: &Table, column: usize) -> usize {
    usize::from(!table.columns[column].is_upright)
}

/// A heading as it is drawn: a character a line if it runs downwards.
fn heading(column: &Column) -> String {
    if !column.is_upright {
        return column.name.clone();
    }
    let letters = column.name.chars().map(String::from);
    letters.collect::<Vec<_>>().join("\n")
}

/// How long the longest word of a column is.
fn longest_word(table: &Table, column: usize) -> usize {
    let cells = table.rows.iter().filter_map(|row| row.get(column));
    let heading = heading(&table.columns[column]);
    let texts = cells.map(|cell| &cell.text);
    let words = texts
        .chain([&heading])
        .flat_map(|text| text.split_whitespace());
    let longest = words.map(|word| word.chars().count()).max();
    longest.unwrap_or_default()
}

/// Some columns of a table.
fn drawn(table: &Table, band: &[usize], style: Style) -> comfy_table::Table {
    let mut drawn = comfy_table::Table::new();
    let rule = LineStyle::none().fill('─').junction('─');
    drawn.load_style(TableStyle::new().header_separator(rule));
    drawn.set_header(band.iter().map(|&column| heading(&table.columns[column])));
    if style.colour {
        drawn.enforce_styling();
    } else {
        drawn.force_no_tty();
    }
    for row in &table.rows {
        drawn.add_row(band.iter().filter_map(|&column| row.get(column)).map(shown));
    }
    for (shown, &column) in drawn.column_iter_mut().zip(band) {
        let padding = if Some(&column) == band.last() {
            0
        } else {
            padding(table, column)
        };
        shown.set_padding((0, narrow(padding)));
        if table.columns[column].is_number {
            shown.set_cell_alignment(CellAlignment::Right);
        }
        if style.narrow_tables {
            let least = Width::Fixed(narrow(longest_word(table, column) + padding));
            shown.set_constraint(ColumnConstraint::LowerBoundary(least));
        }
    }
    if style.narrow_tables {
        drawn
            .set_content_arrangement(ContentArrangement::Dynamic)
            .set_width(narrow(style.width));
    }
    drawn
}

fn narrow(width: usize) -> u16 {
    u16::try_from(width).unwrap_or(u16::MAX)
}

fn shown(cell: &Cell) -> comfy_table::Cell {
    let shown = comfy_table::Cell::new(&cell.text);
    match cell.tone {
        Tone::Plain => shown,
        Tone::Marked => shown.add_attribute(Attribute::Bold),
        Tone::Better => shown.fg(Color::Green),
        Tone::Worse => shown.fg(Color::Red),
    }
}
