//! `conformance`: which laws of a string type the representations and their rivals keep.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde::Serialize;
use string_kit_conformance::Law;
use string_kit_subjects::Listed;

use super::flags::{ALL, named};
use super::output::Output;
use super::progress::{progress_bar_of, show};
use super::{Failure, document, verb};
use crate::conformance::{self, Outcome, process};
use crate::measure::Machine;
use crate::report::conformance::{self as report, Findings, Subject, Verdict};
use crate::report::{Block, Section};

/// What can be asked for.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Examine these types: names of the table, or 'all'.
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_value = ALL)]
    repr: Vec<String>,
    /// Examine by these laws: names of the table, or 'all'.
    #[arg(long, value_name = "NAME", value_delimiter = ',', default_value = ALL)]
    law: Vec<String>,
    /// Say what the laws are, and why, and examine nothing.
    #[arg(long, conflicts_with = "repr")]
    laws: bool,
    #[command(flatten)]
    output: Output,
}

impl Args {
    pub(super) fn run(self, command: String) -> Result<(), Failure> {
        if self.laws {
            return self.tell(command);
        }
        let findings = self.measure(command)?;
        let mut sections = findings.sections();
        let hint = Block::Text("--laws says what each law asks for, and why.".to_owned());
        for section in &mut sections {
            section.blocks.push(hint.clone());
        }
        let shown = document(Some(&findings.machine), sections);
        self.output.show_with_page(&findings, &shown, || {
            Ok(document(Some(&findings.machine), with_laws(&findings)))
        })?;
        findings
            .surprise()
            .map_or(Ok(()), |what| Err(Failure::Unexpected(what)))
    }

    /// Says what the laws are.
    fn tell(&self, command: String) -> Result<(), Failure> {
        /// For a program.
        #[derive(Serialize)]
        struct Laws {
            command: String,
            laws: Vec<report::Law>,
        }
        let laws = told(&laws(&self.law)?);
        self.output.check()?;
        let document = document(None, vec![report::laws(&laws, command.clone())]);
        self.output.show(&Laws { command, laws }, &document)
    }

    /// Examines each type in a process of its own, as many at once as there are cores.
    pub(super) fn measure(&self, command: String) -> Result<Findings, Failure> {
        let subjects = listed(&self.repr)?;
        let laws = laws(&self.law)?;
        self.output.check()?;

        let bar = progress_bar_of("examining");
        let all = subjects.len() * laws.len();
        let done = AtomicUsize::new(0);
        #[allow(clippy::cast_precision_loss)] // Some thousands.
        let count = || {
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            show(&bar, done as f64 / all as f64);
        };
        let names: Vec<&str> = subjects.iter().map(|listed| listed.name).collect();
        let outcomes = in_parallel(&names, |name| process::examine(name, &laws, count));
        bar.finish_and_clear();

        let mut findings = Findings {
            command,
            machine: Machine::detect(),
            laws: told(&laws),
            subjects: Vec::new(),
        };
        for (listed, outcomes) in subjects.iter().zip(outcomes) {
            let outcomes = outcomes.map_err(Failure::Process)?;
            findings.subjects.push(examined(listed, &laws, outcomes));
        }
        Ok(findings)
    }
}

/// What a page has: the findings, and last what the laws are.
pub(super) fn with_laws(findings: &Findings) -> Vec<Section> {
    let mut sections = findings.sections();
    let command = verb("conformance", &["--laws"]);
    sections.push(report::laws(&findings.laws, command));
    sections
}

/// The subjects of these names, or all.
pub(super) fn listed(names: &[String]) -> Result<Vec<Listed>, Failure> {
    let mut listed = string_kit_subjects::all();
    named(names, &mut listed, |listed| listed.name, "representation")?;
    Ok(listed)
}

/// The laws of these names, or all.
pub(super) fn laws(names: &[String]) -> Result<Vec<Law>, Failure> {
    let mut laws = Law::ALL.to_vec();
    named(names, &mut laws, |law| law.name(), "law")?;
    Ok(laws)
}

/// The laws in words.
fn told(laws: &[Law]) -> Vec<report::Law> {
    let told = |law: &Law| report::Law {
        name: law.name(),
        room: law.topic(),
        why: law.why(),
        seen_in: law.seen_in(),
    };
    laws.iter().map(told).collect()
}

/// What came of a subject.
fn examined(listed: &Listed, laws: &[Law], outcomes: Vec<Outcome>) -> Subject {
    let subject = &listed.subject;
    let verdict = |(law, outcome): (&Law, Outcome)| Verdict {
        law: law.name(),
        outcome,
        known: subject.why_known(*law),
    };
    let (defined_in, version) = conformance::crate_of(subject.defined_in());
    Subject {
        name: listed.name,
        type_name: subject.name(),
        defined_in,
        version,
        is_representation: listed.is_representation,
        verdicts: laws.iter().zip(outcomes).map(verdict).collect(),
    }
}

/// What `work` makes of each, by a thread for each core; in the order that they came in.
fn in_parallel<T: Copy + Sync, R: Send>(all: &[T], work: impl Fn(T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let some = || {
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(&one) = all.get(at) else { break done };
            done.push((at, work(one)));
        }
    };
    let mut done: Vec<(usize, R)> = thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(some)).collect();
        let done = threads
            .into_iter()
            .map(|one| one.join().expect("nothing panics in it"));
        done.flatten().collect()
    });
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cmd::given;

    #[test]
    fn all_is_the_default() {
        let args = given::<Args>(&[]);
        assert!(listed(&args.repr).is_ok_and(|all| all.len() == string_kit_subjects::all().len()));
        assert!(laws(&args.law).is_ok_and(|all| all == Law::ALL));
    }

    #[test]
    fn what_comes_out_is_in_the_order_of_what_went_in() {
        let all: Vec<usize> = (0..100).collect();
        let doubled: Vec<usize> = all.iter().map(|one| 2 * one).collect();
        assert_eq!(in_parallel(&all, |one| 2 * one), doubled);
    }
}
