//! `contend --engine faithful`: the experiment as it was published.

use crate::cmd::flags::{distinct, some_is_left};
use crate::cmd::turns::{Programs, in_turn};
use crate::cmd::{Failure, document};
use crate::measure::contend::{Faithful, Published};
use crate::measure::{Allocator, Estimate, Machine, Task};
use crate::report::contend::{self as report, Repeated};
use crate::workload::contend::Pattern;

use super::plan::not_shared;
use super::run::patience;
use super::summary::median;
use super::{Args, Leak, chosen};

/// What was published numbers of.
const TYPES: [&str; 3] = ["string", "arc_str", "rc_str"];

impl Args {
    /// Repeats the experiment.
    pub(super) fn repeat(&self, command: String) -> Result<(), Failure> {
        let mut notes = Vec::new();
        let allocator = self.the_allocator(&mut notes)?;
        let programs = Programs::find(&[allocator])?;
        let runs = self.runs(allocator, &mut notes)?;
        self.show.check()?;
        let published = in_turn(&runs, self.reps, |run| -> Result<Published, Failure> {
            let task = Task::Published(run.clone());
            let what = format!("{} x{}", run.repr, run.threads);
            programs.ask(allocator, &task, &what, patience(run.clones, run.threads))
        })?;
        let found = report::Faithful {
            command,
            machine: Machine::detect().on(&[allocator]),
            allocator,
            reps: self.reps,
            clones: self.faithful_clones(),
            notes,
            rows: rows(&runs, &published),
        };
        let document = document(Some(&found.machine), found.sections());
        self.show.show(
            |mut out| found.json_lines(&mut out),
            |mut out| found.csv(&mut out),
            &document,
        )
    }

    fn faithful_clones(&self) -> u64 {
        self.clones
            .map_or(report::CLONES.into(), |clones| clones as u64)
    }

    /// The one allocator: jemalloc, as was published, if there is a program for it.
    fn the_allocator(&self, notes: &mut Vec<String>) -> Result<Allocator, Failure> {
        let allocator = match distinct(self.on.allocator.iter().copied())[..] {
            [] => match Allocator::Jemalloc.program() {
                Ok(_) => Allocator::Jemalloc,
                Err(why) => {
                    let close = Allocator::System.or_close();
                    notes.push(format!("Published was jemalloc, this is {close}: {why}."));
                    close
                }
            },
            [one] => {
                notes.extend(self.on.replaced());
                one.or_close()
            }
            _ => {
                return Err(Failure::Arguments(
                    "--engine faithful is of one allocator at a time".to_owned(),
                ));
            }
        };
        if self.mapped && allocator != Allocator::Jemalloc {
            return Err(Failure::Arguments(match Allocator::Jemalloc.program() {
                Err(why) => format!("--mapped asks jemalloc: {why}"),
                Ok(_) => "--mapped asks jemalloc; add --allocator jemalloc".to_owned(),
            }));
        }
        Ok(allocator)
    }

    /// What is measured.
    fn runs(
        &self,
        allocator: Allocator,
        notes: &mut Vec<String>,
    ) -> Result<Vec<Faithful>, Failure> {
        if self.pattern != [Pattern::Own]
            || self.size != [64]
            || self.millis.is_some()
            || self.baseline != "string"
        {
            return Err(Failure::Arguments(
                "--engine faithful has its own --pattern, --size, --millis and --baseline; leave them \
                 out"
                .to_owned(),
            ));
        }
        let mut names = self.repr.clone();
        if names.is_empty() {
            names = TYPES.map(str::to_owned).into();
        }
        let subjects = chosen(&names, &self.baseline)?;
        let clones = self.faithful_clones();
        if clones != u64::from(report::CLONES) {
            notes.push(format!(
                "Published were {} clones, these are {clones}.",
                report::CLONES
            ));
        }
        let numbers = distinct(self.threads.iter().copied());
        let left_out = not_shared(&subjects, &numbers);
        let mut runs = Vec::new();
        for leak in distinct(self.leak.iter().copied()) {
            for subject in &subjects {
                for &threads in &numbers {
                    if subject.allows(threads) {
                        runs.push(Faithful {
                            repr: subject.name.to_owned(),
                            threads,
                            leaked: leak == Leak::Leaked,
                            clones,
                            mapped: self.mapped && allocator == Allocator::Jemalloc,
                        });
                    }
                }
            }
        }
        some_is_left(&names, runs.iter().map(|run| &*run.repr), &left_out)?;
        notes.extend(left_out);
        Ok(runs)
    }
}

/// What the repetitions of each come to.
fn rows(runs: &[Faithful], published: &[Vec<Published>]) -> Vec<Repeated> {
    #[allow(clippy::cast_precision_loss)] // Far from 2^52.
    let each = |one: &Published| one.ns / one.clones.max(1) as f64;
    let row = |(run, own): (&Faithful, &Vec<Published>)| {
        let baseline = runs.iter().position(|other| {
            other.repr == TYPES[0] && (other.threads, other.leaked) == (run.threads, run.leaked)
        });
        let over = |at: usize| {
            let pairs = own.iter().zip(&published[at]);
            Estimate::of(pairs.map(|(one, other)| each(one) / each(other)).collect())
        };
        Repeated {
            repr: run.repr.clone(),
            threads: run.threads,
            leaked: run.leaked,
            clones: own.iter().map(|one| one.clones).min().unwrap_or_default(),
            ns: Estimate::of(own.iter().map(|one| one.ns).collect()),
            clone_ns: Estimate::of(own.iter().map(each).collect()),
            ratio: baseline.map(over),
            drops_at_last: own.iter().any(|one| one.drops_at_last),
            mappings: median(own.iter().map(|one| Some(one.mapped?.0))),
            mapped_bytes: median(own.iter().map(|one| Some(one.mapped?.1))),
            most_mapped: own
                .iter()
                .flat_map(|one| one.series.iter().map(|(_, bytes)| *bytes))
                .max(),
            series: own[0].series.clone(),
        }
    };
    runs.iter().zip(published).map(row).collect()
}
