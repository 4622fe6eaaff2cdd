//! The engine: it measures each question in fresh processes, by rounds.
//!
//! ```text
//! question --> plan: tasks --> P times, tasks in a drawn order: process --> samples
//!                                           Sampler: rounds of all cells <--/
//! ```
//!
//! A *task* is a set of cells that one process measures together. Each repetition of a task is a
//! fresh process, with its own addresses, its own heap padding and its own order of cells, all
//! drawn from the seed of the run. It answers in lines of JSON.

mod concurrent;
mod data;
mod interrupt;
mod program;
mod progress;
mod sampler;

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Seek};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

pub use concurrent::{Concurrent, Log, ThreadRun, move_to_calm_core};
pub use data::{load, save, save_with};
use interrupt::Interrupt;
use program::Copies;
use progress::Progress;

pub use program::{Build, Program, TELL_SOURCES};
pub use sampler::{
    Sampler, Sentinel, Stopwatch, Timed, at_random_place, core_time, cpu_time, repeat,
};

use crate::failure::Failure;
use crate::run::{self, Compared, Factors, Header, Machine, Measurement, Run, SCHEMA};

/// The hidden verb that makes a process do a part of a run.
pub const SAMPLE: &str = "sample";

/// The environment variable that moves the stack by its length.
const PADDING: &str = "STRING_KIT_PADDING";
/// A bound of that length, in bytes: a page.
const MOST_PADDING: usize = 4096;
/// The longest time without an answer, in addition to ten times the measuring time: the largest
/// inputs take some minutes to build.
const SILENCE: Duration = Duration::from_mins(5);
/// The time between two reports of the progress of a process.
const TICK: Duration = Duration::from_millis(500);
/// The copies of a program that the processes of a run are started from, and the time of a run from
/// which on there are copies.
///
/// PERF: on which physical pages the program's file lies changes a time by 5.4 % (standard
/// deviation over copies), and all processes of one copy share them.
const COPIES: u32 = 8;
const COPIED: Duration = Duration::from_secs(5);

/// The work that answers a question.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The header of the run, as far as the question knows it.
    pub header: Header,
    /// The time of all processes together.
    pub time: Duration,
    /// The work, a process or more each.
    pub tasks: Vec<Task>,
    /// The most threads that run at once, if there are several.
    pub threads: usize,
    /// True if the question ends the run when the time is over.
    pub keeps_time: bool,
}

impl Plan {
    /// Returns a plan without tasks: for 10 seconds, by 40 processes.
    pub fn new(question: &str, title: impl Into<String>) -> Self {
        Self {
            header: Header {
                question: question.to_owned(),
                title: title.into(),
                processes: 40,
                ..Header::default()
            },
            time: Duration::from_secs(10),
            tasks: Vec::new(),
            threads: 0,
            keeps_time: false,
        }
    }

    /// Sets the time of all processes together, and their number.
    pub fn lasting(mut self, time: Duration, processes: u32) -> Self {
        (self.time, self.header.processes) = (time, processes);
        self
    }

    /// Sets the factor whose values are compared, and the baseline among them.
    pub fn comparing(mut self, factor: &str, baseline: &str) -> Self {
        self.header.compared = Some(Compared::with(factor, baseline));
        self
    }
}

/// Cells that a process measures together.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Task {
    /// The name, which is unique in the plan.
    pub name: String,
    /// The program that measures it, and so the allocator.
    pub program: Program,
    /// True if one process is enough, since its samples do not vary.
    pub once: bool,
    /// Factors that all its cells have.
    pub factors: Factors,
    /// The question's own description of the work.
    work: serde_json::Value,
    /// A file without a name, which its processes have as their standard input.
    #[serde(skip)]
    data: Option<Arc<File>>,
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

    /// Sets the work, which [`work`](Self::work) returns in the process that does it.
    pub fn with_work(mut self, work: impl Serialize) -> Self {
        self.work = serde_json::to_value(work).expect("work is plain data");
        self
    }

    /// Sets the file that its processes have as their standard input.
    pub fn with_data(mut self, data: &Arc<File>) -> Self {
        self.data = Some(Arc::clone(data));
        self
    }

    /// Returns the work.
    pub fn work<W: DeserializeOwned>(&self) -> Result<W, Failure> {
        W::deserialize(&self.work)
            .map_err(|error| Failure::Unexpected(format!("{}: {error}", self.name)))
    }
}

