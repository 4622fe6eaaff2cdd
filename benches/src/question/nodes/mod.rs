//! The memory and the time of strings that share parts, in every design.

mod measure;

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use string_kit_measure::engine::{Plan, Sampler, Task};
use string_kit_measure::judge::{Judge, number_of};
use string_kit_measure::memory::free_memory;
use string_kit_measure::report::{Block, Cell, Column, Section, Table};
use string_kit_measure::run::{self, Factors, Unit, distinct};
use string_kit_measure::{Common, Failure, Question, Subject};

use self::measure::Kept;
use super::{Metrics, TYPE, report, section};
use crate::workload::nodes::{
    Design, LeakedArena, Packed, Peer, Recipe, Shape, StdArc2015, StdArcVec, Trace, Weakless,
    for_each_design, for_each_peer,
};

const SHAPE: &str = "shape";
const COUNT: &str = "count";
const BYTES: &str = "bytes";
const BLOCKS: &str = "blocks";
/// The bytes of an edit of a trace.
const EDIT_BYTES: usize = 80;
const KEPT: &str = "kept";

/// The published bytes of a node: asked for, by `-Zprint-type-sizes`, and taken, by jemalloc's
/// table of size classes.
const PUBLISHED: [(&str, f64, f64); 4] = [
    (StdArc2015::NAME, 48.0, 64.0),
    (Weakless::NAME, 32.0, 32.0),
    (LeakedArena::NAME, 24.0, 24.0),
    (Packed::NAME, 16.0, 16.0),
];
const ARTICLE: &str =
    "https://blog.polybdenum.com/2017/02/11/optimizing-rc-memory-usage-in-rust.html";

#[derive(Debug, Default, clap::Args, Serialize, Deserialize)]
pub(crate) struct Args {
    /// Build strings in these ways.
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        default_value = "random,history"
    )]
    shape: Vec<Shape>,
    /// Make this many concatenations or edits; a history has 8,000 at most. Types that would take
    /// too long at a count are left out; the report names them.
    #[arg(
        long,
        value_name = "N",
        value_delimiter = ',',
        default_value = "50000,500000",
        value_parser = clap::value_parser!(u32).range(1_000..=1 << 31)
    )]
    count: Vec<u32>,
    /// Replay this file in shape edits; its form is the JSON of github.com/josephg/editing-traces.
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

/// The measurement of a type.
#[derive(Clone, Copy)]
struct Work {
    /// Returns the largest count that the type is measured with.
    most: fn(Setting) -> usize,
    /// Returns an upper bound of the memory.
    bytes: fn(Setting) -> usize,
    measure: fn(&Args, Setting) -> Result<Metrics, Failure>,
}

impl Work {
    /// Returns the work of a design, which makes concatenations.
    fn of_design<D: Design, const TWIN: bool>() -> Self {
        Self {
            most: |setting| setting.shape.most::<D>(),
            bytes: |setting| setting.shape.bytes(setting.count),
            measure: |_, Setting { shape, count, .. }| {
                let metrics = measure::measure::<D, TWIN>(&Recipe::new(shape, count));
                metrics.map_err(Failure::Unexpected)
            },
        }
    }

    /// Returns the work of a type that replays traces.
    fn of_peer<P: Peer>() -> Self {
        Self {
            most: |setting| match setting.kept {
                _ if !setting.shape.is_trace() => 0,
                Kept::All => P::MOST_KEPT,
                Kept::Hundredth | Kept::None => P::MOST,
            },
            bytes: |Setting { count, kept, .. }| {
                let version = if kept == Kept::All {
                    P::VERSION_BYTES
                } else {
                    0
                };
                count.saturating_mul(EDIT_BYTES + version)
            },
            measure: |args, Setting { shape, count, kept }| {
                measure::replay::<P>(&args.trace(shape, count)?, kept).map_err(Failure::Unexpected)
            },
        }
    }
}

/// Returns all designs, the baseline's twin behind the baseline, and the types that replay traces.
fn subjects() -> Vec<Subject<Work>> {
    let mut subjects = Vec::new();
    let mut add = |name, work| subjects.push(Subject::new(name, name, work));
    macro_rules! design {
        ($design:ty) => {
            add(<$design>::NAME, Work::of_design::<$design, false>());
        };
    }
    for_each_design!(design);
    macro_rules! peer {
        ($peer:ty) => {
            add(<$peer>::NAME, Work::of_peer::<$peer>());
        };
    }
    for_each_peer!(peer);
    subjects[0].is_reference = true;
    let twin = subjects[0].twin(Work::of_design::<StdArcVec, true>());
    subjects.insert(1, twin);
    subjects
}

/// A shape of some size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Setting {
    shape: Shape,
    count: usize,
    kept: Kept,
}

impl Setting {
    /// Returns the factors of a type in this setting.
    fn factors(self, name: &str) -> Factors {
        let factors = Factors::default()
            .with(TYPE, name)
            .with(SHAPE, self.shape)
            .with(COUNT, self.count);
        if self.shape.is_trace() {
            factors.with(KEPT, self.kept.words())
        } else {
            factors
        }
    }
}

