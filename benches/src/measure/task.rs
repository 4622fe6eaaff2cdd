//! What a process is asked to do by itself, by whichever verb.

use serde::{Deserialize, Serialize};

use super::size_class::strides;
use super::{SOURCES, contend, nodes};

/// A task: as JSON, an argument of the verb `cell`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Task {
    /// Measure a cell for so many milliseconds, or until each thread made so many clones.
    Clones {
        /// The cell.
        cell: contend::Cell,
        /// For how long.
        millis: u64,
        /// Or how many clones.
        clones: Option<u64>,
    },
    /// Do what was published of clones.
    Published(contend::Faithful),
    /// Tell what the program is made of.
    Sources,
    /// Tell how many bytes a string of this representation takes.
    Bytes {
        /// The representation.
        repr: String,
        /// The length of its text.
        size: usize,
    },
    /// Measure how strings are made of each other.
    Nodes(nodes::Cell),
    /// Tell how fast a design flattens a text, against a copy of it.
    AgainstCopy {
        /// The design.
        design: String,
        /// The text.
        text: nodes::Text,
    },
    /// Tell how long an arena takes for an answer.
    Asked(nodes::Question),
    /// Tell what blocks take.
    Classes,
    /// Tell what blocks of small sizes take on the program's allocator.
    Strides,
}

impl Task {
    /// Does it, and writes the answer as a line of JSON; the error is what cannot be done.
    ///
    /// # Errors
    ///
    /// If the representation or the design does not exist, or cannot do what is asked.
    pub(crate) fn answer(&self) -> Result<String, String> {
        let json = match self {
            Self::Clones {
                cell,
                millis,
                clones,
            } => {
                let subject = contend::Subject::named(&cell.repr)?;
                let run = subject.run(cell.threads)?;
                serde_json::to_string(&run(cell, *millis, *clones))
            }
            Self::Published(faithful) => {
                let subject = contend::Subject::named(&faithful.repr)?;
                let run = subject.published(faithful.threads)?;
                serde_json::to_string(&run(faithful))
            }
            Self::Sources => serde_json::to_string(SOURCES),
            Self::Bytes { repr, size } => {
                let subject = contend::Subject::named(repr)?;
                serde_json::to_string(&(subject.bytes)(*size))
            }
            Self::Nodes(cell) => {
                let subject = nodes::Subject::named(&cell.design)?;
                serde_json::to_string(&(subject.run)(cell))
            }
            Self::AgainstCopy { design, text } => {
                let subject = nodes::Subject::named(design)?;
                serde_json::to_string(&(subject.against_copy)(*text))
            }
            Self::Asked(question) => serde_json::to_string(&question.nanoseconds()),
            Self::Classes => serde_json::to_string(&nodes::classes()),
            Self::Strides => serde_json::to_string(&strides()),
        };
        Ok(json.expect("an answer is numbers and names"))
    }
}
