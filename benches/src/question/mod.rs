//! The questions, a file each: factors, baseline, metrics, and how one sample is taken.

pub(crate) mod compare;
pub(crate) mod conformance;
pub(crate) mod contend;
pub(crate) mod curves;
pub(crate) mod layout;
pub(crate) mod lookup;
pub(crate) mod nodes;
pub(crate) mod trace;

use string_kit_measure::judge::Judge;
use string_kit_measure::report::{Block, Section};

/// Returns the section of a question's own findings, or none if there are none.
fn section(judge: &Judge<'_>, id: &str, title: &str, blocks: Vec<Block>) -> Vec<Section> {
    if blocks.is_empty() {
        return Vec::new();
    }
    vec![Section {
        id: id.to_owned(),
        title: title.to_owned(),
        command: judge.run.header.command.clone(),
        blocks,
    }]
}
