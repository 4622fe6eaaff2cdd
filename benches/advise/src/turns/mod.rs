//! Turns: each candidate has a process of its own, which keeps its strings alive between its turns.
//!
//! ```text
//! measure --setup--> process of a candidate: fills and ages its heap
//!         --line---> a turn: warm-up, timed pieces, a pointer chase
//!         <--Turn---
//! ```
//!
//! One process works at a time. In a round each candidate has a turn, in a drawn order: so the rounds are paired,
//! while the heap of one candidate is not that of another. Each timed piece is a sample, and has a sentinel beside it, by
//! which the judge chooses those of a calm machine: the arithmetic says what else ran on the core, and the chase what
//! others took of the shared cache.

mod process;
mod texts;

use std::env;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use string_kit_measure::run::cores;

pub use process::{TURNS, take_turns};
pub(crate) use texts::Texts;

use crate::scenario::{Piece, Scenario};

/// The fewest rounds of a set of processes, and the most.
const ROUNDS: [usize; 2] = [2, 6];

/// The work of the processes of a set.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Setup {
    pub(crate) scenario: Scenario,
    pub(crate) texts: Texts,
    /// True if candidates keep records instead of texts.
    pub(crate) is_of_records: bool,
    /// The number of distinct texts of all data, as a share of the texts.
    pub(crate) distinct: f64,
}

/// A turn, as a process reports it.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Turn {
    pieces: Vec<Piece>,
    /// The nanoseconds of the chase.
    chase: f64,
    /// The reason why the candidate cannot run the scenario.
    refusal: Option<String>,
}

/// The pieces of a candidate in a set of processes, each with the time of its sentinel.
pub(crate) type Pieces = Vec<(f64, f64)>;

/// Measures a set of processes, one for each of these candidates, for about so long.
pub(crate) fn measure(
    names: &[String],
    setup: &Setup,
    time: Duration,
    random: &mut fastrand::Rng,
) -> io::Result<Vec<Result<Pieces, String>>> {
    let start = Instant::now();
    let is_load = setup.scenario.is_load();
    let setup = serde_json::to_string(setup)? + "\n";
    let mut all = processes(names, &setup, random)?;
    for round in 0..ROUNDS[1] {
        if round >= ROUNDS[0] && start.elapsed() >= time {
            break;
        }
        if round > 0 && is_load {
            // A program loads its data once.
            let mut before = std::mem::replace(&mut all, processes(names, &setup, random)?);
            for one in &mut all {
                let mut same = before.iter_mut().filter(|other| other.place == one.place);
                one.turns = same.next().map(Taking::end).unwrap_or_default();
            }
        }
        random.shuffle(&mut all);
        for one in &mut all {
            one.take_turn();
        }
    }
    all.sort_by_key(|one| one.place);
    Ok(all.into_iter().map(Taking::finish).collect())
}

/// Starts a process for each candidate. As many fill and age their heaps at once as there are cores.
fn processes(names: &[String], setup: &str, random: &mut fastrand::Rng) -> io::Result<Vec<Taking>> {
    let mut order: Vec<usize> = (0..names.len()).collect();
    random.shuffle(&mut order);
    let mut all: Vec<Taking> = Vec::with_capacity(names.len());
    for some in order.chunks(cores()) {
        let begun = all.len();
        for &name in some {
            all.push(Taking::start(&names[name], name, setup, random)?);
        }
        for one in &mut all[begun..] {
            // That it is ready, or why it will not be.
            one.listen();
        }
    }
    Ok(all)
}

/// A process of a candidate.
struct Taking {
    /// The place of the candidate in the list.
    place: usize,
    child: Child,
    /// None once the process has no more turns.
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    turns: Vec<Turn>,
    refusal: Option<String>,
}

impl Taking {
    /// Starts a process, and hands its setup over.
    fn start(
        name: &str,
        place: usize,
        setup: &str,
        random: &mut fastrand::Rng,
    ) -> io::Result<Self> {
        let mut child = Command::new(env::current_exe()?)
            .args([TURNS, name, &random.u64(..).to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let missing = || io::Error::other("a pipe is missing");
        let mut input = child.stdin.take().ok_or_else(missing)?;
        let output = BufReader::new(child.stdout.take().ok_or_else(missing)?);
        // A process that ends early is found when it does not answer.
        let _ = input.write_all(setup.as_bytes());
        Ok(Self {
            place,
            child,
            input: Some(input),
            output,
            turns: Vec::new(),
            refusal: None,
        })
    }

    /// Returns the next turn that the process reports; none if it has no more.
    fn listen(&mut self) -> Option<Turn> {
        let mut line = String::new();
        let read = self.output.read_line(&mut line);
        let turn = read
            .ok()
            .and_then(|_| serde_json::from_str::<Turn>(&line).ok());
        if turn.is_none() {
            self.refusal = Some("its process ended without an answer".to_owned());
        }
        let turn = turn?;
        self.refusal = self.refusal.take().or(turn.refusal.clone());
        Some(turn)
    }

    /// Lets the process have a turn.
    fn take_turn(&mut self) {
        if self.refusal.is_some() {
            return;
        }
        if let Some(input) = &mut self.input
            && input.write_all(b"\n").is_ok()
            && let Some(turn) = self.listen()
        {
            self.turns.push(turn);
        }
    }

    /// Ends the process; returns its turns.
    fn end(&mut self) -> Vec<Turn> {
        drop(self.input.take());
        // It ends when it has no more input.
        let _ = self.child.wait();
        std::mem::take(&mut self.turns)
    }

    /// Ends the process; returns the pieces of its turns. Those of one place in the list are of one round.
    fn finish(mut self) -> Result<Pieces, String> {
        let turns = self.end();
        let sample = |turn: &Turn, piece: &Piece| (piece.time, piece.core + turn.chase);
        let of_turn = |turn: &Turn| -> Pieces {
            turn.pieces
                .iter()
                .map(|piece| sample(turn, piece))
                .collect()
        };
        match self.refusal {
            Some(why) => Err(why),
            None => Ok(turns.iter().flat_map(of_turn).collect()),
        }
    }
}
