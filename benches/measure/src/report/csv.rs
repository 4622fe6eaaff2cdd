//! The report's tables as comma-separated values.

use std::io::{self, Write};
use std::iter;

use ::csv::WriterBuilder;

use super::document::{Block, Document};

/// Writes the tables of a document, each below its own headings; a column `table` names each by its section
/// and its place there. Numbers are plain: nanoseconds, bytes, counts and ratios, each with the ends of its
/// 95 % interval, if there is one, in two more columns.
///
/// The first table has everything else: the machine, and the question, the command, the notes and the
/// captions of each section.
pub fn csv(document: &Document, out: &mut impl Write) -> io::Result<()> {
    let mut writer = WriterBuilder::new().flexible(true).from_writer(out);
    let mut tables = Vec::new();
    writer.write_record(["table", "name", "value"])?;
    for (name, fact) in &document.facts {
        writer.write_record(["run", name, fact])?;
    }
    for section in &document.sections {
        let id = &*section.id;
        writer.write_record([id, "question", &section.title])?;
        if !section.command.is_empty() {
            writer.write_record([id, "command", &section.command])?;
        }
        let mut count = 0;
        for block in &section.blocks {
            match block {
                Block::Text(text) => writer.write_record([id, "note", text])?,
                Block::Points(points) => {
                    let mut points = points.iter();
                    points.try_for_each(|point| writer.write_record([id, "note", point]))?;
                }
                Block::Table(table) => {
                    count += 1;
                    let name = format!("{id} {count}");
                    writer.write_record([&name, "caption", &table.caption])?;
                    tables.push((name, table));
                }
                Block::Code(_) | Block::Chart(_) => {}
            }
        }
    }
    for (name, table) in tables {
        let has_interval = |column: usize| {
            let mut cells = table.rows.iter().filter_map(|row| row.get(column));
            cells.any(|cell| cell.interval.is_some())
        };
        let has_interval: Vec<bool> = (0..table.columns.len()).map(has_interval).collect();
        let columns = table.columns.iter().zip(&has_interval);
        let headings = columns.flat_map(|(column, has_interval)| {
            let ends = ["low", "high"].map(|end| format!("{} {end}", column.name));
            let ends = ends.into_iter().filter(|_| *has_interval);
            iter::once(column.name.clone()).chain(ends)
        });
        writer.write_record(iter::once("table".to_owned()).chain(headings))?;
        for row in &table.rows {
            let cells = row.iter().zip(&has_interval);
            let fields = cells.flat_map(|(cell, has_interval)| {
                let number = |number: Option<f64>| number.map(|number| number.to_string());
                let value = number(cell.number).unwrap_or_else(|| cell.text.clone());
                let (low, high) = cell.interval.unzip();
                let ends = [low, high].map(|end| number(end).unwrap_or_default());
                iter::once(value).chain(ends.into_iter().filter(|_| *has_interval))
            });
            writer.write_record(iter::once(name.clone()).chain(fields))?;
        }
    }
    writer.flush()
}
