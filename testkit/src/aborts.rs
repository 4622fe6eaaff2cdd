//! Tests that abort the program.

use std::process::{Command, Stdio};

/// Asserts that each case aborts the program with this message, or without it if nobody reads
/// stderr. A child process runs `test` again for each, with its number in the environment.
#[track_caller]
pub fn assert_aborts(test: &str, message: &str, cases: &[fn()]) {
    const CASE: &str = "STRING_KIT_ABORT";
    if let Ok(case) = std::env::var(CASE) {
        return cases[case.parse::<usize>().unwrap()]();
    }
    for case in 0..cases.len() {
        let mut child = Command::new(std::env::current_exe().unwrap());
        child.args(["--exact", test, "--nocapture"]);
        child.env(CASE, case.to_string());
        let output = child.output().unwrap();
        assert!(!output.status.success(), "case {case}");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(stderr.contains(message), "case {case}: {stderr}");

        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let status = child.stdout(Stdio::null()).stderr(writer).status().unwrap();
        // A test that panics exits with 101.
        assert!(
            !status.success() && status.code() != Some(101),
            "case {case}: {status}"
        );
    }
}
