//! The program as its users call it, and the lists that must agree with the code.
#![allow(missing_docs)]

mod advise;
mod callgrind;
mod command_line;
mod conformance;
mod contend;
mod crate_census;
mod curves_lookup;
mod layout;
mod nodes;
mod numbers;
mod program;
mod reading;
mod runs;
mod tutorial;
