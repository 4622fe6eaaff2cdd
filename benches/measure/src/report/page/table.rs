//! Tables and words in HTML.

use maud::{Markup, html};

use crate::report::table::{Cell, Column, Table, Tone};

/// The rows from which on a table scrolls by itself, so that its head stays in sight.
pub(super) const LONG: usize = 30;
/// The most columns whose headings of numbers run across: those of more would not fit into a window
/// of 1,280 pixels.
const WIDE: usize = 12;

pub(super) fn framed(table: &Table, class: Option<&str>) -> Markup {
    let is_wide = table.columns.len() > WIDE;
    html! {
        div.scroll.long[table.rows.len() > LONG] tabindex="0" {
            table class=[class] {
                thead {
                    tr {
                        @for column in &table.columns {
                            // In a wide table, a heading of numbers runs downwards.
                            @let is_upright = is_wide && column.is_number;
                            th.number[column.is_number].upright[is_upright] scope="col" {
                                (column.name)
                            }
                        }
                    }
                }
                tbody {
                    @for row in &table.rows {
                        tr {
                            @for (index, cell) in row.iter().enumerate() {
                                (self::cell(cell, &table.columns[index], index == 0))
                            }
                        }
                    }
                }
            }
        }
    }
}

fn cell(cell: &Cell, column: &Column, is_first: bool) -> Markup {
    let tone = match cell.tone {
        Tone::Plain => "",
        Tone::Marked => " marked",
        Tone::Better => " better",
        Tone::Worse => " worse",
    };
    let number = if column.is_number { "number" } else { "" };
    let class = Some(format!("{number}{tone}")).filter(|class| !class.is_empty());
    html! {
        @if is_first {
            th scope="row" class=[class] data-number=[cell.number] { (words(&cell.text)) }
        } @else {
            td class=[class] data-number=[cell.number] { (words(&cell.text)) }
        }
    }
}

/// Returns a text whose parts between backticks are code.
pub(super) fn words(text: &str) -> Markup {
    let parts: Vec<&str> = text.split('`').collect();
    html! {
        @if parts.len().is_multiple_of(2) {
            (text)
        } @else {
            @for (part, is_code) in parts.iter().zip([false, true].into_iter().cycle()) {
                @if is_code { code { (part) } } @else { (part) }
            }
        }
    }
}
