//! A trace that was saved.

use serde::Serialize;

use super::summary::{COLUMNS, cells, chart};
use crate::measure::Summary;
use crate::report::{Block, Column, Section, Table};

/// What a saved trace comes to.
///
/// ```
/// use string_kit_benches::measure::Summary;
/// use string_kit_benches::report::SavedTrace;
///
/// let saved = SavedTrace {
///     command: "string-kit report events.jsonl".to_owned(),
///     file: "events.jsonl".to_owned(),
///     summary: Summary::default(),
/// };
/// assert_eq!(saved.sections().len(), 1);
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct SavedTrace {
    /// The command that makes it again.
    pub command: String,
    /// The file.
    pub file: String,
    /// What it comes to.
    #[serde(flatten)]
    pub summary: Summary,
}

impl SavedTrace {
    /// The table and the chart.
    #[must_use]
    pub fn sections(&self) -> Vec<Section> {
        let table = Table {
            caption: self.file.clone(),
            columns: COLUMNS.map(Column::numbers).to_vec(),
            rows: vec![cells(&self.summary, None).to_vec()],
        };
        let over = if self.summary.is_timed {
            "time"
        } else {
            "events"
        };
        let caption = format!("Memory held over {over}.");
        let curves = [(self.file.clone(), &self.summary)];
        vec![Section {
            id: "trace",
            title: "A saved trace".to_owned(),
            command: self.command.clone(),
            blocks: vec![
                Block::Table(table),
                Block::Chart(chart("trace_over_time", caption, &curves)),
            ],
        }]
    }
}
