//! The cost of a clone while other threads clone the same string.

mod clones;
mod published;

pub(crate) use clones::Args;
pub(crate) use published::sections;

pub(super) const THREADS: &str = "threads";
const CLONES: &str = "clones";

const ENDS: [&str; 2] = ["dropped", LEAKED];
const LEAKED: &str = "leaked";
