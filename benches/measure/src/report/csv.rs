//! The report's tables as comma-separated values.

use std::io::{self, Write};

use ::csv::WriterBuilder;

use super::document::{Block, Cell, Document};

/// Writes the tables of a document, each below its own headings.
///
/// Numbers are plain: nanoseconds, bytes, counts and ratios. If there are several tables, a column
/// `table` names each by its section and its place there.
///
/// # Errors
///
/// If they cannot be written.
pub fn csv(document: &Document, out: &mut impl Write) -> io::Result<()> {
    let mut tables = Vec::new();
    for section in &document.sections {
        let blocks = section.blocks.iter().filter_map(|block| match block {
            Block::Table(table) => Some(table),
            _ => None,
        });
        tables.extend(
            blocks
                .zip(1..)
                .map(|(table, at)| (format!("{} {at}", section.id), table)),
        );
    }
    let is_named = tables.len() > 1;
    let mut writer = WriterBuilder::new().flexible(true).from_writer(out);
    for (name, table) in &tables {
        let first = |text: &str| is_named.then(|| text.to_owned()).into_iter();
        let headings = table.columns.iter().map(|column| column.name.clone());
        writer.write_record(first("table").chain(headings))?;
        for row in &table.rows {
            writer.write_record(first(name).chain(row.iter().map(field)))?;
        }
    }
    writer.flush()
}

fn field(cell: &Cell) -> String {
    cell.number
        .map_or_else(|| cell.text.clone(), |number| number.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Column, Section, Table};

    #[test]
    fn several_tables_have_names() {
        let table = Block::Table(Table {
            columns: vec![Column::words("way"), Column::numbers("time")],
            rows: vec![vec![Cell::words("a, \"b\""), Cell::shown(1.5, "1.50 ns")]],
            ..Table::default()
        });
        let written = |count| {
            let section = Section {
                id: "ways".to_owned(),
                blocks: vec![table.clone(); count],
                ..Section::default()
            };
            let document = Document {
                sections: vec![section],
                ..Document::default()
            };
            let mut out = Vec::new();
            csv(&document, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(written(0), "");
        assert_eq!(written(1), "way,time\n\"a, \"\"b\"\"\",1.5\n");
        let both = "table,way,time\nways 1,\"a, \"\"b\"\"\",1.5\n\
                    table,way,time\nways 2,\"a, \"\"b\"\"\",1.5\n";
        assert_eq!(written(2), both);
    }
}
