//! `ConcatStr` against `String`: programs of all operations and versions, as in the crate's tests.
#![no_main]

use libfuzzer_sys::fuzz_target;
use string_kit_testkit::concat_program::run;

fuzz_target!(|bytes: &[u8]| run(bytes, "", true, |_| {}));
