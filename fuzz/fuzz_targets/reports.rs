//! Run files and saved traces made of any bytes: each is refused, or shown in every form.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use string_kit_measure::memory::{Summary, Trace};
use string_kit_measure::report::show_all;
use string_kit_measure::run;

fuzz_target!(|bytes: &[u8]| {
    let path = Path::new("x");
    if let Ok(runs) = run::from_bytes(bytes, path) {
        show_all(runs);
    }
    if let Ok(trace) = Trace::from_bytes(bytes, path) {
        let summary = Summary::new(&trace);
        assert!(summary.peak <= isize::try_from(summary.allocated.bytes).unwrap());
    }
});
