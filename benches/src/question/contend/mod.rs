//! The cost of a clone while other threads clone the same string.

mod findings;
mod mapped;
mod simulation;
mod subject;

use std::time::{Duration, Instant};

use string_kit_measure::engine::{Concurrent, Plan, Sampler, Sentinel, Task};
use string_kit_measure::judge::{self, Judge};
use string_kit_measure::memory::free_memory;
use string_kit_measure::report::Section;
use string_kit_measure::run::{Compared, Factors, Layout, Measurement, Unit, distinct};
use string_kit_measure::{Common, Failure, Question, Subject};

use crate::workload::contend::{Pattern, Setting};
use subject::{Clones, subjects};

const TYPE: &str = "type";
const PATTERN: &str = "pattern";
const THREADS: &str = "threads";
const LENGTH: &str = "length";
const CLONES: &str = "clones";
const TIME: &str = "time";
/// The time that was published: by the clock, of one thread.
const WALL: &str = "wall-clock time";

/// The types that are measured unless others are named.
const DEFAULT_TYPES: [&str; 6] = [
    "string",
    "Arc<str>",
    "shared_str",
    "arcstr",
    "triomphe",
    "flex_str",
];

/// The fewest rounds of a process. If clones are leaked there are no more, since memory is bounded.
const ROUNDS: u32 = 3;
/// The shortest run of a cell: some hundred chunks, and long enough that 1,024 contended `SharedStr` get
/// their shards.
const SHORTEST: Duration = Duration::from_millis(2);
/// The longest run of a cell.
const LONGEST: Duration = Duration::from_millis(60);

/// The pairs of a clone and a drop of each simulated setting: some seconds for all of them.
const PAIRS: usize = 1_000_000;

/// The flags of the question.
#[derive(Debug, Default, clap::Args)]
#[allow(clippy::struct_excessive_bools)] // Each is a flag.
pub(crate) struct Args {
    /// Clone by this many threads at once.
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "1,2,4,8",
        value_parser = clap::value_parser!(u64).range(1..=64))]
    threads: Vec<u64>,
    /// Share strings by these patterns: own, borrowed, private, picked:N, cold, handoff, batch; the report
    /// explains each.
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        default_value = "own,picked:16,picked:1024,picked:65536"
    )]
    pattern: Vec<Pattern>,
    /// Clone strings of this many bytes.
    #[arg(long, value_name = "BYTES", value_delimiter = ',', default_value = "64",
        value_parser = clap::value_parser!(u64).range(0..=65_536))]
    length: Vec<u64>,
    /// Drop the clones, or leak them, in at most a quarter of the free memory.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "dropped")]
    clones: Vec<End>,
    /// Keep each thread on a core.
    #[arg(long)]
    pin: bool,
    /// Measure every type.
    #[arg(long, conflicts_with = "types")]
    all: bool,
    /// Show the memory that jemalloc maps while 8 threads, and one for each core, make 16,777,216 clones each,
    /// as published.
    #[arg(long, conflicts_with_all = ["types", "pattern", "clones", "allocator"])]
    mapped: bool,
    /// Also simulate 100,000 shared names on 4 to 128 cores, with and without a budget for shards.
    #[arg(long)]
    simulate: bool,
    #[command(flatten)]
    common: Common,
}

/// The end of clones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, clap::ValueEnum)]
enum End {
    Dropped,
    Leaked,
}

/// Cells that a process measures together: all types and numbers of threads of one pattern.
#[derive(Debug)]
struct Group {
    task: Task,
    pattern: Pattern,
    length: usize,
    leaked: bool,
    threads: Vec<usize>,
}

impl Args {
    /// Returns the types that are asked for, the baseline and its twin among them.
    fn subjects(&self) -> Result<Vec<Subject<Clones>>, Failure> {
        let mut common = self.common.clone();
        if common.types.is_empty() && !self.all {
            common.types = DEFAULT_TYPES.map(str::to_owned).to_vec();
        }
        common.chosen(subjects())
    }

