//! Plain programs, against which the advisor's predictions are held: on the system's allocator.

mod program;
mod uses;

use std::process::ExitCode;

fn main() -> ExitCode {
    program::run(0)
}
