//! The work that is measured, defined once for the command, divan and callgrind.

pub(crate) mod capture;
pub mod cases;
pub(crate) mod contend;
pub(crate) mod json;
pub(crate) mod lengths;
pub(crate) mod lookup;
pub(crate) mod nodes;
pub(crate) mod representations;
pub mod slices;

pub(crate) use capture::{BASELINE_TITLE, Operation, TYPED, Use, subjects};
pub use capture::{Group, Workload, all, published};
