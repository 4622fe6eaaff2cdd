//! A program that ends saves its record where the variable says, and one that exits where it saved
//! it before.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::{env, fs};

use string_kit_record::{recorded, save, save_at_exit};

use crate::folder::Folder;

recorded! { type Word = String, "exit.word", texts = kept; }

/// Runs when a test below starts this program again: it saves to the files that the variable names.
#[test]
fn child() {
    if let Ok(files) = env::var("STRING_KIT_RECORD_CHILD") {
        let mut files = files.split(',').filter(|file| !file.is_empty());
        print!("a line without an end");
        files.next().map_or(Ok(()), save).expect("it is saved");
        let word = Word::from("kept to the end");
        if let Ok(text) = env::var("STRING_KIT_RECORD_STARTS") {
            let variable = env::var_os("STRING_KIT_RECORD").expect("it is set");
            for mut child in [0; 3].map(|_| started(Path::new(&variable), "")) {
                child.wait().expect("it ends");
            }
            drop(Word::from(text));
        }
        let _not_dropped = save_at_exit("/no such folder/record.jsonl");
        assert_eq!(word, "kept to the end");
        files.next().map_or(Ok(()), save).expect("it is saved");
        std::process::exit(0);
    }
}

fn program(variable: &Path, files: &str) -> Command {
    let mut command = Command::new(env::current_exe().expect("the test has a path"));
    command
        .args(["--exact", "exit::child", "--nocapture"])
        .env("STRING_KIT_RECORD", variable)
        .env_remove("STRING_KIT_RECORD_STARTS")
        .env("STRING_KIT_RECORD_CHILD", files);
    command
}

/// Runs it, and returns its number.
fn run(variable: &Path, files: &str) -> u32 {
    ended(started(variable, files)).0
}

fn started(variable: &Path, files: &str) -> Child {
    let mut program = program(variable, files);
    program.stderr(Stdio::piped()).spawn().expect("it starts")
}

/// Returns the number of a program that ends, and what it said on standard error.
fn ended(program: Child) -> (u32, String) {
    let id = program.id();
    let output = program.wait_with_output().expect("the program ends");
    let said = String::from_utf8(output.stderr).expect("it is UTF-8");
    assert!(output.status.success(), "{said}");
    (id, said)
}

/// Returns `true` if a record has one row, which has the name of its recorder.
fn is_empty(record: &str) -> bool {
    let id = record
        .strip_prefix("{\"part\":\"records\",\"hash\":\"")
        .and_then(|rest| rest.strip_suffix("\",\"count\":0}\n"));
    id.is_some_and(|id| id.len() == 16 && u64::from_str_radix(id, 16).is_ok())
}

const KEPT: &str = r#""text":"kept to the end""#;

#[test]
fn the_variable_saves_the_record_at_the_end() {
    let folder = Folder::new("variable");
    let id = run(&folder.at("run-%p.jsonl"), "");
    let record = folder.read(&format!("run-{id}.jsonl"));
    assert!(record.contains(KEPT), "{record}");
}

#[test]
fn a_program_that_exits_keeps_what_it_saved_and_without_a_used_label_that_is_one_row() {
    let folder = Folder::new("exits");
    let files = ["before", "after"].map(|name| folder.at(name).display().to_string());
    run(Path::new(""), &files.join(","));
    assert!(is_empty(&folder.read("before")));
    let record = folder.read("after");
    assert!(record.contains(KEPT), "{record}");
}

#[test]
fn no_process_replaces_the_record_of_another() {
    let folder = Folder::new("runs");
    let path = folder.at("run.jsonl");
    // An empty file, as `mktemp` makes it, is none to keep.
    fs::write(&path, "").expect("it is written");
    let (_, said) = ended(started(&path, ""));
    assert!(!said.contains("string-kit-record"), "{said}");
    let first = folder.read("run.jsonl");
    // Other runs: the file of the name is that of the last one.
    let (_, said) = ended(started(&path, ""));
    let expected = format!(
        "string-kit-record: {} was of another process or run: it is {} now\n",
        path.display(),
        folder.at("run.1.jsonl").display()
    );
    assert!(said.ends_with(&expected), "{said}");
    assert_eq!(folder.read("run.1.jsonl"), first);
    let together: Vec<Child> = (0..6).map(|_| started(&path, "")).collect();
    for program in together {
        ended(program);
    }
    // No two are equal, since each has the name of its recorder.
    let records = BTreeSet::from_iter(folder.texts());
    assert_eq!(records.len(), 8);
    assert!(records.iter().all(|record| record.contains(KEPT)));
}

