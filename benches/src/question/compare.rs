//! The time of each way to capture, and of uses of its container; and the allocations of a pass.

use std::time::Duration;

use string_kit::CloneCost;
use string_kit_measure::engine::{Plan, Program, Sampler, Task, Timed};
use string_kit_measure::judge::{Judge, typical};
use string_kit_measure::memory::{Counts, counts};
use string_kit_measure::report::pivot::{ratio, shown};
use string_kit_measure::report::{self, Block, Column, Section, Table};
use string_kit_measure::run::{self, Compared, Factors, Layout, Unit};
use string_kit_measure::{Common, Failure, Question, Subject};

use super::section;
use crate::workload::representations::profiles;
use crate::workload::{self, Operation, TYPED, Workload};

const WAY: &str = "way";
const OPERATION: &str = "operation";

/// The flags of the question.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// Show every strategy of every type, not only the best of each.
    #[arg(long)]
    all: bool,
    /// Time the baseline beside a copy that does 5 % more.
    // It shows whether the judge finds a slower build; see .ci/planted.
    #[arg(long, hide = true)]
    planted: bool,
    #[command(flatten)]
    common: Common,
}

impl Args {
    /// Returns the ways that are asked for, the baseline, its twin and the floors among them.
    fn ways(&self) -> Result<Vec<Subject<Workload>>, Failure> {
        self.common.chosen(workload::subjects())
    }
}

impl Question for Args {
    fn common(&self) -> &Common {
        &self.common
    }

    fn plan(&self) -> Result<Plan, Failure> {
        self.ways()?;
        let mut tasks = Task::on(&self.common.allocators(), "times");
        if !self.planted {
            tasks.push(Task::once("allocations", Program::Counting));
        }
        Ok(Plan {
            question: "compare",
            // PERF: calm moments are few and short on a busy machine: 100 processes of a quarter of a second
            // gave intervals that were 1.8 % wide (median of the rows) beside a build on all cores.
            effort: (Duration::from_secs(24), 100),
            title: "Ways to capture the five example slices".to_owned(),
            compared: Some(Compared::with(WAY, workload::BASELINE_TITLE)),
            layout: Layout::default(),
            tasks,
            ..Plan::default()
        })
    }

    fn sample(&self, task: &Task, sampler: &mut Sampler) -> Result<(), Failure> {
        let slices = workload::slices::pass();
        let ways = self.ways()?;
        if self.planted {
            return Ok(planted(&ways, slices[slices.len() - 1], sampler)?);
        }
        let ways: Vec<&Workload> = ways.iter().map(|subject| &subject.work).collect();
        for way in &ways {
            for slice in slices {
                way.check(slice).map_err(Failure::Unexpected)?;
            }
        }
        if task.program == Program::Counting {
            for way in &ways {
                count(way, &slices, sampler)?;
            }
            return Ok(());
        }
        let mut cells = Vec::new();
        for way in &ways {
            for &operation in way.operations() {
                let factors = Factors::default()
                    .with(WAY, &way.title)
                    .with(OPERATION, operation);
                let mut timed = Timed::new(factors, way.timer(operation, &slices));
                timed.note = Some(way.to_string());
                timed.family = way
                    .family()
                    .filter(|_| !self.all && !matches!(operation, Operation::Use(_)));
                cells.push(timed);
            }
        }
        Ok(sampler.time(cells)?)
    }

    fn sections(&self, judge: &Judge<'_>) -> Vec<Section> {
        section(
            judge,
            "conclusions",
            "Which way to choose",
            vec![
                Block::Table(published(judge)),
                Block::Points(conclusions(judge)),
            ],
        )
    }
}

/// The published times of the seven ways (Linux, another machine), in nanoseconds.
const PUBLISHED: [(&str, f64); 7] = [
    ("vec_string", 458.0),
    ("boxed_string", 455.0),
    ("boxed_boxed", 567.0),
    ("thread_local", 572.0),
    ("smallvec", 562.0),
    ("smolstr", 514.0),
    ("smallvec_smolstr", 529.0),
];

