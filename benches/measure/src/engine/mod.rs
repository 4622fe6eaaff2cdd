//! The engine: it measures each question in fresh processes, by rounds.
//!
//! ```text
//! question --> plan: tasks --> P times, tasks in a drawn order: process --> samples
//!                                                                  \--> Sampler: rounds of all cells
//! ```
//!
//! A *task* is a set of cells that one process measures together. Each repetition of a task is a
//! fresh process, with its own addresses, its own heap padding and its own order of cells, all drawn
//! from the seed of the run.

mod concurrent;
mod process;
mod program;
mod sampler;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ffi::OsString;
use std::fs::File;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub use concurrent::{Concurrent, Log, ThreadRun, Times, Work, move_to_calm_core};
pub use process::SAMPLE;
pub use program::{Build, Program};
pub use program::{TELL_SOURCES, tell_sources};
pub use sampler::{
    Sampler, Sentinel, Stopwatch, Timed, at_random_place, core_time, cpu_time, repeat,
};

use crate::failure::Failure;
use crate::run::{self, Compared, Factors, Header, Key, Layout, Machine, Measurement, Run, SCHEMA};

/// The fewest processes of a task of a plan that keeps its time: with fewer, there is no interval.
const FEWEST: u32 = 3;

/// The work that answers a question.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The verb.
    pub question: &'static str,
    /// The time that all processes together measure for, and their number, if no flag says otherwise.
    pub effort: (Duration, u32),
    /// The question in words.
    pub title: String,
    /// The factor whose values are compared, and the baseline among them.
    pub compared: Option<Compared>,
    /// The order of the tables.
    pub layout: Layout,
    /// Sentences about the input and the method.
    pub notes: Vec<String>,
    /// The work, a process or more each.
    pub tasks: Vec<Task>,
    /// The most threads that run at once.
    pub threads: usize,
    /// True if the run ends when the time is over, though fewer processes were measured: at least three.
    pub keeps_time: bool,
    /// A file without a name, which each process has as its standard input, behind the hidden flag `--data`.
    pub data: Option<Arc<File>>,
    /// Facts about the input, which the question's own part of a report needs.
    pub facts: serde_json::Value,
}

impl Default for Plan {
    fn default() -> Self {
        Self {
            question: "",
            effort: (Duration::from_secs(10), 40),
            title: String::new(),
            compared: None,
            layout: Layout::default(),
            notes: Vec::new(),
            tasks: Vec::new(),
            threads: 1,
            keeps_time: false,
            data: None,
            facts: serde_json::Value::Null,
        }
    }
}

/// Cells that a process measures together.
#[derive(Clone, Debug)]
pub struct Task {
    /// The name, which is unique in the plan.
    pub name: String,
    /// The program that measures it, and so the allocator.
    pub program: Program,
    /// True if one process is enough, since its samples do not vary.
    pub once: bool,
    /// Factors that all its cells have.
    pub factors: Factors,
    /// Variables of its processes' environment.
    pub environment: Vec<(&'static str, String)>,
}

impl Task {
    /// Returns a task whose samples vary.
    pub fn new(name: String, program: Program, factors: Factors) -> Self {
        Self {
            name,
            program,
            once: false,
            factors,
            environment: Vec::new(),
        }
    }

    /// Returns a task of this name for each allocator. Of several, the allocator is a factor.
    pub fn on(programs: &[Program], name: &str) -> Vec<Self> {
        let factors = |program: &Program| match programs {
            [_] => Factors::default(),
            _ => Factors::default().with("allocator", program),
        };
        let task = |program: &Program| Self::new(name.to_owned(), *program, factors(program));
        programs.iter().map(task).collect()
    }

