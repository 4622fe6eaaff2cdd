//! The program, run as its users do.

pub(crate) mod run_file;

use std::path::Path;
use std::process::{Command, Output};
use std::{env, fs};

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

/// Compares a file with what it should say, or writes it if `STRING_KIT_WRITE` names the module of the test.
#[track_caller]
pub(crate) fn check_or_write(module: &str, file: &Path, expected: &str) {
    if env::var_os("STRING_KIT_WRITE").is_some_and(|value| value == module) {
        fs::write(file, expected).unwrap();
        return;
    }
    let written = fs::read_to_string(file).unwrap_or_default();
    let same = written.lines().zip(expected.lines());
    let at = same.take_while(|(old, new)| old == new).count();
    let line = |of: &str| of.lines().nth(at).unwrap_or_default().to_owned();
    assert!(
        written == expected,
        "{}:{}: it says\n{}\nand should say\n{}\nto write it anew: STRING_KIT_WRITE={module} cargo test -p \
         string-kit-benches --test it {module}",
        file.display(),
        at + 1,
        line(&written),
        line(expected),
    );
}
