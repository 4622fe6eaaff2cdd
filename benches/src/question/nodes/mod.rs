//! The memory and the time of strings that share parts, in every design.

mod edits;
mod measure;

use std::path::PathBuf;
use std::time::Duration;

use string_kit_measure::engine::{Plan, Program, Sampler, Task};
use string_kit_measure::judge::{Judge, typical};
use string_kit_measure::memory::free_memory;
use string_kit_measure::report::{Block, Cell, Column, Section, Table};
use string_kit_measure::run::{self, Compared, Factors, Layout, Measurement, Unit, distinct};
use string_kit_measure::{Common, Failure, Question, Subject};

use self::measure::{Metrics, measure};
use super::section;
use crate::workload::nodes::{
    Design, LeakedArena, PackedBox, Recipe, Shape, StdArc2015, StdArcVec, Trace, Weakless,
    for_each_design,
};

const TYPE: &str = "type";
const SHAPE: &str = "shape";
const COUNT: &str = "count";
const BYTES: &str = "bytes";
const BLOCKS: &str = "blocks";

/// The published bytes of a node: asked for, by `-Zprint-type-sizes`, and taken, by jemalloc's table of
/// size classes.
const PUBLISHED: [(&str, usize, usize); 4] = [
    (StdArc2015::NAME, 48, 64),
    (Weakless::NAME, 32, 32),
    (LeakedArena::NAME, 24, 24),
    (PackedBox::NAME, 16, 16),
];
const ARTICLE: &str =
    "https://blog.polybdenum.com/2017/02/11/optimizing-rc-memory-usage-in-rust.html";

/// The flags of the question.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// Concatenate in these shapes.
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        default_value = "random,history"
    )]
    shape: Vec<Shape>,
    /// Make this many concatenations; ropes, vectors and String make 50,000 or 100,000 at most, and a
    /// history has 8,000 edits at most.
    #[arg(
        long,
        value_name = "N",
        value_delimiter = ',',
        default_value = "50000,500000",
        value_parser = count
    )]
    count: Vec<usize>,
    /// Replay this file in shape edits; its form is the JSON of github.com/josephg/editing-traces.
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

/// Reads a number of concatenations.
fn count(text: &str) -> Result<usize, String> {
    let count = text.parse().ok();
    count
        .filter(|count| (1_000..=1 << 31).contains(count))
        .ok_or_else(|| "a number from 1000 to 2147483648 is needed".to_owned())
}

/// The measurements of a design.
#[derive(Clone, Copy)]
struct Work {
    most: fn(Shape) -> usize,
    measure: fn(&Recipe) -> Result<Metrics, String>,
}

/// Returns all designs, the baseline's twin behind the baseline.
fn subjects() -> Vec<Subject<Work>> {
    let mut subjects = Vec::new();
    macro_rules! add {
        ($design:ty) => {
            let work = Work {
                most: Shape::most::<$design>,
                measure: measure::<$design, false>,
            };
            subjects.push(Subject::new(<$design>::NAME, <$design>::NAME, work));
        };
    }
    for_each_design!(add);
    let at = subjects.iter().position(|one| one.name == StdArcVec::NAME);
    let at = at.expect("the baseline is a design");
    subjects[at].is_reference = true;
    let twin = subjects[at].twin(Work {
        measure: measure::<StdArcVec, true>,
        ..subjects[at].work
    });
    subjects.insert(at + 1, twin);
    subjects
}

/// A shape of some size.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Setting {
    shape: Shape,
    count: usize,
}

impl Args {
    /// Returns the designs that are asked for, the baseline among them.
    fn subjects(&self) -> Result<Vec<Subject<Work>>, Failure> {
        let names = self.names()?;
        let mut subjects = subjects();
        subjects.retain(|one| names.contains(&one.types[0]));
        Ok(subjects)
    }

    /// Returns the names of the types that are asked for, designs and editors, with the baseline.
    fn names(&self) -> Result<Vec<String>, Failure> {
        let designs = subjects().into_iter().map(|one| one.types[0].clone());
        let mut names = distinct(designs.chain(edits::names()));
        let owned = |name: &String| vec![name.clone()];
        let is_baseline = |name: &String| name == StdArcVec::NAME;
        self.common.keep_types(&mut names, owned, is_baseline)?;
        Ok(names)
    }

    /// Returns the trace of the file, or a drawn one of `count` edits.
    fn trace(&self, count: usize) -> Result<Trace, Failure> {
        match &self.trace {
            Some(path) => Trace::read(path).map_err(Failure::Arguments),
            None => Ok(Trace::drawn(count)),
        }
    }

