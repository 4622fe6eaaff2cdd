//! The times of candidates: each has a process of its own, which keeps its strings alive between
//! its turns.
//!
//! ```text
//! measure --setup--> process of a candidate: fills and ages its heap
//!         --line---> a turn: warm-up, timed samples, a pointer chase
//!         <--samples-
//! ```
//!
//! One process works at a time. The candidates take turns, in an order that is drawn anew each
//! time: so their times are paired, while the heap of one candidate is not that of another. Each
//! sample has a sentinel beside it, by which the judge chooses those of a calm machine: the
//! arithmetic says what else ran on the core, and the chase what others took of the shared cache.

mod process;
mod texts;

use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde::{Deserialize, Serialize};
use string_kit_measure::run::cores;

pub use process::{TURNS, take_turns};
pub(crate) use texts::Texts;

use crate::scenario::{Scenario, Script};

/// The turns of a process. A program loads its data once.
const TURNS_EACH: usize = 2;

/// The work of the processes of a set.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Setup {
    scenario: Scenario,
    /// The number of texts of a record.
    width: usize,
    /// They follow the line of the others.
    #[serde(skip)]
    texts: Texts,
    /// The number of distinct texts of all data, as a share of the texts.
    distinct: f64,
}

impl Setup {
    /// Returns the work on records of `width` texts, which go on until a scenario has enough.
    pub(crate) fn new(
        scenario: &Scenario,
        width: usize,
        mut texts: Texts,
        distinct: f64,
        random: &mut fastrand::Rng,
    ) -> Self {
        texts.keep_records(width);
        texts.extend(width, Script::period(scenario, width, TURNS_EACH), random);
        Self {
            scenario: scenario.clone(),
            width,
            texts,
            distinct,
        }
    }

    /// Returns the form that a process reads.
    pub(crate) fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut bytes = serde_json::to_vec(self)?;
        bytes.push(b'\n');
        self.texts.write(&mut bytes)?;
        Ok(bytes)
    }
}

/// The samples of a candidate in a set of processes, each with the time of its sentinel: some
/// arithmetic before or after it, and the chase after its turn.
pub(crate) type Samples = Vec<(f64, f64)>;

/// Measures a set of processes, one for each of these candidates, which get this setup.
pub(crate) fn measure(
    names: &[&str],
    setup: &[u8],
    is_load: bool,
    random: &mut fastrand::Rng,
) -> io::Result<Vec<Result<Samples, String>>> {
    let mut order: Vec<usize> = (0..names.len()).collect();
    let mut all = processes(names, setup, random)?;
    for _ in 0..if is_load { 1 } else { TURNS_EACH } {
        random.shuffle(&mut order);
        for &at in &order {
            all[at].take_turn();
        }
    }
    Ok(all.into_iter().map(Process::end).collect())
}

/// Starts a process for each candidate, in a drawn order; returns them in the order of the names.
/// As many fill and age their heaps at once as there are cores.
fn processes(names: &[&str], setup: &[u8], random: &mut fastrand::Rng) -> io::Result<Vec<Process>> {
    let mut order: Vec<usize> = (0..names.len()).collect();
    random.shuffle(&mut order);
    let mut all: Vec<(usize, Process)> = Vec::with_capacity(names.len());
    for some in order.chunks(cores()) {
        let begun = all.len();
        for &place in some {
            all.push((place, Process::start(names[place], setup, random)?));
        }
        // Each is ready, or reports why it will not be.
        all[begun..].iter_mut().for_each(|(_, one)| one.listen());
    }
    all.sort_by_key(|(place, _)| *place);
    Ok(all.into_iter().map(|(_, one)| one).collect())
}

/// A process of a candidate.
struct Process {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// The samples of its turns, or the reason why it has none.
    samples: Result<Samples, String>,
}

impl Process {
    /// Starts a process, and hands its setup over.
    fn start(name: &str, setup: &[u8], random: &mut fastrand::Rng) -> io::Result<Self> {
        let mut child = Command::new(env::current_exe()?)
            .args([TURNS, name, &random.u64(..).to_string()])
            // mimalloc gives freed memory back after a second. Strings that lie where the setup was
            // would then be in small pages: a `String` took 31 ns instead of 29. The strings of a
            // plain program are in large pages.
            .env("MIMALLOC_PURGE_DELAY", "-1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut input = child.stdin.take().expect("it is a pipe");
        let output = BufReader::new(child.stdout.take().expect("it is a pipe"));
        // A process that ends early is found when it does not answer.
        let _ = input.write_all(setup);
        Ok(Self {
            child,
            input,
            output,
            samples: Ok(Samples::new()),
        })
    }

    /// Waits for the next turn that the process reports.
    fn listen(&mut self) {
        let mut line = String::new();
        // A line that cannot be read is no answer.
        let _ = self.output.read_line(&mut line);
        let turn: Result<Samples, String> = serde_json::from_str(&line)
            .unwrap_or_else(|_| Err("its process ended without an answer".to_owned()));
        if let Ok(samples) = &mut self.samples {
            match turn {
                Ok(turn) => samples.extend(turn),
                Err(why) => self.samples = Err(why),
            }
        }
    }

    fn take_turn(&mut self) {
        if self.samples.is_ok() && self.input.write_all(b"\n").is_ok() {
            self.listen();
        }
    }

    /// Ends the process; returns its samples.
    fn end(mut self) -> Result<Samples, String> {
        // It ends when it has no more input.
        drop(self.input);
        let _ = self.child.wait();
        self.samples
    }
}