/// Returns the published times beside ours, each over that of the baseline.
fn published(judge: &Judge<'_>) -> Table {
    let row = |&(name, ns): &(&str, f64)| {
        let cell = captures(judge).find(|cell| cell.note.as_deref() == Some(name))?;
        let way = cell.key.factors.get(WAY)?;
        Some(vec![
            report::Cell::words(way),
            report::Cell::shown(ns, format!("{ns} ns")),
            report::Cell::shown(ns, format!("{:.2}", ns / PUBLISHED[0].1)),
            report::Cell::number(typical(cell)?, Unit::Ns),
            judge
                .judge(cell)
                .map_or_else(report::Cell::default, |judged| ratio(judged.ratio)),
        ])
    };
    Table {
        caption: "The seven ways as published, on another machine, and as measured here."
            .to_owned(),
        columns: [
            vec![Column::words(WAY)],
            ["published", "ratio", "here", "ratio [95 %]"]
                .map(Column::numbers)
                .to_vec(),
        ]
        .concat(),
        rows: PUBLISHED.iter().filter_map(row).collect(),
    }
}

/// Returns the cells of captures, by time.
fn captures<'a>(judge: &Judge<'a>) -> impl Iterator<Item = &'a run::Measurement> {
    let operation = Operation::Capture.to_string();
    judge.run.measurements.iter().filter(move |cell| {
        cell.key.metric == "time" && cell.key.factors.get(OPERATION) == Some(&operation)
    })
}

/// Returns sentences that name the best ways. Their intervals are widened for the choice.
fn conclusions(judge: &Judge<'_>) -> Vec<String> {
    let ways = workload::all();
    let best = |need: &str, fits: &dyn Fn(&Workload) -> bool| {
        let fits = |cell: &&run::Measurement| {
            let of = ways
                .iter()
                .find(|way| Some(&*way.title) == cell.key.factors.get(WAY));
            of.is_some_and(|way| !way.is_floor() && fits(way))
        };
        let cells: Vec<&run::Measurement> = captures(judge).filter(fits).collect();
        let (cell, judged) = judge.best(&cells)?;
        let way = cell.key.factors.get(WAY)?;
        Some(format!(
            "{need}: {way}, in {} of the baseline's time.",
            shown(judged.ratio)
        ))
    };
    let is_typed = |way: &Workload| way.strategy == Some(TYPED);
    let profiles = profiles();
    let profile = |way: &Workload| profiles.get(way.name).filter(|_| way.strategy.is_some());
    [
        best("Fastest where the types of the values are known", &is_typed),
        best("Fastest for values of type &dyn Display", &|way| {
            !is_typed(way)
        }),
        best("Fastest strings that text can be appended to", &|way| {
            profile(way).is_some_and(|profile| profile.mutable)
        }),
        best("Fastest strings whose clones share their text", &|way| {
            profile(way).is_some_and(|profile| profile.clone == CloneCost::Shares)
        }),
        best("Fastest without another crate's type", &|way| {
            way.name == "string" || way.name == "vec_string"
        }),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Times passes of 20 captures by the baseline and its twin, and one of 21 by the baseline.
fn planted(
    ways: &[Subject<Workload>],
    slice: workload::slices::Values<'_>,
    sampler: &mut Sampler,
) -> std::io::Result<()> {
    let (plain, more) = ([slice; 20], [slice; 21]);
    let capture = Operation::Capture;
    let timed = |way: &str, run| {
        let factors = Factors::default().with(WAY, way).with(OPERATION, capture);
        Timed::new(factors, run)
    };
    let mut cells = Vec::new();
    for Subject { work: way, .. } in ways.iter().filter(|way| way.work.is_baseline()) {
        cells.push(timed(&way.title, way.timer(capture, &plain)));
        if way.title == workload::BASELINE_TITLE {
            cells.push(timed("planted: 5 % more", way.timer(capture, &more)));
        }
    }
    sampler.time(cells)
}

/// Reports the allocations of one pass of a way, and the size of its container.
#[allow(clippy::cast_precision_loss)] // Sizes are far from 2^52.
fn count(
    way: &Workload,
    slices: &[workload::slices::Values<'_>],
    sampler: &mut Sampler,
) -> Result<(), Failure> {
    // The first pass fills the buffers that a way keeps, such as a thread-local one.
    way.pass(slices);
    let mut counted = Counts::default();
    way.keep(slices, |capture| counted = counts(capture));
    let factors = || {
        Factors::default()
            .with(WAY, &way.title)
            .with(OPERATION, Operation::Capture)
    };
    for (metric, unit, value) in [
        ("allocations", Unit::Count, counted.allocations as f64),
        ("reallocations", Unit::Count, counted.reallocations as f64),
        ("kept", Unit::Bytes, counted.live_bytes as f64),
        ("peak", Unit::Bytes, counted.peak_bytes as f64),
        ("size", Unit::Bytes, way.handle_bytes as f64),
    ] {
        sampler.fixed(factors(), metric, unit, value)?;
    }
    Ok(())
}
