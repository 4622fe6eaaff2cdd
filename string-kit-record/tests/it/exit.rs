//! A program that ends saves its record where the variable says.

use std::process::Command;
use std::{env, fs};

use string_kit_record::{recorded, save_at_exit};

recorded! { type Word = String, "exit.word"; }

/// Runs when the test below starts this program again.
#[test]
fn child() {
    if env::var_os("STRING_KIT_RECORD_CHILD").is_some() {
        let word = Word::from("kept to the end");
        let _not_dropped = save_at_exit("/no such folder/record.jsonl");
        assert_eq!(word, "kept to the end");
        std::process::exit(0);
    }
}

#[test]
fn the_variable_saves_the_record_at_the_end() {
    let path = env::temp_dir().join("string-kit-record-%p.jsonl");
    let mut child = Command::new(env::current_exe().expect("the test has a path"))
        .args(["--exact", "exit::child", "--nocapture"])
        .env("STRING_KIT_RECORD", &path)
        .env("STRING_KIT_RECORD_CHILD", "yes")
        .spawn()
        .expect("the program starts");
    let id = child.id().to_string();
    assert!(child.wait().expect("the program ends").success());
    let path = path.to_str().expect("the path is UTF-8").replace("%p", &id);
    let record = fs::read_to_string(&path).expect("the record is there");
    fs::remove_file(path).expect("the record is there");
    assert!(record.contains(r#""text":"kept to the end""#), "{record}");
}
