//! A program that ends saves its record where the variable says, and one that exits where it saved
//! it before.

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use string_kit_record::{recorded, save, save_at_exit};

recorded! { type Word = String, "exit.word"; }

/// Runs when a test below starts this program again: it saves to the files that the variable names.
#[test]
fn child() {
    if let Ok(files) = env::var("STRING_KIT_RECORD_CHILD") {
        let mut files = files.split(',').filter(|file| !file.is_empty());
        files.next().map_or(Ok(()), save).expect("it is saved");
        let word = Word::from("kept to the end");
        let _not_dropped = save_at_exit("/no such folder/record.jsonl");
        assert_eq!(word, "kept to the end");
        files.next().map_or(Ok(()), save).expect("it is saved");
        std::process::exit(0);
    }
}

/// Runs it, and returns its number.
fn run(variable: &Path, files: &str) -> u32 {
    let mut child = Command::new(env::current_exe().expect("the test has a path"))
        .args(["--exact", "exit::child", "--nocapture"])
        .env("STRING_KIT_RECORD", variable)
        .env("STRING_KIT_RECORD_CHILD", files)
        .spawn()
        .expect("the program starts");
    let id = child.id();
    assert!(child.wait().expect("the program ends").success());
    id
}

/// Returns the record of a file, and removes it.
fn taken(path: &str) -> String {
    let record = fs::read_to_string(path).expect("the record is there");
    fs::remove_file(path).expect("the record is there");
    record
}

const KEPT: &str = r#""text":"kept to the end""#;

#[test]
fn the_variable_saves_the_record_at_the_end() {
    let path = env::temp_dir().join("string-kit-record-%p.jsonl");
    let id = run(&path, "").to_string();
    let path = path.to_str().expect("the path is UTF-8").replace("%p", &id);
    let record = taken(&path);
    assert!(record.contains(KEPT), "{record}");
}

#[test]
fn a_program_that_exits_keeps_what_it_saved_and_without_a_used_label_that_is_one_row() {
    let path = env::temp_dir().join(format!("string-kit-record-{}", std::process::id()));
    let [before, after] = ["before", "after"].map(|end| format!("{}.{end}", path.display()));
    run(Path::new(""), &format!("{before},{after}"));
    assert_eq!(taken(&before), "{\"part\":\"records\",\"count\":0}\n");
    let record = taken(&after);
    assert!(record.contains(KEPT), "{record}");
}
