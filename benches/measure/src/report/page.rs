//! The report as one HTML file that loads no other file: style, script and charts are in it.
//!
//! Without a script all of it can be read; the script sorts, highlights and copies. Templates are
//! maud's, which escapes all that is not marked as markup.

mod chart;
mod dots;
mod table;

use std::io::{self, Write};

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::document::{Block, Document, Section};
use table::{LONG, framed};

/// The page may load nothing. Its style and its script stand in it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

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
                style { (PreEscaped(include_str!("page/style.css"))) }
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
                script { (PreEscaped(include_str!("page/script.js"))) }
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
                (PreEscaped(include_str!("page/style.css")))
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
