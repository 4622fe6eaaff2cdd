//! The commands of `docs/TUTORIAL.md`, which print what it shows.
//!
//! The sizes of blocks are those of the GNU C library.
#![cfg(all(target_os = "linux", target_env = "gnu", target_pointer_width = "64"))]

use std::fs;
use std::process::Command;

#[test]
fn each_command_prints_what_the_tutorial_shows() {
    let tutorial = include_str!("../../../docs/TUTORIAL.md");
    let folder = tempfile::tempdir().unwrap();
    let blocks = tutorial.split("```console\n$ ").skip(1);
    for step in blocks.flat_map(|block| block.split_once("```").unwrap().0.split("\n$ ")) {
        let (command, shown) = step.split_once('\n').unwrap_or((step, ""));
        let program = concat!(env!("CARGO_BIN_EXE_string-kit"), " ");
        let line = command.replace("cargo run --release -- ", program);
        let mut shell = Command::new("sh");
        shell.args(["-c", &line]).current_dir(&folder);
        let output = shell.output().unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{line}: {error}");
        let text = String::from_utf8(output.stdout).unwrap();
        let mut printed = text.lines();
        for line in shown.lines().filter(|line| *line != "...") {
            let found = printed.any(|printed| printed.starts_with(line));
            assert!(
                found,
                "{command}\nprints no such line at this place:\n{line}"
            );
        }
    }
    assert!(fs::exists(folder.path().join("requests.jsonl")).unwrap());
}