/// Returns each setting with the types that are measured in it.
fn measured<'a>(
    settings: &'a [Setting],
    subjects: &'a [Subject<Work>],
) -> impl Iterator<Item = (Setting, &'a Subject<Work>)> {
    settings.iter().flat_map(|&setting| {
        let all = subjects.iter().map(move |one| (setting, one));
        all.filter(|(setting, one)| setting.count <= (one.work.most)(*setting))
    })
}

impl Args {
    /// Returns the trace of the file, or a drawn one of `count` edits.
    fn trace(&self, shape: Shape, count: usize) -> Result<Trace, Failure> {
        match &self.trace {
            Some(path) if shape == Shape::Edits => Trace::read(path).map_err(Failure::Arguments),
            _ => Ok(Trace::new(shape, count)),
        }
    }

    /// Returns the settings that are asked for, each once, or an error if one would take more than
    /// half of the free memory.
    fn settings(&self, subjects: &[Subject<Work>]) -> Result<Vec<Setting>, Failure> {
        let mut settings = Vec::new();
        for &shape in &self.shape {
            let counts = self.count.iter();
            for count in counts.flat_map(|&count| shape.counts(count as usize)) {
                let count = match &self.trace {
                    Some(_) if shape == Shape::Edits => self.trace(shape, count)?.edits.len(),
                    _ => count,
                };
                let kept: &[Kept] = if shape.is_trace() {
                    &Kept::EACH
                } else {
                    &[Kept::None]
                };
                settings.extend(kept.iter().map(|&kept| Setting { shape, count, kept }));
            }
        }
        let half = free_memory() / 2;
        for (setting, one) in measured(&settings, subjects) {
            let bytes = (one.work.bytes)(setting);
            if bytes > half {
                let Setting { shape, count, .. } = setting;
                return Err(Failure::Arguments(format!(
                    "--count {count} in shape {shape} takes up to {}, more than half of the free \
                     memory; ask for at most {}",
                    run::bytes(bytes),
                    half / (bytes / count)
                )));
            }
        }
        Ok(distinct(settings))
    }

    /// Returns sentences about the settings: the shapes in words, the designs that are left out,
    /// and the traces.
    fn notes(
        &self,
        settings: &[Setting],
        subjects: &[Subject<Work>],
    ) -> Result<Vec<String>, Failure> {
        let mut notes = vec![
            "build, drop: the CPU time of a whole build or drop, divided by the number of \
             concatenations or edits. bytes: of the pages that were touched; blocks: as the \
             allocator reports them; each for one string or kept version, without its handle. \
             flatten: the time to copy the last string into one block, over the time to copy that \
             block."
                .to_owned(),
        ];
        let mut traces = Vec::new();
        for &setting in settings {
            let Setting { shape, count, .. } = setting;
            notes.push(format!("{shape}: {}.", shape.words()));
            let mut kept = String::new();
            if shape.is_trace() {
                traces.push(self.trace(shape, count)?.words(shape));
                kept = format!(", {} kept", setting.kept.words());
            }
            let most = |one: &Subject<Work>| (one.work.most)(setting);
            // A design that makes none is in no table of the shape.
            let is_limit = |most: &usize| (1..count).contains(most);
            for fewer in distinct(subjects.iter().map(most).filter(is_limit)) {
                let out: Vec<&str> = subjects
                    .iter()
                    .filter(|one| most(one) == fewer)
                    .map(|one| &*one.name)
                    .collect();
                let without = format!("without {}, limited to {fewer}", out.join(", "));
                notes.push(format!("{shape}, {count}{kept}: {without}."));
            }
        }
        notes.extend(traces);
        Ok(distinct(notes))
    }
}

impl Question for Args {
    fn common(&self) -> &Common {
        &self.common
    }

    fn plan(&self) -> Result<Plan, Failure> {
        let subjects = self.common.chosen(subjects())?;
        let settings = self.settings(&subjects)?;
        let mut tasks = Vec::new();
        for program in self.common.allocators() {
            tasks.extend(measured(&settings, &subjects).map(|(setting, subject)| {
                let factors = setting.factors(&subject.name).with("allocator", program);
                let work = (setting, &subject.name);
                Task::new(factors.to_string(), program, factors).with_work(work)
            }));
        }
        let mut plan = Plan::new("nodes", "Strings that share parts of each other")
            // A process measures one build, however long it takes.
            .lasting(Duration::ZERO, 12)
            .comparing(TYPE, StdArcVec::NAME);
        plan.header.notes = self.notes(&settings, &subjects)?;
        Ok(Plan { tasks, ..plan })
    }

    fn sample(&self, task: &Task, sampler: &mut Sampler) -> Result<(), Failure> {
        let (setting, name): (Setting, String) = task.work()?;
        // `String` is both a design and a type that replays traces.
        let has_setting = |work: Work| setting.count <= (work.most)(setting);
        let subject = subjects()
            .into_iter()
            .find(|subject| subject.name == name && has_setting(subject.work))
            .ok_or_else(|| Failure::Unexpected(format!("there is no design called {name}")))?;
        Ok(report(sampler, (subject.work.measure)(self, setting)?)?)
    }
}

