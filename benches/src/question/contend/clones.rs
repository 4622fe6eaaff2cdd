//! The question: its flags, its settings, and the clones of a process.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use string_kit_measure::engine::{Concurrent, Plan, Sampler, Sentinel, Task};
use string_kit_measure::memory::free_memory;
use string_kit_measure::run::{Factors, Measurement, Unit, distinct, median};
use string_kit_measure::{Common, Failure, Question, Subject};
use string_kit_types::rivals::triomphe;
use string_kit_types::types::{arc_str, arcstr, flex_str, shared_str, string};
use string_kit_types::{CloneWork, Cloned, Representation, StringType, Work};

use super::published;
use super::{CLONES, ENDS, LEAKED, THREADS};
use crate::question::{LENGTH, TYPE};
use crate::workload::contend::{Pattern, Sample, Setting, alone, together};
use crate::workload::representations::subjects;

const PATTERN: &str = "pattern";
const TIME: &str = "time";

/// The types that are measured unless others are named.
const DEFAULT_TYPES: [&str; 6] = [
    <string::This as StringType>::FACTS.name,
    <arc_str::This as StringType>::FACTS.name,
    <shared_str::This as StringType>::FACTS.name,
    <arcstr::This as StringType>::FACTS.name,
    <triomphe::This as StringType>::FACTS.name,
    <flex_str::This as StringType>::FACTS.name,
];

/// The fewest rounds of a process. If clones are leaked there are no more, since memory is bounded.
const ROUNDS: u32 = 3;
/// The shortest run of a cell: some hundred chunks, and long enough that 1,024 contended
/// `SharedStr` get their shards.
const SHORTEST: Duration = Duration::from_millis(2);
const LONGEST: Duration = Duration::from_millis(60);

#[derive(Debug, Default, clap::Args, Serialize, Deserialize)]
#[allow(clippy::struct_excessive_bools)] // Each is a flag.
pub(crate) struct Args {
    /// Clone by this many threads at once.
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "1,2,4,8",
        value_parser = clap::value_parser!(u32).range(1..=64))]
    threads: Vec<u32>,
    /// Share strings among the threads in these ways.
    #[arg(long, value_name = "NAME", value_delimiter = ',', help = Pattern::help(),
        default_value = "own,picked:16,picked:1024,picked:65536")]
    pattern: Vec<Pattern>,
    /// Clone strings of this many bytes.
    #[arg(long, value_name = "BYTES", value_delimiter = ',', default_value = "64",
        value_parser = clap::value_parser!(u32).range(0..=65_536))]
    length: Vec<u32>,
    /// Drop the clones, or leak them (in at most a quarter of the free memory).
    #[arg(long, value_parser = ENDS, value_delimiter = ',', default_value = "dropped")]
    clones: Vec<String>,
    /// Keep each thread on a core.
    #[arg(long)]
    pin: bool,
    /// Measure every type.
    #[arg(long, conflicts_with = "types")]
    every_type: bool,
    /// Repeat the experiment of "Arc<str> vs String" on jemalloc: the milliseconds in which the
    /// first thread makes the clones while 0 to 11 others clone until it is done, and the mapped
    /// memory.
    #[arg(long, conflicts_with_all = ["types", "every_type", "threads", "pattern", "length",
        "clones", "pin", "allocator", "seconds"])]
    published: bool,
    /// Clone this many times on the first thread. Leaked strings take 64 bytes a clone and thread:
    /// 13 GB with 12 threads.
    #[arg(long, value_name = "N", requires = "published", default_value_t = published::COUNT,
        value_parser = clap::value_parser!(u32).range(1_000..=1 << 28))]
    count: u32,
    #[command(flatten)]
    common: Common,
}

type Run = fn(&Setting, &mut fastrand::Rng) -> Sample;

