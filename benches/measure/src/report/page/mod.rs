//! The report as one HTML file that loads no other file: style, script and charts are in it.
//!
//! Without a script all of it can be read; the script sorts, highlights and copies. Templates are
//! maud's, which escapes all that is not marked as markup.

mod chart;
mod dots;

use std::io::{self, Write};

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::document::{Block, Cell, Column, Document, Section, Table, Tone};

/// The page may load nothing. Its style and its script stand in it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// The rows from which on a table scrolls by itself, so that its head stays in sight.
const LONG: usize = 30;
/// The most columns whose headings of numbers run across: those of more would not fit into a window
/// of 1,280 pixels.
const WIDE: usize = 12;

/// Writes a document as an HTML page of one file.
pub fn page(document: &Document, out: &mut impl Write) -> io::Result<()> {
    let whole = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="color-scheme" content="light dark";
                title { (document.title) }
                style { (PreEscaped(include_str!("style.css"))) }
            }
            body {
                header {
                    h1 { (document.title) }
                    button type="button" data-theme hidden { "Theme" }
                }
                nav aria-label="Sections" {
                    ol {
                        @for section in &document.sections {
                            li { a href={ "#" (section.id) } { (section.title) } }
                        }
                    }
                }
                main {
                    @if !document.facts.is_empty() {
                        pre tabindex="0" {
                            @for (name, fact) in &document.facts {
                                (format!("{name:<10} {fact}\n"))
                            }
                        }
                    }
                    @for section in &document.sections { (self::section(section)) }
                }
                script { (PreEscaped(include_str!("script.js"))) }
            }
        }
    };
    writeln!(out, "{}", whole.into_string())
}

/// Returns a drawing of the page by its number, from 1, as an SVG file that loads no other file.
pub fn drawing(document: &Document, number: usize) -> Option<String> {
    let blocks = document.sections.iter().flat_map(|section| &section.blocks);
    let mut drawings = blocks.filter_map(|block| match block {
        Block::Table(table) => {
            let (title, _) = table
                .caption
                .split_once(". ")
                .unwrap_or((&table.caption, ""));
            dots::dots(table, title)
        }
        Block::Chart(chart) => Some((chart::SIZE, chart::svg(chart))),
        _ => None,
    });
    let ((width, height), drawing) = drawings.nth(number.checked_sub(1)?)?;
    let place = "http://www.w3.org/2000/svg";
    let view = format!("0 0 {width} {height}");
    let whole = html! {
        svg.chart xmlns=(place) viewBox=(view) font-family="system-ui, sans-serif" {
            style {
                (PreEscaped(include_str!("style.css")))
                "svg { color: var(--ink); background: var(--paper); }"
            }
            (drawing)
        }
    };
    Some(whole.into_string())
}

fn section(section: &Section) -> Markup {
    html! {
        section id=(section.id) {
            h2 { (section.title) }
            @for block in &section.blocks {
                @match block {
                    Block::Text(text) => p { (text) },
                    Block::Points(points) => ul { @for point in points { li { (point) } } },
                    Block::Code(code) => pre tabindex="0" { code { (code) } },
                    Block::Table(table) => figure {
                        @if !table.caption.is_empty() { figcaption { (table.caption) } }
                        (framed(table, Some("sortable")))
                        @if table.rows.len() > LONG { small { (table.rows.len()) " rows" } }
                        @if let Some((_, dots)) = dots::dots(table, "") { (dots) }
                    },
                    Block::Chart(chart) => (chart::chart(chart)),
                }
            }
            @if !section.command.is_empty() {
                div.command {
                    pre tabindex="0" { code { (section.command) } }
                    button type="button" data-copy hidden { "Copy" }
                }
            }
        }
    }
}

/// Returns a table in a frame that scrolls, so that the page need not.
fn framed(table: &Table, class: Option<&str>) -> Markup {
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
    let class = match (column.is_number, tone) {
        (false, "") => None,
        (false, tone) => Some(tone.to_owned()),
        (true, tone) => Some(format!("number{tone}")),
    };
    html! {
        @if is_first {
            th scope="row" class=[class] data-number=[cell.number] { (cell.text) }
        } @else {
            td class=[class] data-number=[cell.number] { (cell.text) }
        }
    }
}
