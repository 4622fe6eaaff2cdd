//! The commands of `docs/WRITE-UPS.md`, with little effort.

use crate::program::{command, printed};

#[test]
fn each_command_runs() {
    let document = include_str!("../../../docs/WRITE-UPS.md");
    for section in document.split("\n## ").skip(1) {
        let lines = section.lines();
        let commands: Vec<&str> = lines
            .filter_map(|line| line.strip_prefix("$ cargo "))
            .collect();
        assert!(!commands.is_empty(), "no command in {section}");
        for command in commands {
            match command.split_once(" -- ") {
                Some(("run --release", question)) => run(&small(question)),
                _ => assert!(is_bench(command), "{command}"),
            }
        }
    }
}

/// Returns whether `.ci/bench` runs it.
fn is_bench(command: &str) -> bool {
    let words: Vec<&str> = command.split_whitespace().take(3).collect();
    matches!(words[..], ["bench", "--bench", "divan" | "callgrind"])
}

fn small(question: &str) -> String {
    let mut words: Vec<&str> = question.split_whitespace().collect();
    let count = words.iter().position(|word| *word == "--count");
    match count {
        Some(count) => words[count + 1] = "1000",
        None if words.contains(&"--published") => words.extend(["--count", "1000"]),
        None if words[0] == "nodes" => words.extend(["--count", "1000", "--processes", "3"]),
        None => words.extend(["--seconds", "0.01", "--processes", "3"]),
    }
    words.join(" ")
}

/// Runs a question. A build without jemalloc must say which program is missing.
fn run(line: &str) {
    let needs_jemalloc = line.contains("jemalloc") || line.starts_with("contend --published");
    if cfg!(feature = "allocators") || !needs_jemalloc {
        printed(line);
        return;
    }
    let output = command(line).env_remove("CARGO").output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{line}: {error}");
    let missing = "build it by cargo build --bin string-kit-jemalloc --features allocators";
    assert!(error.contains(missing), "{line}: {error}");
}
