//! The time of operations by the length of the text, and the cost of the first byte that is not
//! inline.

use std::iter;
use std::time::Duration;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use string_kit_measure::engine::{Plan, Sampler, Task, Timed};
use string_kit_measure::judge::{Judge, group};
use string_kit_measure::report::pivot::ratio;
use string_kit_measure::report::{Block, Cell, Section};
use string_kit_measure::run::{Factors, distinct};
use string_kit_measure::{Common, Failure, Question, Subject};

use super::{BASELINE, LENGTH, TYPE, section, table, tasks};
use crate::workload::lengths::{Length, Operation, Operations};
use crate::workload::representations::representations;

const OPERATION: &str = "operation";

/// The lengths that a table shows, unless others are asked for.
const SHOWN: [&str; 9] = [
    "8",
    "15",
    "16",
    "23",
    "24",
    "64",
    "1024",
    "mix: tokens",
    "mix: names",
];

#[derive(Debug, Default, clap::Args, Serialize, Deserialize)]
pub(crate) struct Args {
    /// Measure texts of these lengths in bytes, or of mixes of lengths up to 64 bytes: "tokens" (of
    /// source code), "tags" (values of telemetry's tags), "names" (in ten scripts), "uniform"
    /// [default: 0 to 4096, and the mixes].
    #[arg(long, value_name = "LENGTH", value_delimiter = ',')]
    lengths: Vec<Length>,
    /// Measure only these operations.
    #[arg(long = "operation", value_name = "NAME", value_delimiter = ',')]
    operations: Vec<Operation>,
    #[command(flatten)]
    common: Common,
}

impl Question for Args {
    fn common(&self) -> &Common {
        &self.common
    }

    fn plan(&self) -> Result<Plan, Failure> {
        self.common.chosen(representations::<Operations>())?;
        let has = |operation: &&Operation| {
            self.operations.is_empty() || self.operations.contains(operation)
        };
        let operations = Operation::value_variants().iter().filter(has);
        let settings =
            operations.map(|operation| (Factors::default().with(OPERATION, operation), operation));
        let mut plan = Plan::new("curves", "Operations by the length of the text")
            .lasting(Duration::from_secs(40), 20)
            .comparing(TYPE, BASELINE);
        plan.tasks = tasks(&self.common, settings);
        let layout = &mut plan.header.layout;
        layout.columns = Some(LENGTH.to_owned());
        layout.chart = Some(LENGTH.to_owned());
        if self.lengths.is_empty() {
            layout.shown = SHOWN.map(ToOwned::to_owned).into();
        }
        Ok(plan)
    }

    fn sample(&self, task: &Task, sampler: &mut Sampler) -> Result<(), Failure> {
        let operation: Operation = task.work()?;
        let subjects = self.common.chosen(representations::<Operations>())?;
        let lengths = if self.lengths.is_empty() {
            Length::defaults()
        } else {
            distinct(self.lengths.iter().copied())
        };
        let mut cells = Vec::new();
        for length in lengths {
            let texts = length.texts(&mut sampler.random);
            for Subject { name, work, .. } in &subjects {
                let is_wrong = |text: &&&str| !(work.check)(operation, text);
                if let Some(text) = texts.iter().find(is_wrong) {
                    return Err(Failure::Unexpected(format!(
                        "{operation} of {name} differs from that of String for '{text}'"
                    )));
                }
                let factors = Factors::default().with(TYPE, name).with(LENGTH, length);
                let timer = (work.timer)(operation, texts.clone());
                cells.push(Timed::new(factors, timer).with_operations(texts.len()));
            }
        }
        Ok(sampler.time(cells)?)
    }
}

pub(super) fn sections(judge: &Judge<'_>) -> Vec<Section> {
    // The settings but for the length: the operation, and the allocator if there are several.
    let cells = judge.run.measurements.iter();
    let settings = distinct(cells.map(|cell| group(judge.run, cell).without(LENGTH)));
    let blocks = Vec::from_iter(steps(judge, &settings));
    let title = "The step from inline to the heap";
    section(judge, "curves_steps", title, blocks)
}

/// Compares the first length on the heap with the last inline one, where both were measured.
fn steps(judge: &Judge<'_>, settings: &[Factors]) -> Option<Block> {
    let mut subjects = representations::<Operations>();
    subjects.sort_by_key(|subject| subject.work.inline_capacity);
    let row = |Subject { name, work, .. }: &Subject<Operations>| {
        let inline = work.inline_capacity;
        let step = |setting: &Factors| {
            let [last, first] = [inline, inline + 1].map(|length| {
                let factors = setting.clone().with(TYPE, name).with(LENGTH, length);
                judge.find(&factors, "time")
            });
            Some(ratio(judge.compare(first?, last?)?.ratio))
        };
        let steps: Vec<Option<Cell>> = settings.iter().map(step).collect();
        let is_measured = inline > 0 && steps.iter().any(Option::is_some);
        is_measured.then(|| {
            let head = [Cell::words(name), Cell::shown(0.0, inline.to_string())];
            let steps = steps.into_iter().map(Option::unwrap_or_default);
            head.into_iter().chain(steps).collect()
        })
    };
    let rows: Vec<Vec<Cell>> = subjects.iter().filter_map(row).collect();
    let caption = "The time at the first length that is not kept inline, over the time at the last \
                   length that is, [95 % interval].";
    let numbers =
        iter::once("inline bytes".to_owned()).chain(settings.iter().map(Factors::to_string));
    (!rows.is_empty()).then(|| table(caption, &[TYPE], numbers, rows))
}
