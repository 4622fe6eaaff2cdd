//! Plain programs, against which the advisor's predictions are held: on mimalloc.

#[path = "plain/program.rs"]
mod program;
#[path = "plain/uses.rs"]
mod uses;

use std::process::ExitCode;

use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    program::run()
}
