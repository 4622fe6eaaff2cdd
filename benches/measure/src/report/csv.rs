//! The report's tables as comma-separated values.

use std::io::{self, Write};

use ::csv::WriterBuilder;

use super::document::{Block, Document};
use super::table::Column;

/// Writes the tables of a document, each below its own headings; a column `table` names each by its
/// section and its place there. Numbers are plain: nanoseconds, bytes, counts and ratios, each with
/// the ends of its 95 % interval, if there is one, in two more columns.
///
/// The first table has everything else: the machine, and the question, the command, the notes and
/// the captions of each section.
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
        let columns = 0..table.columns.len();
        let has_interval: Vec<bool> = columns.map(|at| table.has_interval(at)).collect();
        let mut record = vec!["table".to_owned()];
        for (Column { name, .. }, has_interval) in table.columns.iter().zip(&has_interval) {
            record.push(name.clone());
            if *has_interval {
                record.extend(["low", "high"].map(|end| format!("{name} {end}")));
            }
        }
        writer.write_record(record)?;
        for row in &table.rows {
            let mut record = vec![name.clone()];
            for (cell, has_interval) in row.iter().zip(&has_interval) {
                let number = |number: Option<f64>| number.map(|number| number.to_string());
                record.push(number(cell.number).unwrap_or_else(|| cell.text.clone()));
                if *has_interval {
                    let (low, high) = cell.interval.unzip();
                    record.extend([low, high].map(|end| number(end).unwrap_or_default()));
                }
            }
            writer.write_record(record)?;
        }
    }
    writer.flush()
}
