//! The program as its users call it, and the lists that must agree with the code.
#![allow(missing_docs)]

mod advise;
mod callgrind;
mod commands;
mod numbers;
mod program;
mod programs;
mod questions;
mod runs;
mod trial;
mod tutorial;
mod write_ups;
