//! Any run as tables and charts, by its factors.
//!
//! Rows are the values of the compared factor. Columns are the values of another factor, or the
//! metrics. Each setting of the other factors has a table of its own.
//!
//! If nothing is compared, cells with the same factors share a table.

mod cells;
mod compared;
mod grid;
mod plain;

use super::document::{Block, Section};
use crate::judge::Judge;
use crate::run::{Run, grouped};
pub use cells::{ratio, shown, verdict};

/// Returns the tables and charts of a run.
pub fn section(judge: &Judge<'_>) -> Section {
    let header = &judge.run.header;
    let mut blocks = match &header.compared {
        Some(compared) => compared::blocks(judge, compared),
        None => plain::blocks(judge.run),
    };
    let varies = |run: &Run| run.measurements.iter().any(|cell| cell.key.unit.varies());
    let seed = varies(judge.run).then(|| format!("Drawn from seed {}.", header.seed));
    let warnings = header
        .doubts
        .iter()
        .map(|doubt| format!("Warning: {doubt}."));
    let points = seed.into_iter().chain(header.notes.clone());
    let points = points.chain(gaps(judge.run)).chain(warnings);
    blocks.push(Block::Points(points.collect()));
    Section {
        id: header.question.clone(),
        title: header.title.clone(),
        command: header.command.clone(),
        blocks,
    }
}

/// Returns the reasons why cells that vary have no samples, each with the cells.
fn gaps(run: &Run) -> Vec<String> {
    let cells = run.measurements.iter();
    let missing = cells.filter(|cell| cell.key.unit.varies() && !cell.is_measured());
    let reasons = grouped(missing.filter_map(|cell| {
        let key = &cell.key;
        Some((
            cell.note.as_ref()?,
            format!("{} of {}", key.metric, key.factors),
        ))
    }));
    let words = reasons.iter();
    words
        .map(|(why, cells)| format!("{why}: {}.", cells.join("; ")))
        .collect()
}
