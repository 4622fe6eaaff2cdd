//! The verb `try` with a record, and the interrupt of a run. `commands.txt` has more of `try`.
#![cfg(unix)]

use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::program::{assert_has, command, failed, file, printed, written};

#[test]
fn a_program_that_fails_with_string_ends_the_run() {
    let (_, said) = failed(
        "try --build true --type String --seconds 0.5 -- /bin/false",
        1,
    );
    assert!(said.contains("it ends with exit status: 1"), "{said}");
}

#[test]
fn a_record_chooses_the_types_of_a_label_that_the_program_can_use() {
    string_kit_record::recorded! {
        type Edited = String, "trial.edited";
        type Kept = String, "trial.kept";
    }
    let mut texts: Vec<(Edited, Kept)> = Vec::new();
    for text in (0..1_000).map(|number| format!("{number}")) {
        let mut edited = Edited::from(&*text);
        edited.push('!');
        texts.push((edited, text.into()));
    }
    drop(texts);
    string_kit_record::save(file("trial.jsonl")).unwrap();
    // A script makes the program in place of a compiler.
    written(
        "build",
        "printf '#!/bin/sh\\n# %s\\n' $STRING_KIT_TRY > made; chmod +x made",
    );
    let tried = |label: &str| {
        let flags = format!("--profile trial.jsonl --label {label} --seconds 0.5");
        printed(&format!("try --build 'sh build' {flags} -- ./made"))
    };
    let [edited, kept] = ["trial.edited", "trial.kept"].map(tried);
    assert_has(&edited, &["LeanString"]);
    assert_has(&kept, &["ColdString"]);
    assert!(!edited.contains("ColdString"), "{edited}");
}

#[test]
fn an_interrupted_run_shows_what_was_measured() {
    let question = "curves --type SmolStr --lengths 8 --operation clone --seconds 60";
    let mut command = command(question);
    let child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    sleep(Duration::from_secs(8));
    let id = child.id().to_string();
    Command::new("kill").args(["-INT", &id]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", output.status);
    let said = String::from_utf8(output.stdout).unwrap();
    assert_has(&said, &["The run was interrupted", "SmolStr"]);
}
