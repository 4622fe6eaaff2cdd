//! Tables that can be sorted.

use maud::{Markup, html};

use crate::report::document::{Cell, Column, Table, Tone};

/// From how many rows on a table scrolls by itself, so that its head stays in sight.
const LONG: usize = 30;

pub(super) fn table(table: &Table) -> Markup {
    html! {
        figure.table {
            @if !table.caption.is_empty() { figcaption { (table.caption) } }
            (framed(table, "sortable"))
            @if table.rows.len() > LONG { p.rows { (table.rows.len()) " rows" } }
        }
    }
}

/// A table in a frame that scrolls, so that the page need not.
pub(super) fn framed(table: &Table, class: &str) -> Markup {
    let label = super::subject(&table.caption);
    html! {
        div.scroll.long[table.rows.len() > LONG] tabindex="0" role="region" aria-label=(label) {
            table class=(class) {
                thead {
                    tr { @for column in &table.columns { (heading(column)) } }
                }
                tbody {
                    @for row in &table.rows {
                        tr {
                            @for (index, (cell, column)) in row.iter().zip(&table.columns).enumerate() {
                                (self::cell(cell, column, index == 0))
                            }
                        }
                    }
                }
            }
        }
    }
}

fn heading(column: &Column) -> Markup {
    let class = match (column.is_number, column.is_upright) {
        (true, _) => Some("number"),
        (false, true) => Some("upright"),
        (false, false) => None,
    };
    html! { th scope="col" class=[class] { (column.name) } }
}

fn cell(cell: &Cell, column: &Column, is_first: bool) -> Markup {
    let tone = match cell.tone {
        Tone::Plain => None,
        Tone::Marked => Some("marked"),
        Tone::Better => Some("better"),
        Tone::Worse => Some("worse"),
    };
    let number = column.is_number.then_some("number");
    let classes: Vec<_> = number.into_iter().chain(tone).collect();
    let class = (!classes.is_empty()).then(|| classes.join(" "));
    html! {
        @if is_first {
            th scope="row" class=[class] data-number=[cell.number] { (cell.text) }
        } @else {
            td class=[class] data-number=[cell.number] { (cell.text) }
        }
    }
}
