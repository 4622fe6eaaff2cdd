//! The questions, a file each: factors, baseline, metrics, and how one sample is taken.

pub(crate) mod compare;
pub(crate) mod contend;
pub(crate) mod curves;
pub(crate) mod layout;
pub(crate) mod lookup;
pub(crate) mod nodes;
mod sections;
pub(crate) mod trace;
pub(crate) mod trial;

pub(crate) use sections::sections;

use std::io;

use serde::Serialize;
use string_kit_measure::Common;
use string_kit_measure::engine::{Sampler, Task};
use string_kit_measure::judge::Judge;
use string_kit_measure::report::{Block, Cell, Column, Section, Table};
use string_kit_measure::run::{Factors, Measurement, Unit};

// Factors of several questions, and the type that the others are compared with.
const TYPE: &str = "type";
const LENGTH: &str = "length";
const BASELINE: &str = "String";

/// Returns a task for each setting and its work, on each allocator. Of several, the allocator is a
/// factor.
fn tasks<W: Serialize>(
    common: &Common,
    settings: impl IntoIterator<Item = (Factors, W)>,
) -> Vec<Task> {
    let mut tasks = Vec::new();
    for (setting, work) in settings {
        for mut task in Task::on(&common.allocators(), &setting.to_string()) {
            task.factors = task.factors.replaced_by(&setting);
            tasks.push(task.with_work(&work));
        }
    }
    tasks
}

/// Returns the section of a question's own findings, or none if there are none.
fn section(judge: &Judge<'_>, id: &str, title: &str, blocks: Vec<Block>) -> Vec<Section> {
    if blocks.is_empty() {
        return Vec::new();
    }
    vec![Section::new(id, title, &judge.run.header.command, blocks)]
}

fn number_or_dash(number: Option<f64>, unit: Unit) -> Cell {
    number.map_or_else(|| Cell::words("-"), |number| Cell::number(number, unit))
}

/// Returns a table whose first columns are words, and whose others are numbers.
fn table<N: Into<String>>(
    caption: impl Into<String>,
    words: &[&str],
    numbers: impl IntoIterator<Item = N>,
    rows: Vec<Vec<Cell>>,
) -> Block {
    let words = words.iter().copied().map(Column::words);
    let numbers = numbers.into_iter().map(Column::numbers);
    Block::Table(Table::new(caption, words.chain(numbers).collect(), rows))
}

/// The metrics of the task of one cell, with their samples.
type Metrics = Vec<(&'static str, Unit, Vec<f64>)>;

/// Reports metrics of the task's own factors.
fn report(sampler: &mut Sampler, metrics: Metrics) -> io::Result<()> {
    metrics.into_iter().try_for_each(|(metric, unit, values)| {
        let values = values.into_iter().map(Some).collect();
        sampler.report(Measurement::new(Factors::default(), metric, unit, values))
    })
}
