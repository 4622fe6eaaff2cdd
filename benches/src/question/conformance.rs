//! The laws of a string type that each type keeps or breaks.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use std::{process, thread};

use string_kit_conformance::{Law, Verdict};
use string_kit_subjects::Listed;

use string_kit_measure::Common;
use string_kit_measure::Failure;
use string_kit_measure::Question;
use string_kit_measure::engine::{Answer, Plan, Program, Sampler, Task};
use string_kit_measure::judge::Judge;
use string_kit_measure::memory::CHECKED_BY;
use string_kit_measure::report::{Block, Section};
use string_kit_measure::run::{Factors, Layout, Measurement, Run, Unit};

const TYPE: &str = "type";
const LAW: &str = "law";
const METRIC: &str = "kept";
/// The most time that a law takes; in a debug build some take seconds.
const PATIENCE: Duration = Duration::from_mins(2);

/// The flags of the question.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// Examine by these laws alone.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    law: Vec<String>,
    /// Examine nothing: show each law with its reason.
    #[arg(long, conflicts_with = "types")]
    laws: bool,
    #[command(flatten)]
    common: Common,
}

impl Args {
    fn types(&self) -> Result<Vec<Listed>, Failure> {
        let mut all = string_kit_subjects::all();
        let names =
            |listed: &Listed| vec![listed.subject.name().to_owned(), listed.name.to_owned()];
        self.common.keep_types(&mut all, names, |_| false)?;
        Ok(all)
    }

    fn laws(&self) -> Result<Vec<Law>, Failure> {
        let all = Law::ALL.iter().copied();
        if let Some(unknown) = self
            .law
            .iter()
            .find(|name| all.clone().all(|law| law.name() != **name))
        {
            let known: Vec<&str> = all.map(Law::name).collect();
            let what = format!(
                "there is no law '{unknown}'; the laws are: {}",
                known.join(", ")
            );
            return Err(Failure::Arguments(what));
        }
        let is_asked =
            |law: &Law| self.law.is_empty() || self.law.iter().any(|name| name == law.name());
        Ok(all.filter(is_asked).collect())
    }
}

impl Question for Args {
    fn common(&self) -> &Common {
        &self.common
    }

    fn plan(&self) -> Result<Plan, Failure> {
        let laws = self.laws()?;
        let types = self.types()?;
        let checked = CHECKED_BY.to_str().expect("it is ASCII");
        let task = |listed: &Listed| Task {
            environment: vec![(checked, "1")],
            ..Task::once(listed.name, Program::Counting)
        };
        let told = |law: &Law| {
            let (topic, name) = (law.topic(), law.name());
            format!("{topic}, {name}: {} Seen in: {}.", law.why(), law.seen_in())
        };
        Ok(Plan {
            question: "conformance",
            title: "Laws of a string type".to_owned(),
            layout: Layout {
                columns: Some(LAW.to_owned()),
                ..Layout::default()
            },
            notes: if self.laws {
                laws.iter().map(told).collect()
            } else {
                vec!["--laws shows each law with its reason.".to_owned()]
            },
            tasks: if self.laws {
                Vec::new()
            } else {
                types.iter().map(task).collect()
            },
            ..Plan::default()
        })
    }

    fn sample(&self, task: &Task, sampler: &mut Sampler) -> Result<(), Failure> {
        let done = sampler.done;
        let examined = Arc::new(AtomicUsize::new(0));
        let watched = Arc::clone(&examined);
        thread::spawn(move || end_if_stuck(&watched));
        let types = self.types()?;
        for listed in types.iter().filter(|listed| listed.name == task.name) {
            for law in self.laws()?.into_iter().skip(done) {
                examine(listed, law, sampler)?;
                examined.fetch_add(1, Ordering::Relaxed);
            }
        }
        Ok(())
    }

    fn sections(&self, judge: &Judge<'_>) -> Vec<Section> {
        let count = |is: fn(Standing) -> bool| {
            let cells = judge.run.measurements.iter();
            cells.filter(|cell| is(Standing::of(cell))).count()
        };
        if judge.run.measurements.is_empty() {
            return Vec::new();
        }
        let words = format!(
            "Kept: {}. Broken, as is known: {}. Broken, and not known to be: {}. Known to be broken, and \
             kept: {}. Not asked, since the type lacks what the law is about: {}. Each type is examined \
             in processes of its own, whose allocator checks every block.",
            count(|it| it == Standing::Kept),
            count(|it| it == Standing::Known),
            count(|it| it == Standing::Unexpected),
            count(|it| it == Standing::NoMore),
            count(|it| it == Standing::Lacks),
        );
        vec![Section {
            id: "laws_in_all".to_owned(),
            title: "Laws, in all".to_owned(),
            command: judge.run.header.command.clone(),
            blocks: vec![Block::Text(words)],
        }]
    }