#[derive(Clone)]
struct Clones {
    alone: Run,
    /// None if threads cannot share the type.
    together: Option<Run>,
    /// Compares a clone of a string of this length with the text, and returns the string's bytes on
    /// the heap.
    check: fn(usize) -> Result<usize, String>,
}

impl Clones {
    fn allow(&self, threads: usize) -> bool {
        threads == 1 || self.together.is_some()
    }

    fn new<S: Cloned, const TWIN: bool>(together: Option<Run>) -> Self {
        Self {
            alone: alone::<S, TWIN>,
            together,
            check: |length| {
                let text = "A".repeat(length);
                let clone = S::make(&text).clone();
                if clone.text() == text {
                    return Ok(clone.heap_bytes());
                }
                let (name, clone) = (S::FACTS.name, clone.text());
                Err(format!("{name}: a clone of {text:?} is {clone:?}"))
            },
        }
    }
}

impl Work for Clones {
    fn with<S: Representation, const TWIN: bool>() -> Self {
        Self::new::<S, TWIN>(None)
    }

    fn with_shared<S: Representation + Send + Sync, const TWIN: bool>() -> Self {
        Self::new::<S, TWIN>(Some(together::<S, TWIN>))
    }
}

impl CloneWork for Clones {
    fn with_pointer<S: Cloned + Send + Sync>() -> Self {
        Self::new::<S, false>(Some(together::<S, false>))
    }
}

/// Cells that a process measures together: all types and numbers of threads of one pattern.
#[derive(Serialize, Deserialize)]
struct Group {
    pattern: Pattern,
    length: u32,
    is_leaked: bool,
    threads: Vec<usize>,
}

impl Args {
    fn subjects(&self) -> Result<Vec<Subject<Clones>>, Failure> {
        let mut common = self.common.clone();
        if common.types.is_empty() && !self.every_type {
            common.types = DEFAULT_TYPES.map(ToOwned::to_owned).into();
        }
        common.chosen(subjects(string_kit_types::cloned()))
    }

    fn tasks(&self) -> Vec<Task> {
        let threads: BTreeSet<usize> = self.threads.iter().map(|&n| n as usize).collect();
        let mut groups = Vec::new();
        for pattern in distinct(self.pattern.clone()) {
            for clones in distinct(&self.clones) {
                for length in distinct(self.length.clone()) {
                    let factors = Factors::default().with(PATTERN, pattern);
                    let group = Group {
                        pattern,
                        length,
                        is_leaked: clones == LEAKED,
                        threads: threads.iter().copied().collect(),
                    };
                    groups.push((factors.with(CLONES, clones).with(LENGTH, length), group));
                }
            }
        }
        let task = |program, (factors, group): &(Factors, Group)| {
            let factors = factors.clone().with("allocator", program);
            Task::new(factors.to_string(), program, factors).with_work(group)
        };
        let mut tasks = Vec::new();
        for program in self.common.allocators() {
            tasks.extend(groups.iter().map(|group| task(program, group)));
        }
        tasks
    }

    fn rounds(&self, group: &Group, sampler: &mut Sampler) -> Result<(), Failure> {
        // Each type by each number of threads, with the samples.
        let subjects = self.subjects()?;
        let mut cells: Vec<(&Subject<Clones>, usize, Vec<Sample>)> = Vec::new();
        for subject in &subjects {
            let threads = group.threads.iter().filter(|n| subject.work.allow(**n));
            cells.extend(threads.map(|&threads| (subject, threads, Vec::new())));
        }
        let runs = u32::try_from(cells.len()).unwrap_or(u32::MAX) * ROUNDS;
        let mut setting = Setting {
            pattern: group.pattern,
            length: group.length as usize,
            leaks: group.is_leaked.then(|| free_memory() / 4 / runs as usize),
            threads: Concurrent {
                threads: 1,
                time: (sampler.time / runs).clamp(SHORTEST, LONGEST),
                is_pinned: self.pin,
            },
        };
        let (mut sentinel, mut disturbance) = (Sentinel::new(&mut sampler.random), Vec::new());
        let start = Instant::now();
        let mut order: Vec<usize> = (0..cells.len()).collect();
        for round in 1.. {
            sampler.random.shuffle(&mut order);
            let mut watched = Vec::new();
            for &at in &order {
                watched.push(sentinel.time());
                let (Subject { work, .. }, threads, taken) = &mut cells[at];
                setting.threads.threads = *threads;
                let together = work.together.filter(|_| *threads > 1);
                let run = together.unwrap_or(work.alone);
                taken.push(run(&setting, &mut sampler.random));
            }
            disturbance.extend(median(watched));
            if round >= ROUNDS && (group.is_leaked || start.elapsed() >= sampler.time) {
                break;
            }
        }
        sampler.sentinel(Factors::default(), disturbance)?;
        for (subject, threads, taken) in cells {
            let factors = Factors::default().with(TYPE, &subject.name);
            sampler.report(cell(factors.with(THREADS, threads), taken))?;
        }
        Ok(())
    }
}

