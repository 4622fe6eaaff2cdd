//! Tests that abort the program.

use std::process::Command;
use std::string::{String, ToString};

/// Asserts that each case aborts the program with this message. A child process runs `test` again for
/// each, with its number in the environment.
#[track_caller]
pub(crate) fn assert_aborts(test: &str, message: &str, cases: &[fn()]) {
    const CASE: &str = "STRING_KIT_ABORT";
    if let Ok(case) = std::env::var(CASE) {
        return cases[case.parse::<usize>().unwrap()]();
    }
    for case in 0..cases.len() {
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", test, "--nocapture"])
            .env(CASE, case.to_string())
            .output()
            .unwrap();
        assert!(!child.status.success(), "case {case}");
        let stderr = String::from_utf8_lossy(&child.stderr);
        assert!(stderr.contains(message), "case {case}: {stderr}");
    }
}