    /// Returns the groups, and reasons why some are left out.
    fn groups(&self) -> (Vec<Group>, Vec<String>) {
        let (mut groups, mut reasons) = (Vec::new(), Vec::new());
        let mut threads: Vec<usize> = self.threads.iter().map(|&n| to_usize(n)).collect();
        threads.sort_unstable();
        threads.dedup();
        for program in self.common.allocators() {
            for (pattern, clones, length) in self.settings() {
                let leaked = clones == End::Leaked;
                let mut threads = threads.clone();
                threads.retain(|&threads| {
                    let reason = pattern.refuses(threads, leaked);
                    reasons.extend(reason.clone());
                    reason.is_none()
                });
                let clones = if leaked { "leaked" } else { "dropped" };
                let factors = Factors::default()
                    .with("allocator", program)
                    .with(PATTERN, pattern)
                    .with(CLONES, clones)
                    .with(LENGTH, length);
                let task = Task::new(factors.to_string(), program, factors);
                if !threads.is_empty() {
                    groups.push(Group {
                        task,
                        pattern,
                        length,
                        leaked,
                        threads,
                    });
                }
            }
        }
        (groups, reasons)
    }

    /// Returns all settings, each once.
    fn settings(&self) -> Vec<(Pattern, End, usize)> {
        let mut settings = Vec::new();
        for &pattern in &self.pattern {
            for &clones in &self.clones {
                let lengths = self.length.iter().copied();
                settings.extend(lengths.map(|length| (pattern, clones, to_usize(length))));
            }
        }
        distinct(settings)
    }

    /// Measures all cells of a group, round by round.
    fn rounds(&self, group: &Group, sampler: &mut Sampler) -> Result<(), Failure> {
        let mut cells: Vec<Cell> = self
            .subjects()?
            .into_iter()
            .flat_map(|subject| {
                let threads = group.threads.iter().filter(|n| subject.work.allow(**n));
                let cells: Vec<Cell> = threads.map(|&n| Cell::new(subject.clone(), n)).collect();
                cells
            })
            .collect();
        let runs = u32::try_from(cells.len()).unwrap_or(u32::MAX) * ROUNDS;
        let mut setting = Setting {
            pattern: group.pattern,
            length: group.length,
            leaks: group.leaked.then(|| free_memory() / 4 / runs as usize),
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
                let cell = &mut cells[at];
                setting.threads.threads = cell.threads;
                let sample = cell.subject.work.run(&setting, &mut sampler.random);
                cell.together.push(sample.together);
                cell.wall.push(sample.wall);
            }
            disturbance.extend(judge::median(watched));
            if round >= ROUNDS && (group.leaked || start.elapsed() >= sampler.time) {
                break;
            }
        }
        sampler.sentinel(Factors::default(), disturbance)?;
        let is_published = findings::is_published(group.pattern, group.length);
        for Cell {
            subject,
            threads,
            together,
            wall,
        } in cells
        {
            let factors = Factors::default()
                .with(TYPE, &subject.name)
                .with(THREADS, threads);
            sampler.report(answer(factors.clone(), TIME, together))?;
            if is_published {
                sampler.report(answer(factors, WALL, wall))?;
            }
        }
        Ok(())
    }
}

/// A type, cloned by `threads` threads, and its samples.
struct Cell {
    subject: Subject<Clones>,
    threads: usize,
    together: Vec<Option<f64>>,
    wall: Vec<Option<f64>>,
}

impl Cell {
    fn new(subject: Subject<Clones>, threads: usize) -> Self {
        Self {
            subject,
            threads,
            together: Vec::new(),
            wall: Vec::new(),
        }
    }
}

