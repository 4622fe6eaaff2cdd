//! The time of operations by the length of the text, and the cost of the first byte that is not inline.

use std::time::Duration;

use clap::ValueEnum;
use string_kit_measure::engine::{Plan, Sampler, Task, Timed};
use string_kit_measure::judge::{Judge, Verdict, group};
use string_kit_measure::report::pivot::{ratio, shown};
use string_kit_measure::report::{Block, Cell, Column, Section, Table};
use string_kit_measure::run::{self, Compared, Factors, Layout, Run, distinct};
use string_kit_measure::{Common, Failure, Question, Subject};

use super::section;
use crate::workload::lengths::{Length, Operation, Operations};
use crate::workload::representations::representations;

const TYPE: &str = "type";
const OPERATION: &str = "operation";
const LENGTH: &str = "length";
const BASELINE: &str = "String";

/// The lengths that a table shows, unless others are asked for.
const SHOWN: [&str; 8] = ["8", "15", "16", "23", "24", "64", "1024", "mix: tokens"];

/// The lengths of which the fastest types are named.
const NAMED: [&str; 5] = ["8", "15", "24", "64", "1024"];

/// The flags of the question.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// Measure texts of these lengths in bytes, or of mixes of lengths up to 64 bytes: tokens (of source
    /// code), tags (their values), uniform [default: 0 to 4096, and the mixes].
    #[arg(long, value_name = "LENGTH", value_delimiter = ',')]
    lengths: Vec<Length>,
    /// Measure only these operations.
    #[arg(long = "operation", value_name = "NAME", value_delimiter = ',')]
    operations: Vec<Operation>,
    #[command(flatten)]
    common: Common,
}

impl Args {
    fn subjects(&self) -> Result<Vec<Subject<Operations>>, Failure> {
        self.common.chosen(representations())
    }

    /// Returns the lengths that are asked for, each once.
    fn lengths(&self) -> Vec<Length> {
        if self.lengths.is_empty() {
            return Length::DEFAULT.to_vec();
        }
        distinct(self.lengths.iter().copied())
    }
}

impl Question for Args {
    fn common(&self) -> &Common {
        &self.common
    }

    fn plan(&self) -> Result<Plan, Failure> {
        self.subjects()?;
        let shown = SHOWN.map(str::to_owned).into();
        let mut tasks = Vec::new();
        for operation in Operation::value_variants() {
            if self.operations.is_empty() || self.operations.contains(operation) {
                for mut task in Task::on(&self.common.allocators(), &operation.to_string()) {
                    task.factors = task.factors.with(OPERATION, operation);
                    tasks.push(task);
                }
            }
        }
        Ok(Plan {
            question: "curves",
            effort: (Duration::from_secs(40), 20),
            title: "Operations by the length of the text".to_owned(),
            compared: Some(Compared::with(TYPE, BASELINE)),
            layout: Layout {
                columns: Some(LENGTH.to_owned()),
                chart: Some(LENGTH.to_owned()),
                shown: if self.lengths.is_empty() {
                    shown
                } else {
                    Vec::new()
                },
            },
            tasks,
            ..Plan::default()
        })
    }

    fn sample(&self, task: &Task, sampler: &mut Sampler) -> Result<(), Failure> {
        let operations = Operation::value_variants().iter().copied();
        let mut operations = operations.filter(|operation| operation.to_string() == task.name);
        let operation = operations
            .next()
            .expect("a task is named after its operation");
        let subjects = self.subjects()?;
        let mut cells = Vec::new();
        for length in self.lengths() {
            let texts = length.texts(&mut sampler.random);
            for subject in &subjects {
                if let Some(text) = texts
                    .iter()
                    .find(|text| !(subject.work.check)(operation, text))
                {
                    return Err(Failure::Unexpected(format!(
                        "{operation} of {} differs from that of String for '{text}'",
                        subject.name
                    )));
                }
                let factors = Factors::default()
                    .with(TYPE, &subject.name)
                    .with(LENGTH, length);
                let timer = (subject.work.timer)(operation, texts.clone());
                cells.push(Timed::new(factors, timer).of(texts.len()));
            }
        }
        Ok(sampler.time(cells)?)
    }

