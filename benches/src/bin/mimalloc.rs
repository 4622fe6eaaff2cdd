//! `string-kit-mimalloc`: `string-kit` on mimalloc, for numbers that are partly the allocator's.

use std::env;
use std::process::ExitCode;

use mimalloc::MiMalloc;
use string_kit_benches::{Program, run};

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    run(Program::Mimalloc, env::args_os())
}