    /// Measures a task.
    fn measured(&self, task: &Task) -> Result<Metrics, Failure> {
        let factor = |name| task.factors.get(name).unwrap_or_default();
        if factor(SHAPE) == Shape::Edits.to_string() {
            let count = factor(COUNT).parse().unwrap_or_default();
            return edits::sample(&self.trace(count)?, task).map_err(Failure::Unexpected);
        }
        let is_it = |one: &&Setting| {
            one.shape.to_string() == factor(SHAPE) && one.count.to_string() == factor(COUNT)
        };
        let (settings, all) = (self.settings()?, self.subjects()?);
        let subject = all.iter().find(|one| one.name == factor(TYPE));
        let (Some(setting), Some(subject)) = (settings.iter().find(is_it), subject) else {
            let what = "there is no setting or type of this task";
            return Err(Failure::Unexpected(what.to_owned()));
        };
        let recipe = Recipe::of(setting.shape, setting.count);
        (subject.work.measure)(&recipe).map_err(Failure::Unexpected)
    }

    /// Returns the settings that are asked for, each once.
    ///
    /// # Errors
    ///
    /// If one would take more than half of the free memory.
    fn settings(&self) -> Result<Vec<Setting>, Failure> {
        let mut settings = Vec::new();
        let half = free_memory() / 2;
        for &shape in &self.shape {
            let asked = self.count.iter();
            for count in asked.flat_map(|&asked| shape.counts(asked)) {
                if shape.bytes(count) > half {
                    return Err(Failure::Arguments(format!(
                        "--count {count} in shape {shape} takes up to {}, more than half of the free \
                         memory; ask for at most {}",
                        run::bytes(shape.bytes(count)),
                        half / shape.bytes(1)
                    )));
                }
                settings.push(Setting { shape, count });
            }
        }
        Ok(distinct(settings))
    }
}

impl Setting {
    /// Returns the task that measures a type in processes of its own.
    fn task(self, name: &str, program: Program) -> Task {
        let Self { shape, count } = self;
        let factors = Factors::default()
            .with(TYPE, name)
            .with(SHAPE, shape)
            .with(COUNT, count)
            .with("allocator", program);
        Task::new(
            format!("{name}, {shape}, {count}, {program}"),
            program,
            factors,
        )
    }
}

/// Returns sentences about the settings: the shapes in words, and the designs that are left out.
fn notes(settings: &[Setting], subjects: &[Subject<Work>]) -> Vec<String> {
    let mut notes = vec![
        "build, drop: the CPU time of a whole build or drop, divided by the number of concatenations. \
         bytes: of the pages that were touched; blocks: as the allocator reports them. Neither contains \
         the handles. flatten: the time to make one text, over the time to copy it."
            .to_owned(),
    ];
    for setting in settings {
        let Setting { shape, count } = *setting;
        let words = format!("{shape}: {}.", shape.words());
        if !notes.contains(&words) {
            notes.push(words);
        }
        let most = |one: &Subject<Work>| (one.work.most)(shape);
        for fewer in distinct(subjects.iter().map(most)) {
            // A design that makes none is in no table of the shape.
            if fewer == 0 || count <= fewer {
                continue;
            }
            let out = subjects.iter().filter(|one| most(one) == fewer);
            let out: Vec<&str> = out.map(|one| &*one.name).collect();
            notes.push(format!(
                "{shape}, {count}: without {}, limited to {fewer}.",
                out.join(", ")
            ));
        }
    }
    notes
}

impl Question for Args {
    fn common(&self) -> &Common {
        &self.common
    }

    fn plan(&self) -> Result<Plan, Failure> {
        let subjects = self.subjects()?;
        let settings = self.settings()?;
        let mut all = Vec::new();
        let mut notes = notes(&settings, &subjects);
        for program in self.common.allocators() {
            for &setting in &settings {
                if setting.shape == Shape::Edits {
                    let trace = self.trace(setting.count)?;
                    notes.push(trace.words());
                    all.extend(edits::tasks(&trace, program, &self.names()?));
                    continue;
                }
                let fits = |one: &&Subject<Work>| setting.count <= (one.work.most)(setting.shape);
                let fit = subjects.iter().filter(fits);
                all.extend(fit.map(|one| setting.task(&one.name, program)));
            }
        }
        Ok(Plan {
            question: "nodes",
            // A process measures one build, however long it takes.
            effort: (Duration::ZERO, 12),
            title: "Strings that share parts of each other".to_owned(),
            compared: Some(Compared::with(TYPE, StdArcVec::NAME)),
            layout: Layout::default(),
            notes: distinct(notes),
            tasks: all,
            ..Plan::default()
        })
    }

    fn sample(&self, task: &Task, sampler: &mut Sampler) -> Result<(), Failure> {
        for (metric, unit, values) in self.measured(task)? {
            let values = values.into_iter().map(Some).collect();
            sampler.report(Measurement::new(Factors::default(), metric, unit, values))?;
        }
        Ok(())
    }

