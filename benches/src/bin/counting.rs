//! `string-kit-counting`: `string-kit` on an allocator that counts and traces.

use std::process::ExitCode;

use string_kit_benches::run;
use string_kit_measure::engine::Program;
use string_kit_measure::memory::LaboratoryAllocator;

// Here and not in the library: the bench targets bring allocators of their own.
#[global_allocator]
static ALLOCATOR: LaboratoryAllocator = LaboratoryAllocator;

fn main() -> ExitCode {
    run(Program::Counting)
}
