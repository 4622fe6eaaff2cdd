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
use crate::run::Run;
pub use cells::{ratio, shown, verdict};
use grid::Places;

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
    let (mut reasons, mut cells) = (Places::new(), Vec::<Vec<String>>::new());
    for cell in &run.measurements {
        if let Some(why) = &cell.note
            && cell.key.unit.varies()
            && !cell.is_measured()
        {
            let place = reasons.place(&**why);
            cells.resize(reasons.all.len(), Vec::new());
            cells[place].push(format!("{} of {}", cell.key.metric, cell.key.factors));
        }
    }
    let all = reasons.all.iter().zip(&cells);
    all.map(|(why, cells)| format!("{why}: {}.", cells.join("; ")))
        .collect()
}
