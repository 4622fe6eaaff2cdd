//! The question: its flags, and the designs and types that are measured in each setting.

use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use string_kit_measure::engine::{Plan, Sampler, Task};
use string_kit_measure::memory::free_memory;
use string_kit_measure::run::{self, Factors, distinct, grouped};
use string_kit_measure::{Common, Failure, Question, Subject};

use super::measure::{self, Kept};
use super::published::NODES;
use super::{COUNT, SHAPE};
use crate::question::{Metrics, TYPE, report};
use crate::workload::nodes::{
    Design, Peer, Recipe, Shape, StdArcVec, Trace, for_each_design, for_each_peer,
};

/// The bytes of an edit of a trace.
const EDIT_BYTES: usize = 80;
const KEPT: &str = "kept";

#[derive(Debug, Default, clap::Args, Serialize, Deserialize)]
pub(crate) struct Args {
    /// Build strings in these ways.
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        default_value = "random"
    )]
    shape: Vec<Shape>,
    /// Make this many concatenations or edits. Types that would take too long at a count are left
    /// out; the report names them.
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "50000,500000",
        value_parser = clap::value_parser!(u32).range(1_000..=1 << 31))]
    count: Vec<u32>,
    /// Replay this file in shape edits; its form is the JSON of github.com/josephg/editing-traces.
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Measure the nodes of "Optimizing Rc memory usage in Rust" only, in shape random, also with
    /// its dummy fields.
    #[arg(long, conflicts_with_all = ["shape", "trace", "types"])]
    published: bool,
    #[command(flatten)]
    common: Common,
}

#[derive(Clone, Copy)]
struct Work {
    /// Returns the largest count that the type is measured with.
    limit: fn(Setting) -> usize,
    bytes: fn(Setting) -> usize,
    measure: fn(&Args, Setting) -> Result<Metrics, Failure>,
}

impl Work {
    fn of_design<D: Design, const TWIN: bool>() -> Self {
        Self {
            limit: |setting| setting.shape.limit::<D>(),
            bytes: |setting| setting.count.saturating_mul(Recipe::BYTES),
            measure: |_, setting| {
                let metrics = measure::measure::<D, TWIN>(&Recipe::new(setting.count));
                metrics.map_err(Failure::Unexpected)
            },
        }
    }

