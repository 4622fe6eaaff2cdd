//! The laboratory of string-kit: inputs, workloads, measurements and reports.
//!
//! ```text
//! input --> workload --> measure --> report
//! ```
//!
//! A workload is defined once, and measured by the command-line tool (`cmd`), by divan and by
//! callgrind.
//!
//! ```
//! use string_kit_benches::{input, workload};
//!
//! for workload in workload::all() {
//!     for slice in input::SLICES {
//!         workload.check(slice.values).unwrap();
//!     }
//! }
//! ```

pub mod cmd;
pub mod conformance;
pub mod input;
pub mod measure;
pub mod report;
pub mod workload;

/// The README's examples, run as doc tests: here, where all that they use can be had.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
