//! The laboratory of string-kit: one engine, one run file, many questions.
//!
//! ```text
//! workload --> question --> engine --> run --> judge --> report
//! ```
//!
//! A workload is defined once. The command `string-kit`, divan and callgrind all measure it.

// Counts and sizes are far from 2^52.
#![allow(clippy::cast_precision_loss)]

mod cmd;
mod question;
pub mod workload;

pub use cmd::run;
#[doc(hidden)]
pub use string_kit_types::with_representations;

/// Makes a program that runs on an allocator.
// The library has none: the bench targets bring allocators of their own.
#[doc(hidden)]
#[macro_export]
macro_rules! program {
    ($program:ident on $allocator:path) => {
        #[global_allocator]
        static ALLOCATOR: $allocator = $allocator;

        fn main() -> std::process::ExitCode {
            string_kit_benches::run(string_kit_measure::engine::Program::$program)
        }
    };
}

/// The README's examples as doc tests: this crate depends on all that they use.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
