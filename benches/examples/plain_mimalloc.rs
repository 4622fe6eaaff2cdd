//! Plain programs, against which the advisor's predictions are held: on mimalloc.

#[path = "plain/program.rs"]
mod program;
#[path = "plain/uses.rs"]
mod uses;

use std::process::ExitCode;

use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The bytes of the steps in which mimalloc's memory grows, where the system has huge pages.
const HUGE_PAGE: usize = 2 << 20;

fn main() -> ExitCode {
    program::run(HUGE_PAGE)
}