    fn of_peer<P: Peer>() -> Self {
        Self {
            limit: |setting| match setting.kept {
                _ if !setting.shape.is_trace() => 0,
                Kept::All => P::MOST_KEPT,
                Kept::Hundredth | Kept::None => P::MOST,
            },
            bytes: |Setting { count, kept, .. }| {
                let versions = usize::from(kept == Kept::All);
                count.saturating_mul(EDIT_BYTES + versions * P::VERSION_BYTES)
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

#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Setting {
    shape: Shape,
    count: usize,
    kept: Kept,
}

impl Setting {
    fn factors(self, name: &str) -> Factors {
        let factors = Factors::default().with(TYPE, name).with(SHAPE, self.shape);
        let counted = factors.with(COUNT, self.count);
        if self.shape.is_trace() {
            return counted.with(KEPT, self.kept.words());
        }
        counted
    }
}

/// Returns the subjects that are measured in each setting.
fn measured<'a>(
    settings: &[Setting],
    subjects: &'a [Subject<Work>],
) -> Vec<(Setting, &'a Subject<Work>)> {
    let mut pairs = Vec::new();
    for &setting in settings {
        let is_measured = |subject: &&Subject<Work>| setting.count <= (subject.work.limit)(setting);
        let found = subjects.iter().filter(is_measured);
        pairs.extend(found.map(|subject| (setting, subject)));
    }
    pairs
}

impl Args {
    /// Returns the types that are asked for. The dummy fields are only in what is published.
    fn subjects(&self) -> Result<Vec<Subject<Work>>, Failure> {
        let mut subjects = subjects();
        let node = |subject: &Subject<Work>| NODES.iter().find(|node| node.0 == subject.name);
        if self.published {
            subjects.retain(|subject| subject.is_reference || node(subject).is_some());
        } else if self.common.types.is_empty() {
            subjects.retain(|subject| node(subject).is_none_or(|node| node.1.is_none()));
        }
        self.common.chosen(subjects)
    }

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
        let shapes = if self.published {
            &[Shape::Random]
        } else {
            &*self.shape
        };
        for &shape in shapes {
            for &count in &self.count {
                let count = match &self.trace {
                    Some(_) if shape == Shape::Edits => self.trace(shape, 0)?.edits.len(),
                    _ => count as usize,
                };
                let kept = if shape.is_trace() {
                    &Kept::EACH[..]
                } else {
                    &[Kept::None]
                };
                settings.extend(kept.iter().map(|&kept| Setting { shape, count, kept }));
            }
        }
        let half = free_memory() / 2;
        for (setting, subject) in measured(&settings, subjects) {
            let bytes = (subject.work.bytes)(setting);
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
             block. file: the bytes of a version in a file of all of them, appended one by one."
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
            let limit = |subject: &Subject<Work>| (subject.work.limit)(setting);
            // A design that makes none is in no table of the shape.
            let is_limit = |limit: &usize| (1..count).contains(limit);
            let limits = subjects
                .iter()
                .map(|subject| (limit(subject), &*subject.name));
            for (limit, names) in grouped(limits.filter(|(limit, _)| is_limit(limit))) {
                let without = format!("without {}, limited to {limit}", names.join(", "));
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
        let subjects = self.subjects()?;
        let settings = self.settings(&subjects)?;
        let mut tasks = Vec::new();
        for program in self.common.allocators() {
            for (setting, subject) in measured(&settings, &subjects) {
                let factors = setting.factors(&subject.name).with("allocator", program);
                let task = Task::new(factors.to_string(), program, factors);
                tasks.push(task.with_work((setting, &subject.name)));
            }
        }
        let mut plan = Plan::new("nodes", "Strings that share parts of each other")
            // A process measures one build, however long it takes.
            .lasting(Duration::from_mins(1), 12)
            .comparing(TYPE, StdArcVec::NAME);
        plan.header.notes = self.notes(&settings, &subjects)?;
        Ok(Plan { tasks, ..plan })
    }

    fn sample(&self, task: &Task, sampler: &mut Sampler) -> Result<(), Failure> {
        let (setting, name): (Setting, String) = task.work()?;
        // `String` is both a design and a type that replays traces.
        let has_setting = |work: Work| setting.count <= (work.limit)(setting);
        let mut named = subjects()
            .into_iter()
            .filter(|subject| subject.name == name);
        let subject = named
            .find(|subject| has_setting(subject.work))
            .ok_or_else(|| Failure::Unexpected(format!("there is no design called {name}")))?;
        Ok(report(sampler, (subject.work.measure)(self, setting)?)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planned(args: Args, shape: Shape, count: u32) -> (Vec<String>, String) {
        let (shape, count) = (vec![shape], vec![count]);
        let args = Args {
            shape,
            count,
            ..args
        };
        let plan = args.plan().unwrap();
        let names = plan.tasks.iter().filter_map(|task| task.factors.get(TYPE));
        let notes = plan.header.notes.join(" ");
        (distinct(names.map(ToOwned::to_owned)), notes)
    }

    #[test]
    fn types_that_would_take_too_long_are_left_out_and_named() {
        let (small, _) = planned(Args::default(), Shape::Random, 1_000);
        let is_one_word = |name: &String| !name.contains(',');
        assert!(small.iter().all(is_one_word), "--type splits");
        let (large, notes) = planned(Args::default(), Shape::Random, 60_000);
        assert_eq!(large.len(), small.len() - 4);
        assert!(notes.contains("String, limited to 50000"), "{notes}");
        let (_, notes) = planned(Args::default(), Shape::Edits, 50_000);
        let left_out = "kept: without imbl::Vector<u8>, String, Arc<str>, limited to 20000.";
        assert!(
            notes.contains(&format!("every version {left_out}")),
            "{notes}"
        );
        let (_, notes) = planned(Args::default(), Shape::Places, 1_000);
        assert!(!notes.contains("limited"), "{notes}");
    }

    #[test]
    fn published_nodes_are_measured_beside_the_baseline_and_its_twin() {
        let published = Args {
            published: true,
            ..Args::default()
        };
        let (names, _) = planned(published, Shape::Random, 1_000);
        assert_eq!(names.len(), NODES.len() + 2);
        let mut nodes = NODES.iter();
        assert!(nodes.all(|node| names.iter().any(|name| name == node.0)));
    }
}
