//! `ConcatStr` against `String`: programs of all operations and versions, as in the crate's tests.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../string-kit-concat/tests/it/program.rs"]
mod program;

fuzz_target!(|bytes: &[u8]| program::run(bytes, "", true, |_| {}));
