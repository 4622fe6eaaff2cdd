//! Tables in a terminal.

use std::io::{self, Write};

use comfy_table::{Attribute, CellAlignment, Color, LineStyle, TableStyle};

use super::Style;
use crate::report::document::{Cell, Table, Tone};

pub(super) fn write(table: &Table, style: Style, out: &mut impl Write) -> io::Result<()> {
    if !table.caption.is_empty() {
        writeln!(out, "{}\n", table.caption)?;
    }
    writeln!(out, "{}", drawn(table, style).trim_fmt())
}

fn drawn(table: &Table, style: Style) -> comfy_table::Table {
    let mut drawn = comfy_table::Table::new();
    let rule = LineStyle::none().fill('─').junction('─');
    drawn.load_style(TableStyle::new().header_separator(rule));
    drawn.set_header(table.columns.iter().map(|column| &column.name));
    if style.colour {
        drawn.enforce_styling();
    } else {
        drawn.force_no_tty();
    }
    for row in &table.rows {
        drawn.add_row(row.iter().map(shown));
    }
    for (shown, column) in drawn.column_iter_mut().zip(&table.columns) {
        shown.set_padding((0, 1));
        if column.is_number {
            shown.set_cell_alignment(CellAlignment::Right);
        }
    }
    drawn
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
