//! The program, run as its users do, in the folder that Cargo has for tests.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{env, fs};

use string_kit_measure::run::{Factors, Measurement, Run};

const FOLDER: &str = env!("CARGO_TARGET_TMPDIR");

/// Returns the command of a line. Words in single quotes may have spaces.
pub(crate) fn command(line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_string-kit"));
    command.current_dir(FOLDER);
    for (at, part) in line.split('\'').enumerate() {
        if at % 2 == 0 {
            command.args(part.split_whitespace());
        } else {
            command.arg(part);
        }
    }
    command
}

/// Runs the program, which must succeed, and returns its output.
#[track_caller]
pub(crate) fn printed(line: &str) -> String {
    let output = command(line).output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs the program, which must end with this exit code and one line of error, and returns its
/// output and the line.
#[track_caller]
pub(crate) fn failed(line: &str, code: i32) -> (String, String) {
    let output = command(line).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let (stdout, stderr) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(code), "{line}: {stderr}");
    // A program that it needs may be missing.
    let lines = stderr.lines();
    let errors = lines.filter(|line| !line.starts_with("string-kit: building "));
    let [error] = errors.collect::<Vec<_>>()[..] else {
        panic!("{line}: {stderr}");
    };
    let error = error.strip_prefix("string-kit: ").expect(error);
    (stdout, error.to_owned())
}

/// Checks that a command line is refused: exit code 2, no output, and one line of error with the
/// reason, in which "..." stands for any text.
#[track_caller]
pub(crate) fn assert_refused(line: &str, reason: &str) {
    let (printed, said) = failed(line, 2);
    assert_eq!(printed, "", "{line}");
    assert!(is_like(&said, reason), "{line}: {said}\nis not {reason}");
}

/// Returns whether a text is a pattern, in which "..." stands for any text.
fn is_like(text: &str, pattern: &str) -> bool {
    let Some((start, pattern)) = pattern.split_once("...") else {
        return text == pattern;
    };
    let Some(end_of_text) = text.strip_prefix(start) else {
        return false;
    };
    let mut ends = (0..=end_of_text.len()).filter_map(|at| end_of_text.get(at..));
    ends.any(|end| is_like(end, pattern))
}

/// Checks that a text, its words one space apart, has all parts.
#[track_caller]
pub(crate) fn assert_has(text: &str, parts: &[&str]) {
    let words: Vec<&str> = text.split_whitespace().collect();
    for part in parts {
        assert!(words.join(" ").contains(part), "{part} is not in\n{text}");
    }
}

/// Returns a path in the folder, where no file is.
pub(crate) fn file(name: &str) -> PathBuf {
    let path = Path::new(FOLDER).join(name);
    // One of an earlier run.
    let _ = fs::remove_file(&path);
    path
}

pub(crate) fn written(name: &str, content: impl AsRef<[u8]>) {
    fs::write(file(name), content).unwrap();
}

#[track_caller]
pub(crate) fn read(name: &str) -> String {
    fs::read_to_string(Path::new(FOLDER).join(name)).expect(name)
}

/// Asks a question, and returns the report and the run.
#[track_caller]
pub(crate) fn asked(line: &str) -> (String, Run) {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let file = format!("asked{}.jsonl", COUNT.fetch_add(1, Ordering::Relaxed));
    let mut report = printed(&format!("{line} --json {file}"));
    if !line.starts_with("advise") {
        report = printed(&format!("report {file} --all"));
    }
    let runs = string_kit_measure::run::read(&Path::new(FOLDER).join(file)).unwrap();
    let [run] = <[Run; 1]>::try_from(runs).unwrap();
    (report, run)
}

fn factors(names: &[(&str, &str)]) -> Factors {
    let names = names.iter();
    names.fold(Factors::default(), |factors, (name, value)| {
        factors.with(name, value)
    })
}

/// Returns the metrics of the cells that have these factors, and may have others.
pub(crate) fn metrics<'a>(run: &'a Run, names: &[(&str, &str)]) -> Vec<&'a str> {
    let keys = run.measurements.iter().map(|cell| &cell.key);
    keys.filter(|key| key.factors.includes(&factors(names)))
        .map(|key| &*key.metric)
        .collect()
}

#[track_caller]
pub(crate) fn cell<'a>(run: &'a Run, names: &[(&str, &str)], metric: &str) -> &'a Measurement {
    let factors = factors(names);
    let is_it = |cell: &&Measurement| cell.key.metric == metric && cell.key.factors == factors;
    let found = run.measurements.iter().find(is_it);
    found.unwrap_or_else(|| panic!("no {metric} of {factors}"))
}

#[track_caller]
pub(crate) fn value(run: &Run, names: &[(&str, &str)], metric: &str) -> f64 {
    cell(run, names, metric).value().unwrap()
}

/// Compares a file with its expected content, or writes it if `STRING_KIT_WRITE` names the module
/// of the test.
#[track_caller]
pub(crate) fn check_or_write(module: &str, file: &Path, expected: &str) {
    if env::var_os("STRING_KIT_WRITE").is_some_and(|value| value == module) {
        fs::write(file, expected).unwrap();
        return;
    }
    let written = fs::read_to_string(file).unwrap_or_default();
    let same = written.lines().zip(expected.lines());
    let at = same.take_while(|(old, new)| old == new).count();
    let line = |text: &str| text.lines().nth(at).unwrap_or_default().to_owned();
    let command = "cargo test -p string-kit-benches --test it";
    assert!(
        written == expected,
        "{}:{}: it says\n{}\nand should say\n{}\n\
         to write it anew: STRING_KIT_WRITE={module} {command} {module}",
        file.display(),
        at + 1,
        line(&written),
        line(expected),
    );
}
