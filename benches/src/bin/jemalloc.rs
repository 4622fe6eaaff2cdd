//! `string-kit-jemalloc`: `string-kit` on jemalloc, for numbers that are partly the allocator's.

use std::env;
use std::process::ExitCode;

use string_kit_benches::cmd;
use string_kit_benches::measure::Allocator;
use tikv_jemallocator::Jemalloc;

#[global_allocator]
static ALLOCATOR: Jemalloc = Jemalloc;

fn main() -> ExitCode {
    cmd::run(Allocator::Jemalloc, env::args_os())
}
