//! The names of the factors and metrics of a run, and the work of its tasks.

use serde::{Deserialize, Serialize};
use string_kit_measure::engine::Program;

use crate::workload::{Operation, Workload};

pub(super) const TYPE: &str = "type";
pub(super) const FIELD: &str = "field";
pub(super) const TIME: &str = "time";
pub(super) const KEPT: &str = "kept";

/// The work of a task.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Work {
    /// Records the memory of some parts of a set.
    Memory {
        parts: Vec<usize>,
        allocator: Program,
    },
    /// Times the program of a workload by a candidate, and some operations alone.
    Times {
        candidate: String,
        workload: Workload,
        operations: Vec<Operation>,
    },
}
