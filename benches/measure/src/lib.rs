//! The engine of the laboratory: it takes a number, stores it, judges it and shows it. It knows no
//! string type.
//!
//! ```text
//! question --> engine --> run --> judge --> report
//! ```

// Counts and sizes are far from 2^52.
#![allow(clippy::cast_precision_loss)]
// Only packages of the laboratory call it: a name that says all needs no sentence.
#![allow(
    missing_docs,
    clippy::missing_errors_doc,
    clippy::missing_panics_doc,
    clippy::must_use_candidate,
    clippy::return_self_not_must_use
)]

pub mod engine;
mod failure;
pub mod judge;
pub mod lines;
pub mod memory;
pub mod output;
pub mod question;
pub mod report;
pub mod run;
mod system;
mod visible;

pub use failure::{Failure, Fault};
pub use question::{Common, Question, Subject};
pub use visible::visible_line;
