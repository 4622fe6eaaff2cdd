//! `string-kit`: measures ways to keep text side by side, and says which to choose.
//!
//! It runs on the system's allocator with nothing before it.

use std::env;
use std::process::ExitCode;

use string_kit_benches::{Program, run};

fn main() -> ExitCode {
    run(Program::System, env::args_os())
}
