//! The engine: it measures each question in fresh processes, by rounds.
//!
//! ```text
//! question --> plan: tasks --> P times, tasks in a drawn order: process --> samples
//!                                                                  \--> Sampler: rounds of all cells
//! ```
//!
//! A *task* is a set of cells that one process measures together. Each repetition of a task is a
//! fresh process, with its own addresses, its own heap padding and its own order of cells, all drawn
//! from the seed of the run. It answers in lines of JSON.

mod concurrent;
mod program;
mod sampler;

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;

pub use concurrent::{Concurrent, Log, ThreadRun, Times, Work, move_to_calm_core};
pub use program::{Build, Program, TELL_SOURCES};
pub use sampler::{
    Sampler, Sentinel, Stopwatch, Timed, at_random_place, core_time, cpu_time, repeat,
};

use crate::failure::Failure;
use crate::run::{self, Compared, Factors, Header, Layout, Machine, Measurement, Run, SCHEMA};

/// The hidden verb that makes a process do a part of a run.
pub const SAMPLE: &str = "sample";

/// The environment variable that moves the stack by its length.
const PADDING: &str = "STRING_KIT_PADDING";
/// A bound of that length, in bytes: a page.
const MOST_PADDING: usize = 4096;
/// The longest time without an answer, in addition to ten times the measuring time: the largest inputs take some
/// minutes to build.
const SILENCE: Duration = Duration::from_mins(5);
/// The fewest processes of a task of a plan that keeps its time: with fewer, there is no interval.
const FEWEST: u32 = 3;

/// The work that answers a question.
#[derive(Clone, Debug, Default)]
pub struct Plan {
    /// The verb.
    pub question: &'static str,
    /// The time of all processes together and their number, if no flag says otherwise. Default: 10 s and 40.
    pub effort: Option<(Duration, u32)>,
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
    /// The most threads that run at once, if there are several.
    pub threads: usize,
    /// True if the run ends when the time is over, though fewer processes were measured: at least three.
    pub keeps_time: bool,
    /// A file without a name, which each process has as its standard input, behind the hidden flag `--data`.
    pub data: Option<Arc<File>>,
    /// Facts about the input, which the question's own part of a report needs.
    pub facts: serde_json::Value,
}

/// Cells that a process measures together.
#[derive(Clone, Debug, Default)]
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
            factors,
            ..Self::default()
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
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Line {
    /// The answer that stands if the process ends before the next line.
    Attempt {
        attempt: Measurement,
    },
    Answer(Measurement),
}

/// Runs a plan. `argv` are the arguments that make the same plan in another process; `progress` is called
/// with the share that is done.
pub fn run(
    plan: Plan,
    mut effort: Effort,
    mut argv: Vec<OsString>,
    command: String,
    progress: &mut dyn FnMut(f64),
) -> Result<Run, Failure> {
    let ticks = run::ticks();
    let data = plan.data.as_deref();
    argv.extend(data.map(|_| "--data".into()));
    let mut programs = HashMap::new();
    for program in run::distinct(plan.tasks.iter().map(|task| task.program)) {
        programs.insert(program, program.path()?);
    }
    let turns = turns(&plan.tasks, &effort);
    let timed = turns.iter().filter(|(_, task)| !plan.tasks[*task].once);
    let share = effort.time / u32::try_from(timed.count().max(1)).unwrap_or(u32::MAX);
    let mut answers = Vec::new();
    let mut random = fastrand::Rng::with_seed(effort.seed);
    let start = Instant::now();
    for (done, &(process, number)) in turns.iter().enumerate() {
        if plan.keeps_time && process >= FEWEST && start.elapsed() >= effort.time {
            effort.processes = process + 1;
            break;
        }
        progress(done as f64 / turns.len() as f64);
        let task = &plan.tasks[number];
        let part = Part {
            task: number,
            process,
            seed: effort.seed,
            micros: u64::try_from(share.as_micros()).unwrap_or(u64::MAX),
        };
        let padding = random.usize(..MOST_PADDING);
        let new = ask(&programs[&task.program], task, &part, &argv, data, padding)
            .map_err(|why| Failure::Unexpected(format!("{}: {why}", task.name)))?;
        answers.extend(new.into_iter().map(|answer| (number, process, answer)));
    }
    progress(1.0);
    // Turns are drawn; tables are in the order of the plan.
    answers.sort_by_key(|(task, ..)| *task);
    let answers = answers.into_iter();
    let answers = answers.map(|(_, process, answer)| (answer.key.clone(), (process, answer)));
    let cells = run::grouped(answers).into_iter();
    Ok(Run {
        header: header(plan, &effort, command, ticks),
        measurements: cells.map(|(_, answers)| joined(answers)).collect(),
    })
}