    fn sections(&self, judge: &Judge<'_>) -> Vec<Section> {
        let settings = settings(judge.run);
        let fastest = settings
            .iter()
            .filter_map(|setting| fastest(judge, setting));
        let mut blocks = vec![Block::Points(fastest.collect())];
        blocks.extend(steps(judge, &settings).map(Block::Table));
        section(
            judge,
            "curves_answers",
            "The fastest types, and the step from inline to the heap",
            blocks,
        )
    }
}

/// Returns the settings of a run but for the length: the operation, and the allocator if there are
/// several.
fn settings(run: &Run) -> Vec<Factors> {
    let cells = run.measurements.iter();
    distinct(cells.map(|cell| group(run, cell).without(LENGTH)))
}

/// Names the fastest type of a setting at some lengths.
fn fastest(judge: &Judge<'_>, setting: &Factors) -> Option<String> {
    let twin = run::twin(BASELINE);
    let at = |length: &&str| {
        let group_of_length = setting.clone().with(LENGTH, length);
        let is_of = |cell: &&run::Measurement| {
            group(judge.run, cell) == group_of_length && cell.key.factors.get(TYPE) != Some(&twin)
        };
        let cells: Vec<&run::Measurement> = judge.run.measurements.iter().filter(is_of).collect();
        let (best, judged) = judge.best(&cells)?;
        let is_equal = |cell: &&&run::Measurement| {
            let judged = judge.compare(cell, best);
            cell.key != best.key && judged.is_some_and(|it| it.verdict == Verdict::Equal)
        };
        if judged.verdict != Verdict::Better {
            return Some(format!("at {length} bytes no type beats {BASELINE}"));
        }
        let name =
            |cell: &run::Measurement| cell.key.factors.get(TYPE).unwrap_or_default().to_owned();
        let equal: Vec<String> = cells
            .iter()
            .filter(is_equal)
            .map(|cell| name(cell))
            .collect();
        let (name, ratio) = (name(best), shown(judged.ratio));
        let equal = match equal.len() {
            0 => String::new(),
            1..=3 => format!(", equal to {}", equal.join(", ")),
            more => format!(", equal to {more} others"),
        };
        Some(format!("at {length} bytes {name}, {ratio}{equal}"))
    };
    let found: Vec<String> = NAMED.iter().filter_map(at).collect();
    (!found.is_empty()).then(|| {
        let found = found.join("; ");
        format!("{setting}, the fastest by their ratio to {BASELINE}: {found}.")
    })
}

/// Compares the first length on the heap with the last inline one, where both were measured.
fn steps(judge: &Judge<'_>, settings: &[Factors]) -> Option<Table> {
    let cell = |setting: &Factors, name: &str, length: usize| {
        let factors = setting.clone().with(TYPE, name).with(LENGTH, length);
        judge.find(&factors, "time")
    };
    let mut subjects = representations::<Operations>();
    subjects.sort_by_key(|subject| subject.work.inline_capacity);
    let row = |subject: &Subject<Operations>| {
        let inline = subject.work.inline_capacity;
        let step = |setting: &Factors| {
            let [last, first] = [inline, inline + 1].map(|at| cell(setting, &subject.name, at));
            let judged = judge.compare(first?, last?)?;
            Some(ratio(judged.ratio))
        };
        let steps: Vec<Option<Cell>> = settings.iter().map(step).collect();
        let is_measured = inline > 0 && steps.iter().any(Option::is_some);
        is_measured.then(|| {
            let head = [
                Cell::words(&subject.name),
                Cell::shown(0.0, inline.to_string()),
            ];
            let steps = steps.into_iter().map(Option::unwrap_or_default);
            head.into_iter().chain(steps).collect()
        })
    };
    let rows: Vec<Vec<Cell>> = subjects.iter().filter_map(row).collect();
    let head = [Column::words(TYPE), Column::numbers("inline bytes")];
    let columns = settings
        .iter()
        .map(|setting| Column::numbers(setting.to_string()));
    (!rows.is_empty()).then(|| Table {
        caption:
            "The time at the first length that is not kept inline, over the time at the last length \
             that is, [95 % interval]."
                .to_owned(),
        columns: head.into_iter().chain(columns).collect(),
        rows,
    })
}
