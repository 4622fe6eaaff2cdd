//! The ways to capture a slice of values: functions from values to a container of texts, and uses
//! of the container. Each has a check that it captures what `to_string` returns.

mod containers;
#[macro_use]
mod way;
mod functions;
mod list;
pub mod published;
mod strategies;
mod typed;

pub(crate) use functions::floor_per_slice;
pub use list::all;
pub(crate) use list::subjects;
pub(crate) use way::{BASELINE_TITLE, Operation, TYPED, Use};
pub use way::{Group, Workload};