/// Returns the turns of all tasks in a drawn order, each as the number of its process and of its task. A task that varies
/// has one in each repetition, any other task one in the first.
fn turns(tasks: &[Task], effort: &Effort) -> Vec<(u32, usize)> {
    let mut random = fastrand::Rng::with_seed(effort.seed);
    let mut turns = Vec::new();
    for process in 0..effort.processes {
        let first = turns.len();
        let repeated = (0..tasks.len()).filter(|&task| process == 0 || !tasks[task].once);
        turns.extend(repeated.map(|task| (process, task)));
        random.shuffle(&mut turns[first..]);
    }
    turns
}

/// Joins the samples of a cell that its processes gave, in the order of the processes.
fn joined(answers: Vec<(u32, Measurement)>) -> Measurement {
    let mut cell = Measurement {
        samples: Vec::new(),
        ..answers[0].1.clone()
    };
    for (process, answer) in answers {
        // A note that only some processes have, such as a reason for no samples, is dropped.
        if cell.note != answer.note {
            cell.note = None;
        }
        // A process that gave no answer for a cell has an empty list of samples.
        let before = cell.samples.len().max(process as usize);
        cell.samples.resize(before, Vec::new());
        cell.samples.extend(answer.samples);
    }
    cell
}

fn header(plan: Plan, effort: &Effort, command: String, ticks: Option<run::Ticks>) -> Header {
    let tasks = plan.tasks.iter();
    let tasks = tasks.filter(|task| !task.once || Program::BARE.contains(&task.program));
    let mut allocators = run::distinct(tasks.map(|task| task.program.to_string()));
    if allocators.is_empty() {
        // The allocator that counts takes its blocks from the system's.
        allocators.push(Program::System.to_string());
    }
    // Doubts are about times.
    let has_times = plan.tasks.iter().any(|task| !task.once);
    let doubts = has_times.then(|| run::doubts(ticks, plan.threads));
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
        doubts: doubts.unwrap_or_default(),
        facts: plan.facts,
    }
}

/// Starts a process of this program for a part, and returns its answers, or the reason why it failed. If it ends during
/// an attempt, the attempt is an answer, and another process does the rest. Each reads `data` from the beginning as its
/// standard input.
fn ask(
    program: &Path,
    task: &Task,
    part: &Part,
    argv: &[OsString],
    data: Option<&File>,
    padding: usize,
) -> Result<Vec<Measurement>, String> {
    let silence = SILENCE + Duration::from_micros(part.micros).saturating_mul(10);
    let mut answers = Vec::new();
    loop {
        let input = match data {
            None => Stdio::null(),
            Some(mut data) => {
                // Processes run one at a time, since they share the file's position.
                let copy = data.rewind().and_then(|()| data.try_clone());
                copy.map_err(|error| format!("its input: {error}"))?.into()
            }
        };
        let mut command = Command::new(program);
        command
            .arg(SAMPLE)
            .arg(format!("--task={}", part.task))
            .arg(format!("--process={}", part.process))
            .arg(format!("--seed={}", part.seed))
            .arg(format!("--micros={}", part.micros))
            .args((!answers.is_empty()).then(|| format!("--done={}", answers.len())))
            .arg("--")
            .args(argv)
            .envs(task.environment.iter().map(|(name, value)| (name, value)))
            .env(PADDING, "x".repeat(padding))
            .env("RUST_BACKTRACE", "0")
            .stdin(input);
        if collect(&mut command, silence, &mut answers)? {
            return Ok(answers);
        }
    }
}

