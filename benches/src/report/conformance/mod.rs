//! What came of string-kit's laws: who keeps which.

mod notes;
mod tables;
mod words;

use serde::Serialize;

use self::notes::Notes;
use super::{Block, Section};
use crate::conformance::Outcome;
use crate::measure::Machine;

/// All that a run found out.
///
/// ```
/// use string_kit_benches::measure::Machine;
/// use string_kit_benches::report::conformance::Findings;
///
/// let findings = Findings {
///     command: "string-kit conformance".to_owned(),
///     machine: Machine::detect(),
///     laws: Vec::new(),
///     subjects: Vec::new(),
/// };
/// assert_eq!(findings.sections()[0].id, "conformance");
/// assert_eq!(findings.surprise(), None);
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Findings {
    /// The command that makes it again.
    pub command: String,
    /// Where it was made.
    pub machine: Machine,
    /// The laws, in the order of string-kit's list.
    pub laws: Vec<Law>,
    /// Who was examined by them.
    pub subjects: Vec<Subject>,
}

/// A law, in words.
///
/// ```
/// use string_kit_benches::report::conformance::Law;
///
/// let law = Law {
///     name: "hash_is_strs",
///     room: "Comparing",
///     why: "Hash feeds a hasher what str feeds it.",
///     seen_in: "bstr#168",
/// };
/// assert!(law.why.starts_with("Hash"));
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Law {
    /// The name: a Rust identifier.
    pub name: &'static str,
    /// What it is about: the title that it shares with its neighbours.
    pub room: &'static str,
    /// What it says, and why it matters.
    pub why: &'static str,
    /// Where it was broken.
    pub seen_in: &'static str,
}

/// A string type, and what came of it.
///
/// ```
/// use string_kit_benches::report::conformance::Subject;
///
/// let subject = Subject {
///     name: "smol_str",
///     type_name: "SmolStr",
///     defined_in: "smol_str",
///     version: Some("0.3.7"),
///     is_representation: true,
///     verdicts: Vec::new(),
/// };
/// assert_eq!(subject.crate_and_version(), "smol_str 0.3.7");
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Subject {
    /// The name by which it is asked for: a Rust identifier.
    pub name: &'static str,
    /// The type's name as its users write it, and how it captures if it can in several ways.
    pub type_name: &'static str,
    /// The crate.
    #[serde(rename = "crate")]
    pub defined_in: &'static str,
    /// The version of the crate, if it is known.
    pub version: Option<&'static str>,
    /// Whether it is one of string-kit's representations; else it is a rival.
    pub is_representation: bool,
    /// One for each law, in their order.
    pub verdicts: Vec<Verdict>,
}

impl Subject {
    /// Both, as far as they are known.
    #[must_use]
    pub fn crate_and_version(&self) -> String {
        match self.version {
            Some(version) => format!("{} {version}", self.defined_in),
            None => self.defined_in.to_owned(),
        }
    }
}

/// What came of a law.
///
/// ```
/// use string_kit_benches::conformance::Outcome;
/// use string_kit_benches::report::conformance::{Standing, Verdict};
///
/// let verdict = Verdict {
///     law: "option_is_free",
///     outcome: Outcome::Broken("24 bytes become 32".to_owned()),
///     known: Some("it has no niche"),
/// };
/// assert_eq!(verdict.standing(), Standing::Known);
/// ```
#[derive(Clone, Debug, Serialize)]
pub struct Verdict {
    /// The law's name.
    pub law: &'static str,
    /// What it came to.
    #[serde(flatten)]
    pub outcome: Outcome,
    /// Why the law is known to be broken, if it is.
    pub known: Option<&'static str>,
}

impl Verdict {
    /// What came of it, beside what was known.
    #[must_use]
    pub fn standing(&self) -> Standing {
        match (&self.outcome, self.known) {
            (Outcome::Kept, None) => Standing::Kept,
            (Outcome::Lacks(_), None) => Standing::Lacks,
            (Outcome::Kept | Outcome::Lacks(_), Some(_)) => Standing::NoMore,
            (Outcome::Broken(_) | Outcome::Crashed(_), Some(_)) => Standing::Known,
            (Outcome::Broken(_) | Outcome::Crashed(_), None) => Standing::Unexpected,
        }
    }
}

/// What came of a law, beside what was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// It is kept.
    Kept,
    /// It is broken, as is known.
    Known,
    /// It is broken, and nobody knew.
    Unexpected,
    /// It was known to be broken, and is not any more.
    NoMore,
    /// The type does not have what the law is about.
    Lacks,
}

impl Findings {
    /// The matrix and its notes.
    #[must_use]
    pub fn sections(&self) -> Vec<Section> {
        let notes = Notes::of(self);
        let mut blocks = vec![Block::Text(words::summary(self))];
        blocks.extend(tables::matrices(self, &notes).into_iter().map(Block::Table));
        if !notes.is_empty() {
            blocks.push(Block::Points(notes.told()));
        }
        blocks.push(Block::Table(tables::subjects(self)));
        vec![Section {
            id: "conformance",
            title: "Who keeps the laws of a string type".to_owned(),
            command: self.command.clone(),
            blocks,
        }]
    }

    /// What was found and not known, or known and not found, in one line.
    #[must_use]
    pub fn surprise(&self) -> Option<String> {
        words::surprise(self)
    }

    /// How many verdicts there are of a kind.
    fn count(&self, standing: Standing) -> usize {
        self.subjects.iter().map(|one| one.count(standing)).sum()
    }
}

impl Subject {
    fn count(&self, standing: Standing) -> usize {
        let verdicts = self.verdicts.iter();
        verdicts
            .filter(|verdict| verdict.standing() == standing)
            .count()
    }
}

/// The laws, each with its reason.
///
/// ```
/// use string_kit_benches::report::conformance;
///
/// let section = conformance::laws(&[], "string-kit conformance --laws".to_owned());
/// assert_eq!(section.id, "laws");
/// ```
#[must_use]
pub fn laws(laws: &[Law], command: String) -> Section {
    let of_a_room = |laws: &[Law]| {
        let law = |law: &Law| format!("{}: {} Seen in: {}.", law.name, law.why, law.seen_in);
        [
            Block::Text(format!("{}:", laws[0].room)),
            Block::Points(laws.iter().map(law).collect()),
        ]
    };
    Section {
        id: "laws",
        title: "The laws, and why".to_owned(),
        command,
        blocks: laws
            .chunk_by(|one, next| one.room == next.room)
            .flat_map(of_a_room)
            .collect(),
    }
}

#[cfg(test)]
mod tests;
