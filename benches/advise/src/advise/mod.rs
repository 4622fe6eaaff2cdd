//! The advisor: it says which string type to keep data in.
//!
//! ```text
//! files or profile --> data --> facts --> question: memory, times --> choice --> words
//!                          \\--> sample --/
//! ```

mod advice;
mod choice;
mod conditions;
mod constraint;
mod data;
mod exceptions;
mod factors;
mod facts;
mod fields;
mod naming;
mod question;
mod race;
mod recording;
mod snippet;
mod tables;
mod types;
mod words;

pub use question::{Args, sections};
