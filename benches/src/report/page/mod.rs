//! The report as one HTML file that asks for no other: style, script and charts are in it.
//!
//! ```text
//! section --> table   sorted by a click
//!         \-> chart   curves in SVG, all else in HTML, so that text is as large on a phone
//! ```
//!
//! Without a script all of it can be read; the script sorts, highlights and copies. Templates are
//! maud's, which escapes whatever it is not told to leave.

mod chart;
mod section;
mod table;

use std::io::{self, Write};

use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::Serialize;

use super::document::{Block, Document};

const STYLES: [&str; 2] = [include_str!("style.css"), include_str!("chart/style.css")];
const SCRIPTS: [&str; 4] = [
    include_str!("script/theme.js"),
    include_str!("script/copy.js"),
    include_str!("script/sort.js"),
    include_str!("chart/script.js"),
];

/// What the page may load: nothing. What it may run and look like: what stands in it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// Writes a document as an HTML page of one file.
///
/// ```
/// use string_kit_benches::report::{Document, page};
///
/// let document = Document {
///     title: "Less < more".to_owned(),
///     ..Document::default()
/// };
/// let mut html = Vec::new();
/// page(&document, &mut html).unwrap();
/// let html = String::from_utf8(html).unwrap();
/// assert!(html.starts_with("<!DOCTYPE html>"));
/// assert!(html.contains("<h1>Less &lt; more</h1>"));
/// ```
///
/// # Errors
///
/// If it cannot be written.
pub fn page(document: &Document, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}", whole(document).into_string())
}

fn whole(document: &Document) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            (head(document))
            body {
                a.skip href="#the-report" { "To the report" }
                (chart::marks())
                header {
                    h1 { (document.title) }
                    button type="button" data-theme hidden { "Dark" }
                }
                nav aria-label="Sections" {
                    ol {
                        @for section in &document.sections {
                            li { a href={ "#" (section.id) } { (section.title) } }
                        }
                    }
                }
                main id="the-report" {
                    @if !document.machine.is_empty() {
                        pre.machine tabindex="0" role="region" aria-label="Machine" {
                            (document.machine)
                        }
                    }
                    @for section in &document.sections { (section::section(section)) }
                }
                (json("manifest", &Manifest::of(document)))
                @for script in SCRIPTS { script { (PreEscaped(script)) } }
            }
        }
    }
}

fn head(document: &Document) -> Markup {
    let sections: Vec<_> = document.sections.iter().map(|it| &*it.title).collect();
    html! {
        head {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width, initial-scale=1";
            meta http-equiv="Content-Security-Policy" content=(POLICY);
            title { (document.title) }
            meta name="description" content={ (document.title) ": " (sections.join("; ")) };
            meta name="color-scheme" content="light dark";
            @for style in STYLES { style { (PreEscaped(style)) } }
        }
    }
}

/// What is on the page, for whoever tests that all of it is to be seen.
#[derive(Debug, Default, Serialize)]
struct Manifest {
    sections: usize,
    tables: usize,
    rows: usize,
    charts: usize,
    series: usize,
}

impl Manifest {
    fn of(document: &Document) -> Self {
        let mut manifest = Self {
            sections: document.sections.len(),
            ..Self::default()
        };
        for block in document.sections.iter().flat_map(|it| &it.blocks) {
            match block {
                Block::Text(_) | Block::Points(_) => {}
                Block::Table(table) => {
                    manifest.tables += 1;
                    manifest.rows += table.rows.len();
                }
                Block::Chart(chart) => {
                    manifest.charts += 1;
                    manifest.series += chart.series.len();
                }
            }
        }
        manifest
    }
}

/// What a caption begins with: up to its first stop, semicolon or colon it says what there is to see.
fn subject(caption: &str) -> &str {
    let stops = [". ", "; ", ": "].into_iter();
    let end = stops.filter_map(|stop| caption.find(stop)).min();
    &caption[..end.unwrap_or(caption.len())]
}

/// Data for the script.
fn json(class: &str, data: &impl Serialize) -> Markup {
    let text = serde_json::to_string(data).expect("it has no maps with keys of other kinds");
    html! {
        script type="application/json" class=(class) {
            // An end tag in a string would end the script.
            (PreEscaped(text.replace('<', r"\u003c")))
        }
    }
}

#[cfg(test)]
mod tests;
