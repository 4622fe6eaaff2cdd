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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Column, Section};

    #[test]
    fn tables_have_names_intervals_and_what_they_are_about() {
        let ratio = Cell {
            interval: Some((0.25, 0.75)),
            ..Cell::shown(0.5, "0.500 [0.250, 0.750]")
        };
        let table = Block::Table(Table {
            caption: "length 8".to_owned(),
            columns: vec![
                Column::words("way"),
                Column::numbers("ratio"),
                Column::numbers("ns"),
            ],
            rows: vec![
                vec![Cell::words("a, \"b\""), ratio, Cell::shown(1.5, "1.50 ns")],
                vec![Cell::words("c"), Cell::shown(1.0, "1")],
            ],
        });
        let section = Section {
            id: "ways".to_owned(),
            title: "Which?".to_owned(),
            command: "string-kit".to_owned(),
            blocks: vec![table, Block::Points(vec!["Drawn.".to_owned()])],
        };
        let document = Document {
            facts: vec![("system", "none".to_owned())],
            sections: vec![section],
            ..Document::default()
        };
        let mut out = Vec::new();
        csv(&document, &mut out).unwrap();
        let expected = "table,name,value\nrun,system,none\nways,question,Which?\nways,command,string-kit\n\
                        ways 1,caption,length 8\nways,note,Drawn.\n\
                        table,way,ratio,ratio low,ratio high,ns\n\
                        ways 1,\"a, \"\"b\"\"\",0.5,0.25,0.75,1.5\nways 1,c,1,,\n";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