#[test]
fn a_program_that_starts_others_keeps_its_record() {
    let folder = Folder::new("starts");
    let mut parent = program(&folder.at("run.jsonl"), "");
    parent.env("STRING_KIT_RECORD_STARTS", "of the parent");
    parent.stderr(Stdio::piped());
    let (_, said) = ended(parent.spawn().expect("it starts"));
    let moved = "was of another process or run: it is ";
    assert!(said.contains(moved), "{said}");
    assert!(
        folder
            .read("run.jsonl")
            .contains(r#""text":"of the parent""#)
    );
    for number in 1..=3 {
        assert!(folder.read(&format!("run.{number}.jsonl")).contains(KEPT));
    }
}

#[cfg(unix)]
mod places {
    use std::fs::{self, File};
    use std::os::unix::fs::{FileTypeExt, symlink};
    use std::path::Path;
    use std::process::{self, Command};
    use std::thread;
    use std::time::Duration;

    use super::{KEPT, is_empty, program};
    use crate::folder::Folder;
    use string_kit_record::{recorded, save};

    recorded! { type Word = String, "exit.places", texts = kept; }

    /// Runs the program with a file as its standard output, and returns that.
    fn output(variable: &str, files: &str, folder: &Folder) -> String {
        let output = File::create(folder.at("output")).expect("it is created");
        let mut program = program(Path::new(variable), files);
        let status = program.stdout(output).status().expect("it runs");
        let said = folder.read("output");
        assert!(status.success() && said.contains("running 1 test"));
        said
    }

    fn make_pipe(folder: &Folder) {
        let made = Command::new("mkfifo").arg(folder.at("pipe")).status();
        assert!(made.expect("there is mkfifo").success());
    }

    #[test]
    fn a_record_on_standard_output_follows_the_output() {
        let said = output("/dev/stdout", "", &Folder::new("output"));
        assert!(said.contains(KEPT));
    }

    #[test]
    fn a_link_to_standard_output_does_not_replace_its_file() {
        let folder = Folder::new("links");
        for (target, name) in [("/dev/stdout", "link"), ("link", "second")] {
            let link = folder.at(name);
            symlink(target, &link).expect("it is linked");
            let said = output("", &link.display().to_string(), &folder);
            let record = said.split_once("a line without an end");
            assert!(record.is_some_and(|(_, record)| is_empty(record)), "{said}");
        }
    }

    #[test]
    fn save_replaces_regular_files_alone() {
        let folder = Folder::new("places");
        let at = |name: &str| folder.at(name);
        fs::create_dir(at("inner")).expect("there is a folder");
        let word = Word::from("kept to the end");
        let is_link = |name: &str| at(name).is_symlink();
        let is_saved = |name: &str| folder.read(name).contains(KEPT);
        // A process of the same number in another container may be writing it.
        let partial = at(&format!("file.{}.partial", process::id()));
        fs::write(partial, "half").expect("it is written");
        // A link to a file, one to a link, and one to nothing yet.
        fs::write(at("file"), "old").expect("it is written");
        for (target, link) in [
            ("../file", "inner/link"),
            ("inner/link", "second"),
            ("new", "third"),
        ] {
            symlink(target, at(link)).expect("it is linked");
            save(at(link)).expect("it is saved");
            assert!(is_link(link) && is_saved(link));
        }
        assert!(is_saved("file") && is_saved("new"));
        assert_eq!(folder.read("file.1"), "old");
        // Another process moves the record, which is saved again.
        fs::rename(at("new"), at("new.1")).expect("it is moved");
        fs::write(at("new"), "of another process").expect("it is written");
        for _ in 0..2 {
            let later = Word::from("kept later");
            save(at("new")).expect("it is saved");
            assert!(folder.read("new.1").contains("kept later"));
            drop(later);
        }
        assert_eq!(folder.read("new"), "of another process");
        symlink("round", at("round")).expect("it is linked");
        assert!(save(at("round")).is_err() && is_link("round"));
        // A link to a device.
        symlink("/dev/null", at("null")).expect("it is linked");
        save(at("null")).expect("it is saved");
        save("/dev/null").expect("it is saved");
        let null = fs::metadata("/dev/null").expect("it is there");
        assert!(null.file_type().is_char_device() && is_link("null"));
        // A pipe, whose reader gets all of it.
        make_pipe(&folder);
        thread::scope(|scope| {
            let reader = scope.spawn(|| folder.read("pipe"));
            save(at("pipe")).expect("it is saved");
            let read = reader.join().expect("the thread does not panic");
            assert!(read.contains(KEPT));
        });
        let pipe = fs::metadata(at("pipe")).expect("it is there");
        assert!(pipe.file_type().is_fifo());
        // A folder is left as it is.
        let error = save(at("inner")).expect_err("it is a folder");
        assert_eq!(error.to_string(), "it is no file, character device or pipe");
        let names = fs::read_dir(at("")).expect("it can be read");
        assert_eq!(names.count(), 11);
        drop(word);
    }

    #[test]
    fn a_pipe_without_a_reader_stops_no_other_save() {
        let folder = Folder::new("pipe");
        make_pipe(&folder);
        thread::scope(|scope| {
            let writer = scope.spawn(|| save(folder.at("pipe")));
            // The thread waits for a reader by then, or the test shows nothing.
            thread::sleep(Duration::from_millis(50));
            save(folder.at("record")).expect("it is saved");
            save("/dev/null").expect("it is saved");
            assert!(!writer.is_finished() && folder.at("record").is_file());
            folder.read("pipe");
            let saved = writer.join().expect("the thread does not panic");
            saved.expect("it is saved");
        });
    }
}
