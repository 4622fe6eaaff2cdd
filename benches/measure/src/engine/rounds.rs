//! A run: rounds of processes, and the samples that they give.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde::Serialize;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use super::plan::{Plan, Task};
use super::process::Processes;
use super::program::{self, Program};
use crate::failure::Failure;
use crate::run::{self, Header, Machine, Measurement, Run, SCHEMA};

/// The least time that a run says is left.
const TICK: Duration = Duration::from_millis(1);

/// How far a run is.
#[derive(Debug)]
pub struct SoFar<'a> {
    pub plan: &'a Plan,
    /// The number of the next round.
    pub round: u32,
    pub left: Duration,
    /// The mean time of a process of a task that varies; none before the first.
    pub each: Option<Duration>,
    answers: &'a [Answer],
}

/// The samples of a cell by a process of a task.
type Answer = (usize, u32, Measurement);

impl SoFar<'_> {
    pub fn varying(&self) -> Vec<usize> {
        let places = 0..self.plan.tasks.len();
        places
            .filter(|&place| !self.plan.tasks[place].once)
            .collect()
    }

    /// Returns the time of a round of all tasks that vary, as far as it is known.
    pub fn round_time(&self) -> Duration {
        let count = u32::try_from(self.varying().len()).unwrap_or(u32::MAX);
        self.each.unwrap_or_default() * count
    }

    pub fn run(&self) -> Run {
        Run {
            header: self.plan.header.clone(),
            measurements: measurements(self.answers.to_vec()),
        }
    }
}

/// Runs a plan of a question, which each process gets with its part, by the verb `sample`: first
/// each task that does not vary, then rounds of a process of each task that `next` chooses, in a
/// drawn order. The run ends after as many rounds as the plan has processes, when none is chosen,
/// or when the user stops it: then it has what was measured. `progress` is called with the share
/// that is done.
pub fn run(
    mut plan: Plan,
    question: &impl Serialize,
    next: &dyn Fn(&SoFar<'_>) -> Vec<usize>,
    progress: &mut dyn FnMut(f64),
) -> Result<Run, Failure> {
    let ticks = run::ticks();
    let mut rounds = Rounds::new(&plan, question)?;
    let (mut round, mut done) = (0, rounds.fixed(progress));
    rounds.start = Instant::now();
    while done.is_ok() && round < plan.header.processes {
        let chosen = next(&rounds.so_far(round));
        if chosen.is_empty() || rounds.is_stopped() {
            break;
        }
        done = rounds.round(round, chosen, progress);
        round += 1;
    }
    let is_stopped = rounds.is_stopped();
    // The process got the interrupt too.
    if !is_stopped || rounds.answers.is_empty() {
        done?;
    }
    progress(1.0);
    let answers = rounds.answers;
    plan.header.processes = round.max(1);
    let mut header = header(plan, ticks);
    if is_stopped {
        let doubt = "The run was interrupted: this is what was measured until then";
        header.doubts.insert(0, doubt.to_owned());
    }
    Ok(Run {
        header,
        measurements: measurements(answers),
    })
}

/// The processes of a plan that ran, and what they answered.
struct Rounds<'a> {
    plan: &'a Plan,
    processes: Processes,
    random: fastrand::Rng,
    /// True if the user asked for the end of the run.
    interrupt: Arc<AtomicBool>,
    start: Instant,
    answers: Vec<Answer>,
    /// The processes that were timed, the time that they took, and the time that they had.
    timed: u32,
    taken: Duration,
    given: Duration,
}

impl<'a> Rounds<'a> {
    fn new(plan: &'a Plan, question: &impl Serialize) -> Result<Self, Failure> {
        Ok(Self {
            plan,
            processes: Processes::new(plan, question)?,
            random: fastrand::Rng::with_seed(plan.header.seed),
            interrupt: interrupt(),
            start: Instant::now(),
            answers: Vec::new(),
            timed: 0,
            taken: Duration::ZERO,
            given: Duration::ZERO,
        })
    }

