//! `string-kit`: measures ways to keep text side by side, and says which to choose.

use std::env;
use std::process::ExitCode;

use string_kit_benches::cmd;
use string_kit_benches::measure::{Allocator, LaboratoryAllocator, TracingAllocator};

// Here and not in the library: the bench targets bring allocators of their own.
#[global_allocator]
static ALLOCATOR: TracingAllocator<LaboratoryAllocator> =
    TracingAllocator::new(LaboratoryAllocator);

fn main() -> ExitCode {
    cmd::run(Allocator::Laboratory, env::args_os())
}
