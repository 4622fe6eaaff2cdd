//! The report's tables as comma-separated values.

use std::io::{self, Write};

use ::csv::WriterBuilder;

use super::document::{Block, Cell, Document, Table};

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
                    points
                        .iter()
                        .try_for_each(|point| writer.write_record([id, "note", point]))?;
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
        let intervals = intervals(table);
        let mut headings = vec!["table".to_owned()];
        for (column, has_interval) in table.columns.iter().zip(&intervals) {
            headings.push(column.name.clone());
            if *has_interval {
                headings.extend(["low", "high"].map(|end| format!("{} {end}", column.name)));
            }
        }
        writer.write_record(headings)?;
        for row in &table.rows {
            let mut fields = vec![name.clone()];
            for (cell, has_interval) in row.iter().zip(&intervals) {
                fields.push(field(cell));
                if *has_interval {
                    let end =
                        |end: Option<f64>| end.map_or_else(String::new, |end| end.to_string());
                    fields.push(end(cell.interval.map(|(low, _)| low)));
                    fields.push(end(cell.interval.map(|(_, high)| high)));
                }
            }
            writer.write_record(fields)?;
        }
    }
    writer.flush()
}

/// Returns for each column whether any of its cells has an interval.
fn intervals(table: &Table) -> Vec<bool> {
    let mut columns = vec![false; table.columns.len()];
    for row in &table.rows {
        for (column, cell) in columns.iter_mut().zip(row) {
            *column |= cell.interval.is_some();
        }
    }
    columns
}

fn field(cell: &Cell) -> String {
    cell.number
        .map_or_else(|| cell.text.clone(), |number| number.to_string())
}