    fn verify(&self, run: &Run) -> Result<(), Failure> {
        surprises(&run.measurements).map_or(Ok(()), |what| Err(Failure::Unexpected(what)))
    }
}

/// Returns the differences from the list of the subjects, in one line.
fn surprises(cells: &[Measurement]) -> Option<String> {
    let found = |standing, what: &str| {
        let cells = cells.iter().filter(|cell| Standing::of(cell) == standing);
        let names: Vec<String> = cells
            .map(|cell| {
                let name = |factor| cell.key.factors.get(factor).unwrap_or_default();
                format!("{} of {}", name(LAW), name(TYPE))
            })
            .collect();
        (!names.is_empty()).then(|| format!("{what}: {}", names.join(", ")))
    };
    let surprises = [
        found(Standing::Unexpected, UNEXPECTED),
        found(Standing::NoMore, NO_MORE),
    ];
    let surprises: Vec<String> = surprises.into_iter().flatten().collect();
    (!surprises.is_empty()).then(|| surprises.join("; "))
}

/// The beginnings of notes on differences from the list of the subjects.
const UNEXPECTED: &str = "broken, and not known to be";
const NO_MORE: &str = "known to be broken, and kept";

/// An outcome, compared with the list of the subjects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    Kept,
    Known,
    Unexpected,
    NoMore,
    Lacks,
}

impl Standing {
    fn of(cell: &Measurement) -> Self {
        let begins = |with| {
            cell.note
                .as_ref()
                .is_some_and(|note| note.starts_with(with))
        };
        match cell.value() {
            _ if begins(UNEXPECTED) => Self::Unexpected,
            _ if begins(NO_MORE) => Self::NoMore,
            None => Self::Lacks,
            Some(0.0) => Self::Known,
            Some(_) => Self::Kept,
        }
    }
}

/// Examines a type by a law, and reports the outcome. The law counts as broken if the process ends.
fn examine(listed: &Listed, law: Law, sampler: &mut Sampler) -> Result<(), Failure> {
    let subject = &listed.subject;
    let known = subject.why_known(law);
    let answer = |note: Option<String>, value: Option<bool>| {
        let factors = Factors::default().with(TYPE, subject.name());
        let factors = factors.with(LAW, law.name());
        Answer {
            note,
            ..Answer::new(factors, METRIC, Unit::Flag, vec![value.map(f64::from)])
        }
    };
    let broken = |how: &str| {
        let note = format!("{}. {how}", known.unwrap_or(UNEXPECTED));
        answer(Some(note), Some(false))
    };
    let kept = |what: &str| known.map(|why| format!("{NO_MORE}{what}: {why}"));
    sampler.attempt(broken("The process ended: "))?;
    sampler.report(match subject.examine(law) {
        Verdict::Kept => answer(kept(""), Some(true)),
        Verdict::Broken(case) => broken(&format!("Found: {case}.")),
        Verdict::Lacks(what) => {
            let note = kept(", or not asked").unwrap_or_else(|| format!("lacks {what}"));
            answer(Some(note), None)
        }
    })?;
    Ok(())
}

/// Ends the process if no law is done within [`PATIENCE`].
fn end_if_stuck(examined: &AtomicUsize) {
    loop {
        let before = examined.load(Ordering::Relaxed);
        thread::sleep(PATIENCE);
        if examined.load(Ordering::Relaxed) == before {
            eprintln!("no end within {} seconds", PATIENCE.as_secs());
            process::exit(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use string_kit_measure::run::Key;

    fn cell(law: &str, note: Option<&str>, value: Option<f64>) -> Measurement {
        Measurement {
            key: Key {
                factors: Factors::default().with(TYPE, "Yarn").with(LAW, law),
                metric: METRIC.to_owned(),
                unit: Unit::Flag,
            },
            note: note.map(ToOwned::to_owned),
            family: None,
            samples: vec![vec![value]],
        }
    }

    #[test]
    fn only_differences_from_the_list_are_surprises() {
        let mut cells = vec![
            cell("views_agree", None, Some(1.0)),
            cell(
                "option_is_free",
                Some("it has no niche. Found: 32"),
                Some(0.0),
            ),
            cell("clones_share", Some("lacks Clone"), None),
        ];
        assert_eq!(surprises(&cells), None);
        let no_more = format!("{NO_MORE}, or not asked: it copies");
        cells.extend([
            cell("round_trips", Some(UNEXPECTED), Some(0.0)),
            cell("hash_is_strs", Some(&no_more), None),
        ]);
        let expected =
            format!("{UNEXPECTED}: round_trips of Yarn; {NO_MORE}: hash_is_strs of Yarn");
        assert_eq!(surprises(&cells), Some(expected));
    }
}