/// A process's part of a run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Part {
    /// The task.
    pub task: Task,
    /// Its number in the plan.
    place: usize,
    /// The number of the process, from 0.
    process: u32,
    /// The seed of the run.
    seed: u64,
    /// The time to measure for.
    time: Duration,
    /// The factor whose values are compared.
    compared: Option<String>,
}

/// How far a run is.
#[derive(Debug)]
pub struct SoFar<'a> {
    /// The plan of the run.
    pub plan: &'a Plan,
    /// The number of the next round.
    pub round: u32,
    /// The time that is left.
    pub left: Duration,
    /// The mean time of a process of a task that varies; none before the first.
    pub each: Option<Duration>,
    answers: &'a [Answer],
}

/// The samples of a cell by a process of a task.
type Answer = (usize, u32, Measurement);

impl SoFar<'_> {
    /// Returns the places of the tasks that vary.
    pub fn varying(&self) -> Vec<usize> {
        let tasks = self.plan.tasks.iter().enumerate();
        tasks
            .filter(|(_, task)| !task.once)
            .map(|(place, _)| place)
            .collect()
    }

    /// Returns what was measured.
    pub fn run(&self) -> Run {
        Run {
            header: self.plan.header.clone(),
            measurements: measurements(self.answers.to_vec()),
        }
    }
}

