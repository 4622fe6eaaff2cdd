//! `string-kit-jemalloc`: `string-kit` on jemalloc, for numbers that are partly the allocator's.

use std::process::ExitCode;

use string_kit_benches::run;
use string_kit_measure::engine::Program;
use tikv_jemallocator::Jemalloc;

#[global_allocator]
static ALLOCATOR: Jemalloc = Jemalloc;

fn main() -> ExitCode {
    run(Program::Jemalloc)
}
