//! The report as one HTML file that loads no other file: style, script and charts are in it.
//!
//! Without a script all of it can be read; the script sorts, highlights and copies. Templates are
//! maud's, which escapes all that is not marked as markup.

mod chart;
mod table;

use std::io::{self, Write};

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::chart::{Chart, Shape};
use super::document::{Block, Document, Section};
use table::{LONG, framed, words};

/// The page may load nothing. Its style and its script stand in it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// Writes a document as an HTML page of one file.
pub fn page(document: &Document, out: &mut impl Write) -> io::Result<()> {
    // The first picture of memory and time belongs to the answer.
    let picture = charts(document).find(|chart| chart.shape == Shape::Points);
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
                main {
                    @for (index, section) in document.sections.iter().enumerate() {
                        (self::section(section, index == 0, picture))
                    }
                    @if !document.facts.is_empty() {
                        section id="machine" {
                            h2 { "Machine" }
                            dl {
                                @for (name, fact) in &document.facts { dt { (name) } dd { (fact) } }
                            }
                        }
                    }
                }
                script { (PreEscaped(include_str!("page/script.js"))) }
            }
        }
    };
    writeln!(out, "{}", whole.into_string())
}

/// Returns a drawing of the page by its number, from 1, as an SVG file that loads no other file.
pub fn drawing(document: &Document, number: usize) -> Option<String> {
    let chart = charts(document).nth(number.checked_sub(1)?)?;
    let place = "http://www.w3.org/2000/svg";
    let view = format!("0 0 {} {}", chart::SIZE.0, chart::SIZE.1);
    let whole = html! {
        svg.chart xmlns=(place) viewBox=(view) font-family="system-ui, sans-serif" {
            style {
                (PreEscaped(include_str!("page/style.css")))
                "svg { color: var(--ink); background: var(--paper); }"
            }
            (chart::svg(chart))
        }
    };
    Some(whole.into_string())
}

fn charts(document: &Document) -> impl Iterator<Item = &Chart> {
    let blocks = document.sections.iter().flat_map(|section| &section.blocks);
    blocks.filter_map(|block| match block {
        Block::Chart(chart) => Some(chart),
        _ => None,
    })
}

/// Returns a section: its words, its code, the picture if it is the first, and then its tables.
/// Details are folded.
fn section(section: &Section, is_first: bool, picture: Option<&Chart>) -> Markup {
    let is_picture =
        |block: &&Block| matches!(block, Block::Chart(chart) if Some(chart) == picture);
    let is_words = |block: &&Block| matches!(block, Block::Text(_) | Block::Points(_));
    let is_code = |block: &&Block| matches!(block, Block::Code(_));
    let answer = section.blocks.iter().take_while(is_words);
    let later = section.blocks.iter().skip_while(is_words);
    let shown = later.filter(|block| !is_picture(block));
    let (code, tables): (Vec<_>, Vec<_>) = shown.partition(is_code);
    let content = html! {
        @if section.is_detail {
            @for block in answer { (self::block(block)) }
        } @else {
            div.answer { @for block in answer { (self::block(block)) } }
        }
        @for block in code { (self::block(block)) }
        @if let (true, Some(chart)) = (is_first, picture) { (chart::chart(chart)) }
        @for block in tables { (self::block(block)) }
        @if !section.command.is_empty() { (copied(&section.command)) }
    };
    if section.blocks.iter().all(|block| is_picture(&block)) {
        return Markup::default();
    }
    html! {
        section id=(section.id) {
            @if section.is_detail {
                details { summary { h2 { (section.title) } } (content) }
            } @else {
                h2 { (section.title) }
                (content)
            }
        }
    }
}

fn block(block: &Block) -> Markup {
    html! {
        @match block {
            Block::Text(text) => p { (words(text)) },
            Block::Points(points) => ul { @for point in points { li { (words(point)) } } },
            Block::Code(code) => (copied(code)),
            Block::Table(table) => figure {
                @if !table.caption.is_empty() { figcaption { (words(&table.caption)) } }
                (framed(table, Some("sortable")))
                @if table.rows.len() > LONG { small { (table.rows.len()) " rows" } }
            },
            Block::Chart(chart) => (chart::chart(chart)),
        }
    }
}

fn copied(code: &str) -> Markup {
    html! {
        div.command {
            pre tabindex="0" { code { (code.trim_end()) } }
            button type="button" data-copy hidden { "Copy" }
        }
    }
}
