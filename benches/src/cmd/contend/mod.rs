//! `contend`: what clones cost when several threads make them.

mod bars;
mod faithful;
mod plan;
mod run;
mod summary;

use clap::ValueEnum;

use self::plan::Axes;
use self::run::Length;
use super::flags::{ALL, distinct, number, reps, some_is_left, with_baseline};
use super::on::On;
use super::show::Show;
use super::turns::{Programs, in_turn};
use super::{Failure, document};
use crate::measure::Machine;
use crate::measure::contend::{Subject, subjects};
use crate::report::contend::Findings;
use crate::workload::contend::Pattern;

/// What can be asked for.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// How to measure: 'fixed' counts only what ran as the question asks, 'faithful' does what was
    /// published.
    #[arg(long, value_enum, default_value = "fixed")]
    engine: Engine,
    /// Clone these types: names of the table, or 'all'; if none are named, all, and with --engine
    /// faithful those that were published.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    repr: Vec<String>,
    /// By so many threads at once.
    #[arg(long, value_name = "N", value_delimiter = ',', default_value = "1,2,4,8", value_parser = threads)]
    threads: Vec<usize>,
    /// Drop the clones, or leak them as far as memory goes.
    #[arg(long, value_enum, value_delimiter = ',', default_value = "dropped")]
    leak: Vec<Leak>,
    /// Of a text of so many bytes; 0,8,15,24,64,256,1024,4096 tell a lot.
    #[arg(long, value_name = "BYTES", value_delimiter = ',', default_value = "64", value_parser = size)]
    size: Vec<usize>,
    #[command(flatten)]
    on: On,
    /// Who clones what: own, borrowed, private, picked:N, cold, handoff, batch.
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        default_value = "own"
    )]
    pattern: Vec<Pattern>,
    /// The type that ratios are to.
    #[arg(long, value_name = "NAME", default_value = "string")]
    baseline: String,
    /// Measure each cell so often, all in turn.
    #[arg(long, value_name = "N", default_value = "7", value_parser = reps)]
    reps: usize,
    /// For so long at a time; 20 if no number is named, 60 with --bars.
    #[arg(long, value_name = "MS", value_parser = millis)]
    millis: Option<usize>,
    /// Make so many clones, however long it takes: each thread, or, with --engine faithful, the main one,
    /// which makes 16777216 if no number is named.
    #[arg(long, value_name = "N", value_parser = clones)]
    clones: Option<usize>,
    /// Look at what jemalloc has mapped meanwhile, every 10 ms; with --engine faithful.
    #[arg(long)]
    mapped: bool,
    /// Measure what the type whose clones do not contend is held to, and nothing else; the exit code is 3
    /// if a bar is missed.
    #[arg(
        long,
        conflicts_with_all = [
            "engine", "repr", "threads", "leak", "size", "pattern", "baseline", "clones", "mapped"
        ]
    )]
    bars: bool,
    #[command(flatten)]
    show: Show,
}

/// Milliseconds that hold some ten thousand chunks.
const SHORT: usize = 20;
/// And in which all of a thousand texts get their shards.
const LONG: usize = 60;

/// How it is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Engine {
    Fixed,
    Faithful,
}

/// What becomes of clones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Leak {
    Dropped,
    Leaked,
}

impl Args {
    pub(super) fn run(self, command: String) -> Result<(), Failure> {
        if self.bars {
            return self.hold(command);
        }
        match self.engine {
            Engine::Faithful => self.repeat(command),
            Engine::Fixed => {
                let findings = self.measure(command)?;
                let document = document(Some(&findings.machine), findings.sections());
                self.show.show(
                    |mut out| findings.json_lines(&mut out),
                    |mut out| findings.csv(&mut out),
                    &document,
                )
            }
        }
    }

    /// By the engine that is fixed.
    pub(super) fn measure(&self, command: String) -> Result<Findings, Failure> {
        if self.mapped {
            return Err(Failure::Arguments(
                "--mapped is of what was published; add --engine faithful".to_owned(),
            ));
        }
        let asked = if self.repr.is_empty() {
            vec![ALL.to_owned()]
        } else {
            self.repr.clone()
        };
        let chosen = chosen(&asked, &self.baseline)?;
        let allocators = self.on.all();
        let programs = Programs::find(&allocators)?;
        let leaked = distinct(self.leak.iter().map(|leak| *leak == Leak::Leaked));
        let patterns = distinct(self.pattern.iter().copied());
        let sizes = distinct(self.size.iter().copied());
        let threads = distinct(self.threads.iter().copied());
        let axes = Axes {
            subjects: &chosen,
            allocators: &allocators,
            patterns: &patterns,
            leaked: &leaked,
            sizes: &sizes,
            threads: &threads,
        };
        let (cells, mut left_out) = (axes.cells(), axes.left_out());
        some_is_left(&asked, cells.iter().map(|cell| &*cell.repr), &left_out)?;
        left_out.extend(self.on.replaced());
        self.show.check()?;
        let length = self.length(SHORT);
        let samples = in_turn(&cells, self.reps, |cell| run::cell(&programs, cell, length))?;
        let machine = Machine::detect().on(&allocators);
        Ok(Findings {
            command,
            millis: length.millis,
            clones: length.clones,
            reps: self.reps,
            baseline: self.baseline.clone(),
            left_out,
            cells: summary::summary(&cells, &samples, &chosen, &self.baseline, machine.cores),
            machine,
        })
    }

    /// What was asked for, or so many milliseconds.
    fn length(&self, millis: usize) -> Length {
        Length {
            millis: self.millis.unwrap_or(millis) as u64,
            clones: self.clones.map(|clones| clones as u64),
        }
    }
}

/// The types of these names, and the baseline, in the order of string-kit's list.
fn chosen(names: &[String], baseline: &str) -> Result<Vec<Subject>, Failure> {
    let name = |subject: &Subject| subject.name;
    with_baseline(names, baseline, subjects(), name, "representation")
}

fn threads(text: &str) -> Result<usize, String> {
    number(text, 1..=64)
}

fn size(text: &str) -> Result<usize, String> {
    number(text, 0..=65_536)
}

fn millis(text: &str) -> Result<usize, String> {
    number(text, 1..=1000)
}

fn clones(text: &str) -> Result<usize, String> {
    number(text, 1..=1 << 28)
}
