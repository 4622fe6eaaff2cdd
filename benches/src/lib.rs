//! The laboratory of string-kit: one engine, one run file, many questions.
//!
//! ```text
//! input --> workload --> question --> engine --> run --> judge --> report
//! ```
//!
//! A workload is defined once. The command `string-kit`, divan and callgrind all measure it.

mod candidate;
mod cmd;
mod engine;
mod failure;
pub mod input;
mod judge;
mod memory;
mod profile;
mod question;
mod report;
mod run;
pub mod workload;

pub use cmd::run;
pub use engine::Program;
pub use memory::{Block, Event, LaboratoryAllocator, Trace, TracingAllocator, trace};

/// The README's examples as doc tests: this crate depends on all that they use.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

/// Counts the blocks of unit tests, where a test asks for it.
#[cfg(test)]
#[global_allocator]
static ALLOCATOR: LaboratoryAllocator = LaboratoryAllocator;
