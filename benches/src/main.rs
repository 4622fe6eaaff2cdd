//! `string-kit`: compares ways to keep text, and says which to choose.
//!
//! The program runs on the system's allocator, with nothing in front of it.

use std::process::ExitCode;

use string_kit_benches::run;
use string_kit_measure::engine::Program;

fn main() -> ExitCode {
    run(Program::System)
}
