//! Strings that share parts of each other: what one process measures of one cell.
//!
//! ```text
//! nodes  -- string-kit cell TASK -->  engine: build, weigh, flatten, drop
//!        <-- one line of JSON -----
//! ```

mod classes;
mod engine;
mod flatten;
mod questions;
mod subject;

use serde::{Deserialize, Serialize};

pub use classes::Class;
pub(crate) use classes::classes;
pub(crate) use engine::Sample;
pub use flatten::Text;
pub(crate) use questions::Question;
pub(crate) use subject::{Subject, subjects};

use super::Allocator;
use crate::workload::nodes::Shape;

/// A design, and what is made of it.
///
/// ```
/// use string_kit_benches::measure::Allocator;
/// use string_kit_benches::measure::nodes::Cell;
/// use string_kit_benches::workload::nodes::Shape;
///
/// let cell = Cell {
///     design: "std_arc_vec".to_owned(),
///     allocator: Allocator::System,
///     shape: Shape::Random,
///     count: 1_000_000,
/// };
/// assert_eq!(cell.clone(), cell);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Cell {
    /// The name of the design.
    pub design: String,
    /// What the program runs on.
    pub allocator: Allocator,
    /// What is joined with what.
    #[serde(rename = "workload")]
    pub shape: Shape,
    /// How many concatenations are made.
    pub count: usize,
}
