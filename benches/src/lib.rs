//! The laboratory of string-kit: one engine, one run file, many questions.
//!
//! ```text
//! input --> workload --> question --> engine --> run --> judge --> report
//! ```
//!
//! A workload is defined once, and measured by the command-line tool, by divan and by callgrind.

mod cmd;
mod engine;
mod failure;
pub mod input;
mod judge;
mod memory;
mod question;
mod report;
mod run;
pub mod workload;

pub use cmd::run;
pub use engine::Program;
pub use memory::{Block, Event, LaboratoryAllocator, Trace, TracingAllocator, trace};

/// The README's examples, run as doc tests: here, where all that they use can be had.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