/// Returns samples, or the reason why there are none.
fn answer(factors: Factors, metric: &str, values: Vec<Option<f64>>) -> Measurement {
    let note = "no samples: the threads did not run at the same time for long enough; close other \
                programs";
    Measurement {
        note: values.iter().all(Option::is_none).then(|| note.to_owned()),
        ..Measurement::new(factors, metric, Unit::Ns, values)
    }
}

impl Question for Args {
    fn common(&self) -> &Common {
        &self.common
    }

    fn plan(&self) -> Result<Plan, Failure> {
        if self.mapped {
            return Ok(mapped::plan());
        }
        let subjects = self.subjects()?;
        let (groups, mut notes) = self.groups();
        let most = groups.iter().flat_map(|group| &group.threads).max();
        for subject in &subjects {
            if most.is_some_and(|&most| !subject.work.allow(most)) {
                let name = &subject.name;
                notes.push(format!(
                    "{name} is neither Send nor Sync: it has one thread"
                ));
            }
        }
        let least = groups.iter().flat_map(|group| &group.threads).min();
        let mut asked = subjects.iter().filter(|one| !one.is_reference).peekable();
        let can = |one: &Subject<Clones>| least.is_some_and(|&least| one.work.allow(least));
        if least.is_none() || asked.peek().is_some() && !asked.any(can) {
            let why = distinct(notes).join("; ");
            return Err(Failure::Arguments(format!(
                "there is nothing to measure: {why}"
            )));
        }
        let patterns: Vec<String> = groups.iter().map(|one| one.pattern.words()).collect();
        let words = patterns.into_iter().chain(notes);
        let mut notes = distinct(words.map(|words| format!("{words}.")));
        if self.simulate {
            notes.push(simulation::NOTE.to_owned());
        }
        let [threads, lengths] = [&self.threads, &self.length].map(Vec::len);
        let along = if lengths > 1 && threads == 1 {
            LENGTH
        } else {
            THREADS
        };
        let threads = most.copied().unwrap_or_default();
        let mut tasks: Vec<Task> = groups.into_iter().map(|group| group.task).collect();
        let program = tasks[0].program;
        tasks.push(Task::once("bytes", program));
        Ok(Plan {
            question: "contend",
            effort: (Duration::from_secs(40), 10),
            title: "Clones by several threads at once".to_owned(),
            compared: Some(Compared::with(TYPE, &subjects[0].name)),
            layout: Layout {
                columns: Some(along.to_owned()),
                chart: Some(along.to_owned()),
                ..Layout::default()
            },
            notes,
            tasks,
            threads,
            ..Plan::default()
        })
    }

    fn sample(&self, task: &Task, sampler: &mut Sampler) -> Result<(), Failure> {
        if self.mapped {
            return mapped::sample(task, sampler);
        }
        let subjects = self.subjects()?;
        for &length in &self.length {
            for subject in &subjects {
                let bytes = subject
                    .work
                    .check(to_usize(length))
                    .map_err(Failure::Unexpected)?;
                if task.once {
                    let factors = Factors::default()
                        .with(TYPE, &subject.name)
                        .with(LENGTH, length);
                    #[allow(clippy::cast_precision_loss)] // Far from 2^52.
                    sampler.fixed(factors, "heap", Unit::Bytes, bytes as f64)?;
                }
            }
        }
        let groups = self.groups().0;
        let is_it = |group: &&Group| !task.once && group.task.name == task.name;
        match groups.iter().find(is_it) {
            Some(group) => self.rounds(group, sampler),
            None => Ok(()),
        }
    }

    fn sections(&self, judge: &Judge<'_>) -> Vec<Section> {
        let mut sections = findings::sections(judge);
        sections.extend(mapped::sections(judge));
        let header = &judge.run.header;
        // A report of a run file knows the flags by the run alone.
        if header.notes.iter().any(|note| note == simulation::NOTE) {
            sections.push(simulation::section(PAIRS, header.seed, &header.command));
        }
        sections
    }
}

fn to_usize(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
