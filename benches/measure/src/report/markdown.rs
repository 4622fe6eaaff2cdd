//! The report as GitHub's Markdown.

use std::io::{self, Write};

use super::document::{Block, Document};
use super::table::Table;

/// Writes a document as Markdown. A chart becomes a summary of its curves.
pub fn markdown(document: &Document, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "# {}", escaped(&document.title))?;
    if !document.facts.is_empty() {
        writeln!(out, "\n```text")?;
        for (name, fact) in &document.facts {
            writeln!(out, "{name:<10} {fact}")?;
        }
        writeln!(out, "```")?;
    }
    for section in &document.sections {
        writeln!(out, "\n## {}", escaped(&section.title))?;
        for block in &section.blocks {
            writeln!(out)?;
            match block {
                Block::Text(text) => writeln!(out, "{}", escaped(text))?,
                Block::Points(points) => {
                    for point in points {
                        writeln!(out, "- {}", escaped(point))?;
                    }
                }
                Block::Code(code) => writeln!(out, "```\n{}\n```", code.trim_end())?,
                Block::Table(table) => write_table(table, out)?,
                Block::Chart(chart) => write_table(&chart.summary(), out)?,
            }
        }
        if !section.command.is_empty() {
            writeln!(out, "\n```sh\n{}\n```", section.command)?;
        }
    }
    Ok(())
}

fn write_table(table: &Table, out: &mut impl Write) -> io::Result<()> {
    if !table.caption.is_empty() {
        writeln!(out, "{}\n", escaped(&table.caption))?;
    }
    let mut row = |cells: Vec<String>| writeln!(out, "| {} |", cells.join(" | "));
    let columns = || table.columns.iter();
    row(columns().map(|column| escaped(&column.name)).collect())?;
    let rule = |is_number| if is_number { "---:" } else { "---" }.to_owned();
    row(columns().map(|column| rule(column.is_number)).collect())?;
    for cells in &table.rows {
        row(cells.iter().map(|cell| escaped(&cell.text)).collect())?;
    }
    Ok(())
}

/// Returns a text that is no markup, a paragraph a line: names such as `str_list` stay as they are.
fn escaped(text: &str) -> String {
    let line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let paragraphs: Vec<String> = text.split("\n\n").map(line).collect();
    let mut escaped = paragraphs.join("\n\n");
    for mark in ['\\', '|', '<', '*', '`', '[', '~'] {
        escaped = escaped.replace(mark, &format!("\\{mark}"));
    }
    escaped
}