/// Runs a plan of a question, which each process gets with its part, by the verb `sample`: first
/// each task that does not vary, then rounds of a process of each task that `next` chooses, in a
/// drawn order. The run ends after as many rounds as the plan has processes, or when none is
/// chosen. `progress` is called with the share that is done.
pub fn run(
    mut plan: Plan,
    question: &impl Serialize,
    next: &dyn Fn(&SoFar<'_>) -> Vec<usize>,
    progress: &mut dyn FnMut(f64),
) -> Result<Run, Failure> {
    let (ticks, interrupt) = (run::ticks(), Interrupt::listen());
    let mut random = fastrand::Rng::with_seed(plan.header.seed);
    let varying = plan.tasks.iter().filter(|task| !task.once).count();
    let turns = varying * plan.header.processes as usize + plan.tasks.len() - varying;
    let mut processes = Processes::new(&plan, question)?;
    let mut once: Vec<usize> = (0..plan.tasks.len())
        .filter(|&task| plan.tasks[task].once)
        .collect();
    random.shuffle(&mut once);
    let (mut answers, mut done) = (Vec::new(), 0_usize);
    for task in once {
        progress(done as f64 / turns as f64);
        answers.extend(processes.ask(&plan, (0, task), &mut random, &mut || ())?);
        done += 1;
    }
    let (start, mut timed, mut rounds) = (Instant::now(), 0, 0);
    while rounds < plan.header.processes {
        let so_far = SoFar {
            plan: &plan,
            round: rounds,
            left: plan.time.saturating_sub(start.elapsed()),
            each: (timed > 0).then(|| start.elapsed() / timed),
            answers: &answers,
        };
        let mut chosen = next(&so_far);
        if chosen.is_empty() || interrupt.is_asked() {
            break;
        }
        random.shuffle(&mut chosen);
        let of_round = chosen.len();
        for (at, task) in chosen.into_iter().enumerate() {
            let so_far = Progress {
                time: plan.time,
                of_task: processes.time,
                keeps_time: plan.keeps_time,
                elapsed: start.elapsed(),
                done,
                left: if plan.keeps_time {
                    of_round - at
                } else {
                    turns - done
                },
            };
            let begin = Instant::now();
            let mut report = || progress(so_far.share(begin.elapsed()));
            report();
            match processes.ask(&plan, (rounds, task), &mut random, &mut report) {
                Ok(samples) => answers.extend(samples),
                // The process got the interrupt too.
                Err(_) if interrupt.is_asked() && rounds > 0 => break,
                Err(failure) => return Err(failure),
            }
            (done, timed) = (done + 1, timed + 1);
        }
        rounds += 1;
    }
    progress(1.0);
    plan.header.processes = rounds.max(1);
    let mut header = header(plan, ticks);
    if interrupt.is_asked() {
        let doubt = "The run was interrupted: this is what was measured until then";
        header.doubts.insert(0, doubt.to_owned());
    }
    Ok(Run {
        header,
        measurements: measurements(answers),
    })
}

/// The processes of a run.
struct Processes {
    question: serde_json::Value,
    programs: HashMap<Program, Copies>,
    /// The time of a process.
    time: Duration,
}

impl Processes {
    fn new(plan: &Plan, question: &impl Serialize) -> Result<Self, Failure> {
        let mut programs = HashMap::new();
        for program in run::distinct(plan.tasks.iter().map(|task| task.program)) {
            let is_timed = |task: &Task| task.program == program && !task.once;
            let count = if plan.tasks.iter().any(is_timed) && plan.time >= COPIED {
                COPIES
            } else {
                0
            };
            programs.insert(program, Copies::new(program.path()?, count));
        }
        let varying = plan.tasks.iter().filter(|task| !task.once).count();
        let all = u32::try_from(varying)
            .unwrap_or(u32::MAX)
            .saturating_mul(plan.header.processes);
        Ok(Self {
            question: serde_json::to_value(question).expect("a question is plain data"),
            programs,
            time: plan.time / all.max(1),
        })
    }

    /// Starts the process of this number of a task, and returns its answers.
    fn ask(
        &mut self,
        plan: &Plan,
        (process, place): (u32, usize),
        random: &mut fastrand::Rng,
        report: &mut dyn FnMut(),
    ) -> Result<Vec<Answer>, Failure> {
        let task = &plan.tasks[place];
        let part = Part {
            task: task.clone(),
            place,
            process,
            seed: plan.header.seed,
            time: self.time,
            compared: (plan.header.compared.as_ref()).map(|compared| compared.factor.clone()),
        };
        let padding = random.usize(..MOST_PADDING);
        let program = self.programs[&task.program].of_process(process);
        let samples = ask(program, &self.question, &part, padding, report)
            .map_err(|why| Failure::Unexpected(format!("{}: {why}", task.name)))?;
        let answers = samples.into_iter().map(|answer| (place, process, answer));
        Ok(answers.collect())
    }
}

/// Returns the cells of some answers, in the order of the plan.
fn measurements(mut answers: Vec<Answer>) -> Vec<Measurement> {
    answers.sort_by_key(|(task, ..)| *task);
    let keyed = answers
        .into_iter()
        .map(|(_, process, answer)| (answer.key.clone(), (process, answer)));
    let cells = run::grouped(keyed).into_iter();
    cells.map(|(_, answers)| joined(answers)).collect()
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

/// Returns the header of a finished run.
fn header(plan: Plan, ticks: Option<run::Ticks>) -> Header {
    let bare = plan
        .tasks
        .iter()
        .filter(|task| !task.once || Program::BARE.contains(&task.program));
    let mut allocators = run::distinct(bare.map(|task| task.program.to_string()));
    if allocators.is_empty() {
        // The allocator that counts takes its blocks from the system's.
        allocators.push(Program::System.to_string());
    }
    // Doubts are about times.
    let has_times = plan.tasks.iter().any(|task| !task.once);
    let doubts = has_times.then(|| run::doubts(ticks, plan.threads));
    Header {
        schema: SCHEMA.to_owned(),
        commit: program::build().commit.to_owned(),
        date: run::today(),
        versions: run::versions(),
        machine: Machine::detect(program::build().rustc.to_owned(), allocators),
        doubts: doubts.unwrap_or_default(),
        ..plan.header
    }
}

/// Starts a process of this program for a part, and returns its answers, or the reason why it
/// failed. It reads the data of its task from the beginning as its standard input.
fn ask(
    program: &Path,
    question: &serde_json::Value,
    part: &Part,
    padding: usize,
    tick: &mut dyn FnMut(),
) -> Result<Vec<Measurement>, String> {
    let input = match part.task.data.as_deref() {
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
        .arg(serde_json::json!({"question": question, "part": part}).to_string())
        .env(PADDING, "x".repeat(padding))
        .env("RUST_BACKTRACE", "0")
        .stdin(input);
    collect(&mut command, SILENCE + part.time.saturating_mul(10), tick)
}

/// Collects the answers of a process, which may be silent for at most `silence`. Calls `tick` while
/// it is.
fn collect(
    command: &mut Command,
    silence: Duration,
    tick: &mut dyn FnMut(),
) -> Result<Vec<Measurement>, String> {
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command
        .spawn()
        .map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let complaint = thread::spawn(|| err.map(last_words).unwrap_or_default());
    let (sender, lines) = mpsc::channel();
    // A read has no time limit, but another thread may wait for it.
    thread::spawn(move || {
        out.into_iter()
            .flat_map(|out| BufReader::new(out).lines().map_while(Result::ok))
            // Lines of another form are skipped: a type may print something itself.
            .filter_map(|line| serde_json::from_str::<Measurement>(&line).ok())
            .all(|answer| sender.send(answer).is_ok())
    });
    let mut answers = Vec::new();
    let mut heard = Instant::now();
    let is_silent = loop {
        match lines.recv_timeout(TICK) {
            Ok(answer) => {
                answers.push(answer);
                heard = Instant::now();
            }
            Err(RecvTimeoutError::Timeout) if heard.elapsed() < silence => tick(),
            Err(error) => break error == RecvTimeoutError::Timeout,
        }
    };
    if is_silent {
        // It may have ended just now.
        let _ = child.kill();
    }
    match child.wait() {
        _ if is_silent => Err(format!(
            "killed: no answer within {} s",
            silence.as_secs_f32()
        )),
        Ok(status) if status.success() => Ok(answers),
        ended => {
            let status = ended.map_or_else(|error| error.to_string(), |status| status.to_string());
            Err(match complaint.join().unwrap_or_default() {
                words if words.is_empty() => status,
                words => format!("{words} ({status})"),
            })
        }
    }
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
    fn a_process_that_fails_or_hangs_is_an_error_with_its_reason() {
        let answer = Measurement::new(Factors::default(), "kept", Unit::Flag, vec![Some(0.0)]);
        let line = serde_json::to_string(&answer).unwrap();
        let collected = |script: &str| {
            let script = format!("echo \"$1\"; {script}");
            let mut command = Command::new("sh");
            command.args(["-c", &script, "sh", &line]);
            let silence = Duration::from_secs(2);
            collect(&mut command, silence, &mut || ()).map(|answers| answers.len())
        };
        let words = "(echo no room; echo note: run with; echo abort: aborting.; echo) >&2; exit 6";
        for (script, expected) in [
            (words, Err("no room (exit status: 6)")),
            ("exec sleep 1000", Err("killed: no answer within 2 s")),
            ("exit 6", Err("exit status: 6")),
            ("echo other; exit 0", Ok(1)),
        ] {
            assert_eq!(
                collected(script),
                expected.map_err(str::to_owned),
                "{script}"
            );
        }
        let missing = collect(&mut Command::new("no/such"), SILENCE, &mut || ());
        assert!(missing.unwrap_err().starts_with("no/such: "));
    }
}
