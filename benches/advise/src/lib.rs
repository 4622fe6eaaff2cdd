//! The advisor, which says which string type to keep data in: the question `advise`.
//!
//! ```text
//! data  --> profile --> candidate: recorded memory --> advise
//!       \--> sample --> workload, program --> timing --/
//! ```

// Counts and sizes are far from 2^52, and most are estimates.
#![allow(clippy::cast_precision_loss)]

mod advise;
mod bytes;
mod candidate;
mod profile;
mod program;
mod texts;
mod timing;
mod versions;
mod workload;

pub use advise::{Args as Advise, sections};
pub use bytes::profile_bytes;

/// Counts the blocks of unit tests, where a test asks for it.
#[cfg(test)]
#[global_allocator]
static ALLOCATOR: string_kit_measure::memory::LaboratoryAllocator =
    string_kit_measure::memory::LaboratoryAllocator;