    /// Returns a task whose samples do not vary.
    pub fn once(name: &str, program: Program) -> Self {
        Self {
            once: true,
            ..Self::new(name.to_owned(), program, Factors::default())
        }
    }
}

/// The numbers that a run is made with.
#[derive(Clone, Debug)]
pub struct Effort {
    /// The time to measure for, of all processes together.
    pub time: Duration,
    /// The number of processes that measure each task.
    pub processes: u32,
    /// The number that orders and addresses are drawn from.
    pub seed: u64,
}

/// A process's part of a run, as arguments of the hidden verb `sample`.
#[derive(Clone, Debug, clap::Args)]
pub struct Part {
    /// The number of the task in the plan.
    #[arg(long)]
    pub task: usize,
    /// The number of the process, from 0.
    #[arg(long)]
    pub process: u32,
    /// The seed of the run.
    #[arg(long)]
    pub seed: u64,
    /// The time to measure for, in microseconds.
    #[arg(long)]
    pub micros: u64,
    /// The number of answers of earlier processes of this part, which ended early.
    #[arg(long, default_value_t = 0)]
    pub done: usize,
}

/// Runs a plan. `argv` are the arguments that make the same plan in another process; `progress` is called
/// with the share that is done.
pub fn run(
    plan: Plan,
    effort: &Effort,
    argv: &[OsString],
    command: String,
    progress: &mut dyn FnMut(f64),
) -> Result<Run, Failure> {
    let watch = run::Watch::start();
    let data = plan.data.as_deref();
    let flag = data.map(|_| OsString::from("--data"));
    let argv: Vec<OsString> = argv.iter().cloned().chain(flag).collect();
    let mut programs = HashMap::new();
    for task in &plan.tasks {
        if let Entry::Vacant(place) = programs.entry(task.program) {
            place.insert(task.program.path()?);
        }
    }
    let turns = turns(&plan.tasks, effort);
    let timed = turns.iter().filter(|(_, task)| !plan.tasks[*task].once);
    let timed = timed.count();
    let share = effort.time / u32::try_from(timed.max(1)).unwrap_or(u32::MAX);
    let mut cells = Vec::<(usize, Measurement)>::new();
    let mut known = HashMap::<Key, usize>::new();
    let mut random = fastrand::Rng::with_seed(effort.seed);
    let start = Instant::now();
    let mut processes = effort.processes;
    for (done, &(process, number)) in turns.iter().enumerate() {
        if plan.keeps_time && process >= FEWEST && start.elapsed() >= effort.time {
            processes = process + 1;
            break;
        }
        progress(done as f64 / turns.len() as f64);
        let task = &plan.tasks[number];
        let part = Part {
            task: number,
            process,
            seed: effort.seed,
            micros: u64::try_from(share.as_micros()).unwrap_or(u64::MAX),
            done: 0,
        };
        let padding = random.usize(..process::MOST_PADDING);
        let answers = process::ask(&programs[&task.program], task, part, &argv, data, padding)
            .map_err(|why| Failure::Unexpected(format!("{}: {why}", task.name)))?;
        for answer in answers {
            let at = *known.entry(answer.key.clone()).or_insert_with(|| {
                let cell = Measurement {
                    samples: Vec::new(),
                    ..answer.clone()
                };
                cells.push((number, cell));
                cells.len() - 1
            });
            let Measurement { note, samples, .. } = &mut cells[at].1;
            // A note that only some processes have, such as a reason for no samples, is dropped.
            if *note != answer.note {
                *note = None;
            }
            // A process that gave no answer for a cell has an empty list of samples.
            samples.resize(samples.len().max(process as usize), Vec::new());
            samples.extend(answer.samples);
        }
    }
    progress(1.0);
    // Turns are drawn; tables are in the order of the plan.
    cells.sort_by_key(|(task, _)| *task);
    Ok(Run {
        header: Header {
            processes,
            ..header(plan, effort, command, &watch)
        },
        measurements: cells.into_iter().map(|(_, cell)| cell).collect(),
    })
}

/// Returns the turns of all tasks in a drawn order, each as the number of its process and of its task. A task that varies
/// has one in each repetition, any other task one in the first.
fn turns(tasks: &[Task], effort: &Effort) -> Vec<(u32, usize)> {
    let mut random = fastrand::Rng::with_seed(effort.seed);
    let repetition = |process: u32| {
        let tasks = tasks.iter().enumerate();
        let tasks = tasks.filter(|(_, task)| process == 0 || !task.once);
        let mut turns: Vec<_> = tasks.map(|(number, _)| (process, number)).collect();
        random.shuffle(&mut turns);
        turns
    };
    (0..effort.processes).flat_map(repetition).collect()
}

fn header(plan: Plan, effort: &Effort, command: String, watch: &run::Watch) -> Header {
    let tasks = plan.tasks.iter();
    let tasks = tasks.filter(|task| !task.once || task.program.is_bare());
    let mut allocators = run::distinct(tasks.map(|task| task.program.allocator().to_owned()));
    if allocators.is_empty() {
        // The allocator that counts takes its blocks from the system's.
        allocators.push(Program::System.allocator().to_owned());
    }
    let mut doubts = watch.doubts(plan.threads);
    if plan.tasks.iter().all(|task| task.once) {
        // Doubts are about times, and this run has none.
        doubts.clear();
    }
    Header {
        schema: SCHEMA.to_owned(),
        question: plan.question.to_owned(),
        title: plan.title,
        command,
        seed: effort.seed,
        processes: effort.processes,
        compared: plan.compared,
        layout: plan.layout,
        notes: plan.notes,
        commit: program::build().commit.to_owned(),
        date: run::today(),
        versions: run::versions(),
        machine: Machine::detect(program::build().rustc.to_owned(), allocators),
        doubts,
        facts: plan.facts,
    }
}