fn cell(factors: Factors, values: Vec<Sample>) -> Measurement {
    let note = "no samples: the threads did not run at the same time for long enough; close other \
                programs";
    let is_empty = values.iter().all(Option::is_none);
    let cell = Measurement::new(factors, TIME, Unit::Ns, values);
    cell.with_note(is_empty.then(|| note.to_owned()))
}

impl Question for Args {
    fn common(&self) -> &Common {
        &self.common
    }

    fn plan(&self) -> Result<Plan, Failure> {
        if self.published {
            return Ok(published::plan(self.count as usize));
        }
        let subjects = self.subjects()?;
        let [lowest, highest] = [self.threads.iter().min(), self.threads.iter().max()]
            .map(|threads| threads.map_or(1, |&threads| threads as usize));
        let unshared = subjects
            .iter()
            .filter(|subject| !subject.work.allow(highest));
        let names = unshared.map(|subject| &subject.name);
        let note = |name| format!("{name} is neither Send nor Sync: it has one thread");
        let notes: Vec<String> = names.map(note).collect();
        let is_asked = |subject: &&Subject<Clones>| !subject.is_reference;
        let mut asked = subjects.iter().filter(is_asked).peekable();
        if asked.peek().is_some() && !asked.any(|subject| subject.work.allow(lowest)) {
            let reason = format!("there is nothing to measure: {}", notes.join("; "));
            return Err(Failure::Arguments(reason));
        }
        let patterns = self.pattern.iter().map(|pattern| pattern.words());
        let notes = distinct(patterns.chain(notes).map(|words| format!("{words}.")));
        let is_along_lengths = self.length.len() > 1 && self.threads.len() == 1;
        let along = if is_along_lengths { LENGTH } else { THREADS };
        let mut plan = Plan::new("contend", "Clones by several threads at once")
            .lasting(Duration::from_secs(40), 10)
            .comparing(TYPE, &subjects[0].name);
        plan.header.layout.columns = Some(along.to_owned());
        plan.header.layout.chart = Some(along.to_owned());
        plan.header.notes = notes;
        plan.tasks = self.tasks();
        plan.tasks.push(Task::once("bytes", plan.tasks[0].program));
        plan.threads = highest;
        Ok(plan)
    }

    fn sample(&self, task: &Task, sampler: &mut Sampler) -> Result<(), Failure> {
        if self.published {
            return published::sample(task, sampler);
        }
        for &length in &self.length {
            for Subject { name, work, .. } in self.subjects()? {
                let bytes = (work.check)(length as usize).map_err(Failure::Unexpected)?;
                if task.once {
                    let factors = Factors::default().with(TYPE, name).with(LENGTH, length);
                    sampler.fixed(factors, "heap", Unit::Bytes, bytes as f64)?;
                }
            }
        }
        if task.once {
            Ok(())
        } else {
            self.rounds(&task.work()?, sampler)
        }
    }
}
