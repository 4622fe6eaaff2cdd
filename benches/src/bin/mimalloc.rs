//! `string-kit-mimalloc`: `string-kit` on mimalloc, for numbers that are partly the allocator's.

use std::process::ExitCode;

use mimalloc::MiMalloc;
use string_kit_benches::run;
use string_kit_measure::engine::Program;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    run(Program::Mimalloc)
}
