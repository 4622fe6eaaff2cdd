//! The laws of a string type that each type keeps or breaks. Another program examines the types:
//! `string-kit-laws`, which is built when this question is asked.

use std::process::Command;

use serde::Deserialize;

use string_kit_measure::engine::{Plan, Program, Sampler, Task};
use string_kit_measure::judge::Judge;
use string_kit_measure::report::{Block, Section};
use string_kit_measure::run::{Layout, Measurement, Run};
use string_kit_measure::{Common, Failure, Question};

use super::section;

const TYPE: &str = "type";
const LAW: &str = "law";

/// A string type, as `string-kit-laws list` prints it.
#[derive(Deserialize)]
struct Type {
    name: String,
    title: String,
}

/// A law, as `string-kit-laws list` prints it.
#[derive(Deserialize)]
struct Law {
    name: String,
    topic: String,
    why: String,
    seen_in: String,
}

/// The types and the laws that the flags ask for.
#[derive(Deserialize)]
struct Asked {
    types: Vec<Type>,
    laws: Vec<Law>,
}

/// The flags of the question.
#[derive(Debug, Default, clap::Args)]
pub(crate) struct Args {
    /// Examine only these laws.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    law: Vec<String>,
    /// Show each law with its reason, and examine nothing.
    #[arg(long, conflicts_with = "types")]
    laws: bool,
    #[command(flatten)]
    common: Common,
}

impl Args {
    fn asked(&self) -> Result<Asked, Failure> {
        let program = Program::Laws.path()?;
        let list = Command::new(program).arg("list").output();
        let list = list.map_err(Failure::Process)?.stdout;
        let mut all: Asked = serde_json::from_slice(&list).map_err(|error| {
            Failure::Unexpected(format!("string-kit-laws printed no list: {error}"))
        })?;
        let names = |one: &Type| vec![one.title.clone(), one.name.clone()];
        self.common.keep_types(&mut all.types, names, |_| false)?;
        let known: Vec<&str> = all.laws.iter().map(|law| &*law.name).collect();
        if let Some(unknown) = self.law.iter().find(|name| !known.contains(&&***name)) {
            let known = known.join(", ");
            let what = format!("there is no law '{unknown}'; the laws are: {known}");
            return Err(Failure::Arguments(what));
        }
        if !self.law.is_empty() {
            all.laws.retain(|law| self.law.contains(&law.name));
        }
        Ok(all)
    }
}

impl Question for Args {
    fn common(&self) -> &Common {
        &self.common
    }

    fn plan(&self) -> Result<Plan, Failure> {
        let Asked { types, laws } = self.asked()?;
        let names: Vec<&str> = laws.iter().map(|law| &*law.name).collect();
        let names = names.join(",");
        let task = |one: &Type| Task {
            environment: vec![
                ("STRING_KIT_TYPE", one.name.clone()),
                ("STRING_KIT_LAWS", names.clone()),
            ],
            ..Task::once(&one.name, Program::Laws)
        };
        let told = |law: &Law| {
            let Law {
                name,
                topic,
                why,
                seen_in,
            } = law;
            format!("{topic}, {name}: {why} Seen in: {seen_in}.")
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

    fn sample(&self, _task: &Task, _sampler: &mut Sampler) -> Result<(), Failure> {
        let what = "string-kit-laws examines types, not this program";
        Err(Failure::Unexpected(what.to_owned()))
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
        section(
            judge,
            "laws_in_all",
            "Laws, in all",
            vec![Block::Text(words)],
        )
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

/// The beginnings of notes on differences from the list of the subjects, as `string-kit-laws` writes them.
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

#[cfg(test)]
mod tests {
    use super::*;
    use string_kit_measure::run::{Factors, Key, Unit};

    fn cell(law: &str, note: Option<&str>, value: Option<f64>) -> Measurement {
        Measurement {
            key: Key {
                factors: Factors::default().with(TYPE, "Yarn").with(LAW, law),
                metric: "kept".to_owned(),
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
