//! The ways to keep the texts of records, from which the advisor chooses.
//!
//! A candidate is an owned string type, a table that keeps each text once, or a list of all texts
//! of a record. Its memory is recorded: a value of each length is made, and a table is filled. Its
//! time is that of a program.

mod blocks;
mod candidates;
mod distinct;
mod part;
mod recorded;

pub(crate) use blocks::Blocks;
pub(crate) use candidates::{BASELINE, Candidate, Memory, candidates};
pub(crate) use distinct::distinct;
pub(crate) use part::Part;
