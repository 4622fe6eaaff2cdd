//! Clones under contention: what one process measures of one cell.
//!
//! ```text
//! contend  -- string-kit cell TASK -->  engine: threads, chunks, those that count
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

use super::Allocator;
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
