//! What tests look at in a report.

use super::{Block, Section, Table};

/// All sentences that stand by themselves.
pub(super) fn points(sections: &[Section]) -> Vec<String> {
    let blocks = sections.iter().flat_map(|section| &section.blocks);
    let points = blocks.filter_map(|block| match block {
        Block::Points(points) => Some(points.clone()),
        _ => None,
    });
    points.flatten().collect()
}

/// The tables of a section, each of whose rows is as long as it has columns.
#[track_caller]
pub(super) fn tables(section: &Section) -> Vec<&Table> {
    let tables = section.blocks.iter().filter_map(|block| match block {
        Block::Table(table) => Some(table),
        _ => None,
    });
    let tables: Vec<_> = tables.collect();
    for table in &tables {
        let columns = table.columns.len();
        assert!(table.rows.iter().all(|row| row.len() == columns));
    }
    tables
}

/// What stands in the rows of the tables of a section.
#[track_caller]
pub(super) fn rows(section: &Section) -> Vec<Vec<&str>> {
    let rows = tables(section).into_iter().flat_map(|table| &table.rows);
    rows.map(|row| row.iter().map(|cell| &*cell.text).collect())
        .collect()
}
