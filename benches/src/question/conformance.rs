//! The laws of a string type that each type keeps or breaks. Another program examines the types:
//! `string-kit-laws`, which is built when this question is asked.

use std::process::Command;

use serde::Deserialize;

use string_kit_measure::engine::{Plan, Program, Sampler, Task};
use string_kit_measure::judge::Judge;
use string_kit_measure::report::{Block, Section};
use string_kit_measure::run::{Layout, Measurement, Run};
use string_kit_measure::{Common, Failure, Question};

use super::{TYPE, section};

const LAW: &str = "law";

/// The types and the laws, as `string-kit-laws list` prints them.
#[derive(Deserialize)]
struct List {
    types: Vec<Type>,
    laws: Vec<Law>,
}

#[derive(Deserialize)]
struct Type {
    name: String,
    title: String,
}

#[derive(Deserialize)]
struct Law {
    name: String,
    topic: String,
    why: String,
    seen_in: String,
}

#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// Examine only these laws.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    law: Vec<String>,
    /// Show each law with its reason, without an examination.
    #[arg(long, conflicts_with = "types")]
    laws: bool,
    #[command(flatten)]
    common: Common,
}

impl Args {
    /// Returns the types and the laws that the flags name.
    fn list(&self) -> Result<List, Failure> {
        let program = Program::Laws.path()?;
        let list = Command::new(program).arg("list").output();
        let list = list.map_err(Failure::Process)?.stdout;
        let mut list: List = serde_json::from_slice(&list).map_err(|error| {
            Failure::Unexpected(format!("string-kit-laws printed no list: {error}"))
        })?;
        let names = |one: &Type| vec![one.title.clone(), one.name.clone()];
        self.common.keep_types(&mut list.types, names, |_| false)?;
        let known: Vec<&str> = list.laws.iter().map(|law| &*law.name).collect();
        if let Some(unknown) = self.law.iter().find(|name| !known.contains(&&***name)) {
            let known = known.join(", ");
            let what = format!("there is no law '{unknown}'; the laws are: {known}");
            return Err(Failure::Arguments(what));
        }
        list.laws
            .retain(|law| self.law.is_empty() || self.law.contains(&law.name));
        Ok(list)
    }
}

impl Question for Args {
    fn common(&self) -> &Common {
        &self.common
    }

    fn plan(&self) -> Result<Plan, Failure> {
        let List { types, laws } = self.list()?;
        let plan = Plan {
            question: "conformance",
            title: "Laws of a string type".to_owned(),
            layout: Layout {
                columns: Some(LAW.to_owned()),
                ..Layout::default()
            },
            ..Plan::default()
        };
        if self.laws {
            let words = |law: Law| {
                let (topic, name, why) = (law.topic, law.name, law.why);
                format!("{topic}, {name}: {why} Seen in: {}.", law.seen_in)
            };
            let notes = laws.into_iter().map(words).collect();
            return Ok(Plan { notes, ..plan });
        }
        let laws: Vec<&str> = laws.iter().map(|law| &*law.name).collect();
        let task = |one: &Type| Task {
            environment: vec![
                ("STRING_KIT_TYPE", one.name.clone()),
                ("STRING_KIT_LAWS", laws.join(",")),
            ],
            ..Task::once(&one.name, Program::Laws)
        };
        Ok(Plan {
            notes: vec!["--laws shows each law with its reason.".to_owned()],
            tasks: types.iter().map(task).collect(),
            ..plan
        })
    }

    fn sample(&self, _task: &Task, _sampler: &mut Sampler) -> Result<(), Failure> {
        let what = "string-kit-laws examines types, not this program";
        Err(Failure::Unexpected(what.to_owned()))
    }

    fn sections(&self, judge: &Judge<'_>) -> Vec<Section> {
        if judge.run.measurements.is_empty() {
            return Vec::new();
        }
        let count = |outcome| {
            let cells = judge.run.measurements.iter();
            cells.filter(|cell| outcome_of(cell) == outcome).count()
        };
        let words = format!(
            "Kept: {}. Broken, as is known: {}. Broken, and not known to be: {}. Known to be broken, and \
             kept: {}. Not asked, since the type lacks what the law is about: {}. Each type is examined \
             in processes of its own, whose allocator checks every block.",
            count(KEPT),
            count(BROKEN),
            count(UNEXPECTED),
            count(NO_MORE),
            count(LACKS),
        );
        let blocks = vec![Block::Text(words)];
        section(judge, "laws_in_all", "Laws, in all", blocks)
    }

    fn verify(&self, run: &Run) -> Result<(), Failure> {
        surprises(&run.measurements).map_or(Ok(()), |what| Err(Failure::Unexpected(what)))
    }
}

/// Returns the differences from the list of the subjects, in one line.
fn surprises(cells: &[Measurement]) -> Option<String> {
    let found = |outcome: &str| {
        let cells = cells.iter().filter(|cell| outcome_of(cell) == outcome);
        let names = cells.map(|cell| {
            let name = |factor| cell.key.factors.get(factor).unwrap_or_default();
            format!("{} of {}", name(LAW), name(TYPE))
        });
        let names: Vec<String> = names.collect();
        (!names.is_empty()).then(|| format!("{outcome}: {}", names.join(", ")))
    };
    let surprises = [UNEXPECTED, NO_MORE].into_iter().filter_map(found);
    let surprises: Vec<String> = surprises.collect();
    (!surprises.is_empty()).then(|| surprises.join("; "))
}

// The outcomes of a law, compared with the list of the subjects. Notes on differences begin with theirs, as
// `string-kit-laws` writes them.
const UNEXPECTED: &str = "broken, and not known to be";
const NO_MORE: &str = "known to be broken, and kept";
const BROKEN: &str = "broken, as is known";
const KEPT: &str = "kept";
const LACKS: &str = "not asked";

fn outcome_of(cell: &Measurement) -> &'static str {
    let note = cell.note.as_deref().unwrap_or_default();
    match cell.value() {
        _ if note.starts_with(UNEXPECTED) => UNEXPECTED,
        _ if note.starts_with(NO_MORE) => NO_MORE,
        None => LACKS,
        Some(0.0) => BROKEN,
        Some(_) => KEPT,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use string_kit_measure::run::{Factors, Unit};

    #[test]
    fn only_differences_from_the_list_are_surprises() {
        let cell = |(law, note, value): &(&str, &str, Option<f64>)| {
            let factors = Factors::default().with(TYPE, "Yarn").with(LAW, law);
            Measurement {
                note: Some((*note).to_owned()),
                ..Measurement::new(factors, "kept", Unit::Flag, vec![*value])
            }
        };
        let no_more = format!("{NO_MORE}, or not asked: it copies");
        let cells = [
            ("views_agree", "", Some(1.0)),
            ("option_is_free", "it has no niche. Found: 32", Some(0.0)),
            ("clones_share", "lacks Clone", None),
            ("round_trips", UNEXPECTED, Some(0.0)),
            ("hash_is_strs", &*no_more, None),
        ];
        let cells: Vec<Measurement> = cells.iter().map(cell).collect();
        assert_eq!(surprises(&cells[..3]), None);
        let expected =
            format!("{UNEXPECTED}: round_trips of Yarn; {NO_MORE}: hash_is_strs of Yarn");
        assert_eq!(surprises(&cells), Some(expected));
    }
}