    fn sections(&self, judge: &Judge<'_>) -> Vec<Section> {
        let rows = published(judge);
        if rows.is_empty() {
            return Vec::new();
        }
        let caption = format!(
            "Bytes of a node: as published in \"Optimizing Rc memory usage in Rust\" ({ARTICLE}), by the \
             type and by jemalloc's size classes; and in this run, at the largest count of shape random."
        );
        let columns = vec![
            Column::words(TYPE),
            Column::numbers("published, type"),
            Column::numbers("published, taken"),
            Column::words("allocator"),
            Column::numbers(BYTES),
            Column::numbers(BLOCKS),
        ];
        section(
            judge,
            "nodes_published",
            "Published sizes beside those of this run",
            vec![Block::Table(Table {
                caption,
                columns,
                rows,
            })],
        )
    }
}

/// Returns the rows of designs whose sizes were published, by allocator.
fn published(judge: &Judge<'_>) -> Vec<Vec<Cell>> {
    let random = Factors::default().with(SHAPE, Shape::Random);
    let number = |cell: &Measurement| cell.key.factors.get(COUNT)?.parse::<usize>().ok();
    let cells = judge.run.measurements.iter();
    let of_random = |cell: &&Measurement| cell.key.factors.includes(&random);
    let largest = cells.filter(of_random).filter_map(number).max();
    let Some(largest) = largest else {
        return Vec::new();
    };
    let mut rows = Vec::new();
    for (name, asked, taken) in PUBLISHED {
        for allocator in judge.run.values("allocator") {
            let factors = random
                .clone()
                .with(TYPE, name)
                .with(COUNT, largest)
                .with("allocator", allocator);
            let shown = |metric| {
                let cell = judge.find(&factors, metric).and_then(typical);
                cell.map(|bytes| Cell::number(bytes, Unit::Bytes))
            };
            let (bytes, blocks) = (shown(BYTES), shown(BLOCKS));
            if bytes.is_some() || blocks.is_some() {
                rows.push(vec![
                    Cell::words(name),
                    Cell::bytes(asked.cast_signed()),
                    Cell::bytes(taken.cast_signed()),
                    Cell::words(allocator),
                    bytes.unwrap_or_default(),
                    blocks.unwrap_or_default(),
                ]);
            }
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;

    fn asked(shape: Shape, count: usize) -> Args {
        Args {
            shape: vec![shape],
            count: vec![count],
            ..Args::default()
        }
    }

    #[test]
    fn every_design_has_a_name_of_its_own() {
        let mut names: Vec<String> = subjects().into_iter().map(|one| one.name).collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
        assert!(
            names.iter().all(|name| !name.contains(',')),
            "--type splits"
        );
    }

    #[test]
    fn every_unit_has_its_baseline_and_twin() {
        let shapes = Shape::value_variants().iter();
        let joins = |shape: Shape| !matches!(shape, Shape::History | Shape::Edits);
        for &shape in shapes.filter(|&&shape| joins(shape)) {
            let plan = asked(shape, 1_000).plan().unwrap();
            let peers = if shape == Shape::Recent { 4 } else { 0 };
            assert_eq!(plan.tasks.len(), subjects().len() - peers, "{shape}");
            let names: Vec<_> = plan
                .tasks
                .iter()
                .filter_map(|one| one.factors.get(TYPE))
                .collect();
            let compared = plan.compared.unwrap();
            assert!(names.contains(&&*compared.baseline) && names.contains(&&*compared.twin));
        }
    }

    #[test]
    fn a_history_is_one_of_designs_that_cut() {
        let plan = asked(Shape::History, 500_000).plan().unwrap();
        let of = |count| -> Vec<&str> {
            let tasks = plan.tasks.iter().map(|task| &task.factors);
            let tasks = tasks.filter(|of| of.get(COUNT) == Some(count));
            tasks.filter_map(|of| of.get(TYPE)).collect()
        };
        let cut = ["ConcatStr", "ropey::Rope", "crop::Rope", "String"];
        assert_eq!(of("8000"), cut);
        assert_eq!(of("1000"), cut);
    }

    #[test]
    fn designs_that_make_few_are_left_out_of_many() {
        let plan = asked(Shape::Random, 60_000).plan().unwrap();
        assert_eq!(plan.tasks.len(), subjects().len() - 4);
        let left_out = &plan.notes[2];
        assert!(left_out.contains("String, limited to 50000"), "{left_out}");
    }

    #[test]
    fn more_than_the_free_memory_is_refused() {
        let many = asked(Shape::Append, usize::MAX / 1000);
        let Err(Failure::Arguments(why)) = many.plan() else {
            panic!("no machine has so much memory");
        };
        assert!(why.contains("ask for at most"), "{why}");
    }
}
