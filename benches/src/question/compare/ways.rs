//! The question: its flags, its tasks, and the samples of a process.

use std::fmt::Display;
use std::io;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use string_kit_measure::engine::{Plan, Program, Sampler, Task, Timed};
use string_kit_measure::judge::Judge;
use string_kit_measure::memory::{Counts, counts};
use string_kit_measure::report::{Section, pivot};
use string_kit_measure::run::{Factors, Unit};
use string_kit_measure::{Common, Failure, Question};

use super::{OPERATION, WAY, summary};
use crate::workload::lengths::Length;
use crate::workload::slices::Values;
use crate::workload::{self, Operation, Workload};

/// The number of names that a pass captures: too many for a processor to learn their lengths.
const NAMES: usize = 200;

#[derive(Debug, Default, clap::Args, Serialize, Deserialize)]
pub(crate) struct Args {
    /// Time the baseline beside a copy that does 5 % more.
    // It shows whether the judge finds a slower build; see .ci/planted.
    #[arg(long, hide = true)]
    planted: bool,
    #[command(flatten)]
    common: Common,
}

impl Question for Args {
    fn common(&self) -> &Common {
        &self.common
    }

    fn plan(&self) -> Result<Plan, Failure> {
        self.common.chosen(workload::subjects())?;
        let mut tasks = Task::on(&self.common.allocators(), "times");
        if !self.planted {
            tasks.push(Task::once("allocations", Program::Counting));
        }
        let plan = Plan::new("compare", "Ways to capture the five example slices");
        // PERF: calm moments are few and short on a busy machine: 100 processes of a quarter of a
        // second gave intervals that were 1.8 % wide (median of the rows) beside a build on all
        // cores.
        Ok(Plan { tasks, ..plan }
            .lasting(Duration::from_secs(24), 100)
            .comparing(WAY, workload::BASELINE_TITLE))
    }

    fn sample(&self, task: &Task, sampler: &mut Sampler) -> Result<(), Failure> {
        let slices = workload::slices::pass();
        let subjects = self.common.chosen(workload::subjects())?;
        let ways: Vec<&Workload> = subjects.iter().map(|subject| &subject.work).collect();
        if self.planted {
            return Ok(planted(&ways, slices[slices.len() - 1], sampler)?);
        }
        for way in &ways {
            for slice in slices {
                way.check(slice).map_err(Failure::Unexpected)?;
            }
        }
        if task.program == Program::Counting {
            let mut ways = ways.into_iter();
            return Ok(ways.try_for_each(|way| count(way, &slices, sampler))?);
        }
        let drawn = Length::Names.texts(&mut sampler.random);
        let values: Vec<&dyn Display> = drawn[..NAMES].iter().map(|name| name as _).collect();
        let names: Vec<Values<'_>> = values.chunks(4).collect();
        let mut cells = Vec::new();
        for way in &ways {
            for &operation in way.operations() {
                let passed = if operation == Operation::Names {
                    for slice in &names {
                        way.check(slice).map_err(Failure::Unexpected)?;
                    }
                    &names[..]
                } else {
                    &slices[..]
                };
                let timer = way.timer(operation, passed);
                let mut cell = Timed::new(factors(way, operation), timer);
                cell.answer.note = Some(way.to_string());
                let is_chosen_from = !self.common.all && !matches!(operation, Operation::Use(_));
                cell.answer.family = way.family().filter(|_| is_chosen_from);
                cells.push(cell);
            }
        }
        Ok(sampler.time(cells)?)
    }
}

/// Returns the answer in a screen, and a table of each operation.
pub(crate) fn sections(judge: &Judge<'_>) -> Vec<Section> {
    let mut sections = summary::sections(judge);
    sections.push(Section {
        is_detail: !sections.is_empty(),
        ..pivot::section(judge)
    });
    sections
}

fn factors(way: &Workload, operation: Operation) -> Factors {
    let factors = Factors::default().with(WAY, &way.title);
    factors.with(OPERATION, operation)
}

/// Times passes of 20 captures by the baseline and its twin, and one of 21 by the baseline.
fn planted(ways: &[&Workload], slice: Values<'_>, sampler: &mut Sampler) -> io::Result<()> {
    let (plain, slower) = ([slice; 20], [slice; 21]);
    let capture = Operation::Capture;
    let mut cells = Vec::new();
    for way in ways.iter().filter(|way| way.is_baseline()) {
        cells.push(Timed::new(
            factors(way, capture),
            way.timer(capture, &plain),
        ));
        if way.title == workload::BASELINE_TITLE {
            let factors = factors(way, capture).with(WAY, "planted: 5 % more");
            cells.push(Timed::new(factors, way.timer(capture, &slower)));
        }
    }
    sampler.time(cells)
}

fn count(way: &Workload, slices: &[Values<'_>], sampler: &mut Sampler) -> io::Result<()> {
    // The first pass fills the buffers that a way keeps, such as a thread-local one.
    way.pass(slices);
    let mut counted = Counts::default();
    way.keep(slices, |capture| counted = counts(capture));
    for (metric, unit, value) in [
        ("allocations", Unit::Count, counted.allocations as f64),
        ("reallocations", Unit::Count, counted.reallocations as f64),
        ("kept", Unit::Bytes, counted.live_bytes as f64),
        ("peak", Unit::Bytes, counted.peak_bytes as f64),
        ("size", Unit::Bytes, way.handle_bytes as f64),
    ] {
        sampler.fixed(factors(way, Operation::Capture), metric, unit, value)?;
    }
    Ok(())
}