/// Collects the answers of a process, which may be silent for at most `silence`. Returns false if it ended during an
/// attempt, which is then the last answer.
fn collect(
    command: &mut Command,
    silence: Duration,
    answers: &mut Vec<Measurement>,
) -> Result<bool, String> {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command
        .spawn()
        .map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let complaint = thread::spawn(|| err.map(last_words).unwrap_or_default());
    let (sender, lines) = mpsc::channel();
    // A read has no time limit, but another thread may wait for it.
    thread::spawn(move || {
        let out = out.map(BufReader::new).into_iter();
        let lines = out.flat_map(|out| out.lines().map_while(Result::ok));
        // Lines of another form are skipped: a type may print something itself.
        let mut known = lines.filter_map(|line| serde_json::from_str::<Line>(&line).ok());
        known.all(|line| sender.send(line).is_ok())
    });
    let mut begun = None;
    let is_silent = loop {
        match lines.recv_timeout(silence) {
            Ok(Line::Attempt { attempt }) => begun = Some(attempt),
            Ok(Line::Answer(answer)) => {
                begun = None;
                answers.push(answer);
            }
            Err(error) => break error == RecvTimeoutError::Timeout,
        }
    };
    if is_silent {
        // It may have ended just now.
        let _ = child.kill();
    }
    let why = match child.wait() {
        _ if is_silent => format!("killed: no answer within {} s", silence.as_secs_f32()),
        Ok(status) if status.success() => return Ok(true),
        ended => {
            let status = ended.map_or_else(|error| error.to_string(), |status| status.to_string());
            match complaint.join().unwrap_or_default() {
                words if words.is_empty() => status,
                words => format!("{words} ({status})"),
            }
        }
    };
    let mut attempt = begun.ok_or_else(|| why.clone())?;
    attempt.note = Some(attempt.note.unwrap_or_default() + &why);
    answers.push(attempt);
    Ok(false)
}

/// Returns the last line that is not empty, a note or about the abort.
fn last_words(mut err: impl Read) -> String {
    let mut bytes = Vec::new();
    // The part before an error is still worth showing.
    let _ = err.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes);
    let says_why = |line: &&str| {
        let line = line.to_ascii_lowercase();
        !line.is_empty() && !line.starts_with("note: ") && !line.ends_with("aborting.")
    };
    let line = text.lines().rev().map(str::trim).find(says_why);
    line.unwrap_or_default().to_owned()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::run::Unit;

    #[test]
    fn an_attempt_that_ends_the_process_is_an_answer_and_one_that_hangs_is_killed() {
        let answer = Measurement {
            note: Some("ended: ".to_owned()),
            ..Measurement::new(Factors::default(), "kept", Unit::Flag, vec![Some(0.0)])
        };
        let collected = |line: &serde_json::Value, script: &str| {
            let line = line.to_string();
            let script = format!("echo \"$1\"; {script}");
            let mut command = Command::new("sh");
            command.args(["-c", &script, "sh", &line]);
            let mut answers = Vec::new();
            let ended = collect(&mut command, Duration::from_secs(2), &mut answers);
            let notes: String = answers.into_iter().filter_map(|one| one.note).collect();
            ended.map(|ended| format!("{ended}, {notes}"))
        };
        let answer = serde_json::to_value(answer).unwrap();
        let attempt = serde_json::json!({"attempt": answer});
        let words = "(echo no room; echo note: run with; echo abort: aborting.; echo) >&2; exit 6";
        let no_room = "no room (exit status: 6)";
        let (sleep, killed) = ("exec sleep 1000", "killed: no answer within 2 s");
        for (line, script, expected) in [
            (&attempt, words, Ok(format!("false, ended: {no_room}"))),
            (&answer, words, Err(no_room.to_owned())),
            (&attempt, sleep, Ok(format!("false, ended: {killed}"))),
            (&answer, sleep, Err(killed.to_owned())),
            (&answer, "exit 6", Err("exit status: 6".to_owned())),
            (&answer, "exit 0", Ok("true, ended: ".to_owned())),
        ] {
            assert_eq!(collected(line, script), expected, "{script}");
        }
        let missing = collect(&mut Command::new("no/such"), SILENCE, &mut Vec::new());
        assert!(missing.unwrap_err().starts_with("no/such: "));
    }
}
