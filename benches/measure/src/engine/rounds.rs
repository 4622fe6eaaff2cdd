//! A run: rounds of processes, and the samples that they give.

use std::time::{Duration, Instant};

use serde::Serialize;

use super::interrupt::Interrupt;
use super::plan::Plan;
use super::process::Processes;
use super::program::{self, Program};
use super::progress::Progress;
use crate::failure::Failure;
use crate::run::{self, Header, Machine, Measurement, Run, SCHEMA};

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
        let tasks = self.plan.tasks.iter().enumerate();
        tasks
            .filter(|(_, task)| !task.once)
            .map(|(place, _)| place)
            .collect()
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
/// drawn order. The run ends after as many rounds as the plan has processes, or when none is
/// chosen. `progress` is called with the share that is done.
pub fn run(
    mut plan: Plan,
    question: &impl Serialize,
    next: &dyn Fn(&SoFar<'_>) -> Vec<usize>,
    progress: &mut dyn FnMut(f64),
) -> Result<Run, Failure> {
    let (ticks, interrupt) = (run::ticks(), Interrupt::listen());
    let mut rounds = Rounds::new(&plan, question)?;
    rounds.fixed(progress)?;
    let (start, mut round) = (Instant::now(), 0);
    while round < plan.header.processes {
        let timed = rounds.timed;
        let so_far = SoFar {
            plan: &plan,
            round,
            left: plan.time.saturating_sub(start.elapsed()),
            each: (timed > 0).then(|| start.elapsed() / timed),
            answers: &rounds.answers,
        };
        let chosen = next(&so_far);
        if chosen.is_empty() || interrupt.is_asked() {
            break;
        }
        match rounds.round(round, chosen, start, progress) {
            // The process got the interrupt too.
            Err(_) if interrupt.is_asked() && round > 0 => {}
            done => done?,
        }
        round += 1;
    }
    progress(1.0);
    let answers = rounds.answers;
    plan.header.processes = round.max(1);
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

/// The processes of a plan that ran, and what they answered.
struct Rounds<'a> {
    plan: &'a Plan,
    processes: Processes,
    random: fastrand::Rng,
    answers: Vec<Answer>,
    /// The processes of the plan, those that are done, and those of them that were timed.
    planned: usize,
    done: usize,
    timed: u32,
}

impl<'a> Rounds<'a> {
    fn new(plan: &'a Plan, question: &impl Serialize) -> Result<Self, Failure> {
        let varying = plan.tasks.iter().filter(|task| !task.once).count();
        Ok(Self {
            plan,
            processes: Processes::new(plan, question)?,
            random: fastrand::Rng::with_seed(plan.header.seed),
            answers: Vec::new(),
            planned: varying * plan.header.processes as usize + plan.tasks.len() - varying,
            done: 0,
            timed: 0,
        })
    }

    fn fixed(&mut self, progress: &mut dyn FnMut(f64)) -> Result<(), Failure> {
        let tasks = 0..self.plan.tasks.len();
        let mut fixed: Vec<usize> = tasks.filter(|&task| self.plan.tasks[task].once).collect();
        self.random.shuffle(&mut fixed);
        for task in fixed {
            progress(self.done as f64 / self.planned as f64);
            self.ask((0, task), &mut || ())?;
        }
        Ok(())
    }

    /// Runs a process of each chosen task; `start` is the start of the first round.
    fn round(
        &mut self,
        round: u32,
        mut chosen: Vec<usize>,
        start: Instant,
        progress: &mut dyn FnMut(f64),
    ) -> Result<(), Failure> {
        self.random.shuffle(&mut chosen);
        let keeps_time = self.plan.keeps_time;
        for (task, left) in chosen.iter().zip((1..=chosen.len()).rev()) {
            let so_far = Progress {
                time: self.plan.time,
                of_task: self.processes.time,
                keeps_time,
                elapsed: start.elapsed(),
                done: self.done,
                left: if keeps_time {
                    left
                } else {
                    self.planned - self.done
                },
            };
            let begin = Instant::now();
            let mut report = || progress(so_far.share(begin.elapsed()));
            report();
            self.ask((round, *task), &mut report)?;
            self.timed += 1;
        }
        Ok(())
    }

    fn ask(&mut self, process: (u32, usize), report: &mut dyn FnMut()) -> Result<(), Failure> {
        let samples = self
            .processes
            .ask(self.plan, process, &mut self.random, report)?;
        let (number, task) = process;
        let answers = samples.into_iter().map(|answer| (task, number, answer));
        self.answers.extend(answers);
        self.done += 1;
        Ok(())
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
