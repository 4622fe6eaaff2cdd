//! The cost of a clone while other threads clone the same string.

mod clones;
mod published;

pub(crate) use clones::{Args, sections};

const THREADS: &str = "threads";
const CLONES: &str = "clones";

/// The ends of clones.
const ENDS: [&str; 2] = ["dropped", LEAKED];
const LEAKED: &str = "leaked";