    fn so_far(&self, round: u32) -> SoFar<'_> {
        SoFar {
            plan: self.plan,
            round,
            left: self.left(),
            each: (self.timed > 0).then(|| self.taken / self.timed),
            answers: &self.answers,
        }
    }

    fn is_stopped(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    fn left(&self) -> Duration {
        self.plan.time.saturating_sub(self.start.elapsed())
    }

    fn fixed(&mut self, progress: &mut dyn FnMut(f64)) -> Result<(), Failure> {
        let tasks = 0..self.plan.tasks.len();
        let mut fixed: Vec<usize> = tasks.filter(|&task| self.plan.tasks[task].once).collect();
        self.random.shuffle(&mut fixed);
        for task in fixed {
            self.ask((0, task), Duration::ZERO, 1, progress)?;
        }
        Ok(())
    }

    /// Runs a process of each chosen task, until the user stops the run.
    fn round(
        &mut self,
        round: u32,
        mut chosen: Vec<usize>,
        progress: &mut dyn FnMut(f64),
    ) -> Result<(), Failure> {
        self.random.shuffle(&mut chosen);
        let count = u32::try_from(chosen.len()).unwrap_or(u32::MAX);
        let rounds = self.plan.header.processes - round - 1;
        for (&task, left) in chosen.iter().zip((1..=count).rev()) {
            if self.is_stopped() {
                break;
            }
            // A process also makes what it measures, which takes as long as it took so far.
            let share = self.left() / rounds.saturating_mul(count).saturating_add(left);
            let made = self.taken.saturating_sub(self.given) / self.timed.max(1);
            let (time, start) = (share.saturating_sub(made), Instant::now());
            self.ask((round, task), time, left, progress)?;
            self.timed += 1;
            self.taken += start.elapsed();
            self.given += time;
        }
        Ok(())
    }

    fn ask(
        &mut self,
        process: (u32, usize),
        time: Duration,
        left: u32,
        progress: &mut dyn FnMut(f64),
    ) -> Result<(), Failure> {
        let of_tasks = self.so_far(0).each.unwrap_or(time) * left;
        let (of_plan, before, begin) = (self.left(), self.start.elapsed(), Instant::now());
        let mut report = || {
            // A task that is over its time takes as much longer: before the end some time is left.
            let spent = begin.elapsed();
            let left = of_plan.max(of_tasks).saturating_sub(spent).max(spent / 10);
            let elapsed = before + spent;
            progress(elapsed.div_duration_f64(elapsed + left.max(TICK)));
        };
        report();
        let (plan, random, (number, task)) = (self.plan, &mut self.random, process);
        let processes = &self.processes;
        let samples = processes.ask(plan, process, time, random, &mut report)?;
        let answers = samples.into_iter().map(|answer| (task, number, answer));
        self.answers.extend(answers);
        Ok(())
    }
}

/// Listens from now on: the first signal ends the run, the second one the program.
fn interrupt() -> Arc<AtomicBool> {
    let interrupt = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // Without a handler a signal ends the program, as it would without this.
        let _ = flag::register_conditional_shutdown(signal, 128 + signal, Arc::clone(&interrupt));
        let _ = flag::register(signal, Arc::clone(&interrupt));
    }
    interrupt
}

fn measurements(mut answers: Vec<Answer>) -> Vec<Measurement> {
    answers.sort_by_key(|(task, ..)| *task);
    let keyed = |(_, process, answer): Answer| (answer.key.clone(), (process, answer));
    let cells = run::grouped(answers.into_iter().map(keyed)).into_iter();
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

fn header(plan: Plan, ticks: Option<run::Ticks>) -> Header {
    let is_bare = |task: &&Task| !task.once || Program::BARE.contains(&task.program);
    let bare = plan.tasks.iter().filter(is_bare);
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
