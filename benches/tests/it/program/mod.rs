//! The program, run as its users do.

pub(crate) mod run_file;

use std::process::{Command, Output};

/// Runs the program, however it ends.
pub(crate) fn run(args: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_string-kit");
    Command::new(program).args(args).output().unwrap()
}

/// Runs the program, which must succeed, and returns its output.
#[track_caller]
pub(crate) fn printed(args: &[&str]) -> String {
    let output = run(args);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs the program, which must refuse: exit code 2, no output, and one line of error. Returns the line.
#[track_caller]
pub(crate) fn refused(args: &[&str]) -> String {
    let output = run(args);
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    assert!(output.stdout.is_empty(), "{args:?}");
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(error.lines().count(), 1, "{error}");
    error
        .strip_prefix("string-kit: ")
        .unwrap()
        .trim_end()
        .to_owned()
}
