//! `string-kit-system`: `string-kit` on the system's allocator with nothing before it, for times that
//! are partly the allocator's.

use std::env;
use std::process::ExitCode;

use string_kit_benches::cmd;
use string_kit_benches::measure::Allocator;

fn main() -> ExitCode {
    cmd::run(Allocator::System, env::args_os())
}