/// Returns the published sizes beside those of a run.
pub(super) fn sections(judge: &Judge<'_>) -> Vec<Section> {
    let rows = published(judge);
    if rows.is_empty() {
        return Vec::new();
    }
    let table = Table {
        caption: format!(
            "Bytes of a node: as published in \"Optimizing Rc memory usage in Rust\" ({ARTICLE}), \
             its size and its block on jemalloc; and in this run, at the largest count of shape \
             random."
        ),
        columns: vec![
            Column::words(TYPE),
            Column::numbers("published, size"),
            Column::numbers("published, block"),
            Column::words("allocator"),
            Column::numbers(BYTES),
            Column::numbers(BLOCKS),
        ],
        rows,
    };
    let title = "Published sizes beside those of this run";
    section(judge, "nodes_published", title, vec![Block::Table(table)])
}

/// Returns the rows of designs whose sizes were published, by allocator.
fn published(judge: &Judge<'_>) -> Vec<Vec<Cell>> {
    let random = Factors::default().with(SHAPE, Shape::Random);
    let cells = judge
        .run
        .measurements
        .iter()
        .map(|cell| &cell.key.factors)
        .filter(|factors| factors.includes(&random));
    let counts = cells.filter_map(|factors| factors.get(COUNT)?.parse::<usize>().ok());
    let largest = counts.max().unwrap_or_default();
    let random = random.with(COUNT, largest);
    let number = |bytes: f64| Cell::number(bytes, Unit::Bytes);
    let mut rows = Vec::new();
    for (name, asked, taken) in PUBLISHED {
        for allocator in judge.run.values("allocator") {
            let factors = random.clone().with(TYPE, name).with("allocator", allocator);
            let here =
                [BYTES, BLOCKS].map(|metric| judge.find(&factors, metric).and_then(number_of));
            if here == [None, None] {
                continue;
            }
            let [bytes, blocks] = here.map(|bytes| bytes.map_or_else(Cell::default, number));
            rows.push(vec![
                Cell::words(name),
                number(asked),
                number(taken),
                Cell::words(allocator),
                bytes,
                blocks,
            ]);
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;

    fn plan(shape: Shape, count: u32) -> Result<Plan, Failure> {
        let args = Args {
            shape: vec![shape],
            count: vec![count],
            ..Args::default()
        };
        args.plan()
    }

    /// Returns the names of the types that make so many concatenations.
    fn types<'a>(plan: &'a Plan, count: &str) -> Vec<&'a str> {
        let tasks = plan
            .tasks
            .iter()
            .map(|task| &task.factors)
            .filter(|factors| factors.get(COUNT) == Some(count));
        tasks.filter_map(|factors| factors.get(TYPE)).collect()
    }

    #[test]
    fn every_shape_has_the_designs_that_can_make_it() {
        let setting = Setting {
            shape: Shape::Random,
            count: 1_000,
            kept: Kept::None,
        };
        let mut designs = subjects();
        designs.retain(|one| (one.work.most)(setting) > 0);
        let designs: Vec<String> = designs.into_iter().map(|one| one.name).collect();
        assert!(!designs.concat().contains(','), "--type splits");
        let shapes = Shape::value_variants().iter();
        let joins = |shape: Shape| shape != Shape::History && !shape.is_trace();
        for &shape in shapes.filter(|&&shape| joins(shape)) {
            let plan = plan(shape, 1_000).unwrap();
            let count = plan.tasks[0].factors.get(COUNT).unwrap();
            let types = types(&plan, count);
            let count = distinct(types.clone()).len();
            assert_eq!(count, designs.len(), "{shape}");
            assert_eq!(types.len(), plan.tasks.len(), "each name is of one design");
            let compared = plan.header.compared.as_ref().unwrap();
            assert!(types.contains(&&*compared.baseline) && types.contains(&&*compared.twin));
        }
        let plan = plan(Shape::Random, 60_000).unwrap();
        assert_eq!(plan.tasks.len(), designs.len() - 4);
        let left_out = &plan.header.notes[2];
        assert!(left_out.contains("String, limited to 50000"), "{left_out}");
    }

    #[test]
    fn a_history_is_one_of_designs_that_cut() {
        let plan = plan(Shape::History, 500_000).unwrap();
        let cut = ["ConcatStr", "ropey::Rope", "crop::Rope", "String"];
        assert_eq!(types(&plan, "8000"), cut);
        assert_eq!(types(&plan, "1000"), cut);
    }

    #[test]
    fn types_that_are_left_out_of_a_trace_are_named() {
        let notes = plan(Shape::Edits, 50_000).unwrap().header.notes.join(" ");
        let left_out =
            "every version kept: without im::Vector<u8>, String, Arc<str>, limited to 20000.";
        assert!(notes.contains(left_out), "{notes}");
        let notes = plan(Shape::Places, 1_000).unwrap().header.notes.join(" ");
        assert!(!notes.contains("limited"), "{notes}");
    }
}
