//! Clones under contention: what one process measures of one cell.
//!
//! ```text
//! contend  -- string-kit cell TASK -->  Task::answer: threads, chunks, those that count
//!          <-- one line of JSON -----
//! ```

mod bytes;
mod engine;
mod faithful;
mod leak;
mod subject;

use serde::{Deserialize, Serialize};

pub(crate) use engine::{Sample, Thread};
pub(crate) use faithful::{Faithful, Published};
pub(crate) use subject::{Subject, subjects};

use super::size_class::strides;
use super::{Allocator, SOURCES};
use crate::workload::contend::Pattern;

/// A type, and what is done with it by whom.
///
/// ```
/// use string_kit_benches::measure::Allocator;
/// use string_kit_benches::measure::contend::Cell;
/// use string_kit_benches::workload::contend::Pattern;
///
/// let cell = Cell {
///     repr: "arc_str".to_owned(),
///     allocator: Allocator::System,
///     pattern: Pattern::Own,
///     leaked: false,
///     size: 64,
///     threads: 2,
/// };
/// assert_eq!(cell.clone(), cell);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cell {
    /// The name of the representation.
    pub repr: String,
    /// What the program runs on.
    pub allocator: Allocator,
    /// Who clones what.
    pub pattern: Pattern,
    /// Whether clones are leaked rather than dropped.
    pub leaked: bool,
    /// How many bytes a text has.
    pub size: usize,
    /// How many threads clone.
    pub threads: usize,
}

/// What a process is asked to do by itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Task {
    /// Measure a cell for so many milliseconds, or until each thread made so many clones.
    Clones {
        /// The cell.
        cell: Cell,
        /// For how long.
        millis: u64,
        /// Or how many clones.
        clones: Option<u64>,
    },
    /// Do what was published.
    Published(Faithful),
    /// Tell what the program is made of.
    Sources,
    /// Tell what blocks of small sizes take on the program's allocator.
    Strides,
    /// Tell how many bytes a string of this representation takes.
    Bytes {
        /// The representation.
        repr: String,
        /// The length of its text.
        size: usize,
    },
}

impl Task {
    /// Does it, and writes the answer as a line of JSON; the error is what cannot be done.
    ///
    /// # Errors
    ///
    /// If the representation does not exist, or cannot do what is asked.
    pub(crate) fn answer(&self) -> Result<String, String> {
        let json = match self {
            Self::Clones {
                cell,
                millis,
                clones,
            } => {
                let subject = subject_of(&cell.repr)?;
                let run = subject.run(cell.threads)?;
                serde_json::to_string(&run(cell, *millis, *clones))
            }
            Self::Published(faithful) => {
                let subject = subject_of(&faithful.repr)?;
                let run = subject.published(faithful.threads)?;
                serde_json::to_string(&run(faithful))
            }
            Self::Sources => serde_json::to_string(SOURCES),
            Self::Strides => serde_json::to_string(&strides()),
            Self::Bytes { repr, size } => serde_json::to_string(&(subject_of(repr)?.bytes)(*size)),
        };
        Ok(json.expect("an answer is numbers and names"))
    }
}

fn subject_of(name: &str) -> Result<Subject, String> {
    let mut all = subjects().into_iter();
    all.find(|subject| subject.name == name)
        .ok_or_else(|| format!("there is no representation '{name}'"))
}
