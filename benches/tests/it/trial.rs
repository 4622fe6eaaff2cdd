//! The verb `try`, with a program that a script makes, and the interrupt of a run.
#![cfg(unix)]

use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::program::{assert_has, assert_refused, command, failed, file, printed, written};

/// Writes a script that makes a program in place of a compiler: with `Box<str>` it fails, and with
/// `SmolStr` the program fails.
fn build() -> String {
    let script = r#"#!/bin/sh
case $STRING_KIT_TRY in
boxed_str)
    echo 'error[E0599]: no method named `push` found for struct `Box<str>`' >&2
    echo 'error: could not compile `app`' >&2
    exit 101 ;;
smol_str) code=3 ;;
*) code=0 ;;
esac
printf '#!/bin/sh\n# %s\necho no room >&2\nexit %s\n' "$STRING_KIT_TRY" "$code" > made
chmod +x made
"#;
    written("build", script);
    "--build 'sh build'".to_owned()
}

#[test]
fn a_program_is_built_with_each_type_and_measured() {
    let types = "--type CompactString,boxed_str,SmolStr";
    let said = printed(&format!("try {} {types} --seconds 0.5 -- ./made", build()));
    assert_has(
        &said,
        &[
            "./made: ",
            "peak memory",
            "CompactString",
            "Box<str> 1 error: `push`",
            "SmolStr: it ends with exit status: 3: no room.",
            "up to 20 MB may not be its own",
        ],
    );
    assert_refused(
        "try --build false -- ./made",
        "the build fails with String: ...; mend it first",
    );
    let (_, said) = failed(
        "try --build true --type String --seconds 0.5 -- /bin/false",
        1,
    );
    assert!(said.contains("it ends with exit status: 1"), "{said}");
    assert_refused("try --build true -- ./none", "./none: ...behind '--'");
    assert_refused(
        "try --build true -- /bin/true",
        "/bin/true is the same with Box<str> as with String: ...recorded! declares",
    );
    assert_refused(
        "try --build true --label none -- /bin/true",
        "/bin/true is the same with Box<str> as with String: ...whose label is 'none'",
    );
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
    let tried = |label: &str| {
        let flags = format!("--profile trial.jsonl --label {label} --seconds 0.5");
        printed(&format!("try {} {flags} -- ./made", build()))
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
