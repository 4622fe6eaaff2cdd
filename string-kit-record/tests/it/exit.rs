//! A program that ends saves its record where the variable says, and one that exits where it saved
//! it before.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::{env, fs};

use string_kit_record::{recorded, save, save_at_exit};

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

/// Returns the record of a file, and removes it.
fn taken(path: &str) -> String {
    let record = fs::read_to_string(path).expect("the record is there");
    fs::remove_file(path).expect("the record is there");
    record
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
    assert!(is_empty(&taken(&before)));
    let record = taken(&after);
    assert!(record.contains(KEPT), "{record}");
}

#[test]
fn no_process_replaces_the_record_of_another() {
    let folder = env::temp_dir().join(format!("string-kit-record-runs-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("there is a folder");
    let path = folder.join("run.jsonl");
    // An empty file, as `mktemp` makes it, is none to keep.
    fs::write(&path, "").expect("it is written");
    let (_, said) = ended(started(&path, ""));
    assert!(!said.contains("string-kit-record"), "{said}");
    let first = fs::read_to_string(&path).expect("it can be read");
    // Other runs: the file of the name is that of the last one.
    let (_, said) = ended(started(&path, ""));
    let expected = format!(
        "string-kit-record: {} was of another process or run: it is {} now\n",
        path.display(),
        folder.join("run.1.jsonl").display()
    );
    assert!(said.ends_with(&expected), "{said}");
    let moved = fs::read_to_string(folder.join("run.1.jsonl"));
    assert_eq!(moved.expect("it can be read"), first);
    let together: Vec<Child> = (0..6).map(|_| started(&path, "")).collect();
    for program in together {
        ended(program);
    }
    let files = fs::read_dir(&folder).expect("it can be read");
    let records: BTreeSet<String> = files
        .map(|file| fs::read_to_string(file.expect("it can be read").path()))
        .map(|record| record.expect("it can be read"))
        .collect();
    // No two are equal, since each has the name of its recorder.
    assert_eq!(records.len(), 8);
    assert!(records.iter().all(|record| record.contains(KEPT)));
    fs::remove_dir_all(&folder).expect("it can be removed");
}

#[test]
fn a_program_that_starts_others_keeps_its_record() {
    let folder = env::temp_dir().join(format!("string-kit-record-starts-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("there is a folder");
    let path = folder.join("run.jsonl");
    let mut parent = program(&path, "");
    parent.env("STRING_KIT_RECORD_STARTS", "of the parent");
    parent.stderr(Stdio::piped());
    let (_, said) = ended(parent.spawn().expect("it starts"));
    assert!(
        said.contains("was of another process or run: it is "),
        "{said}"
    );
    let read = |path| fs::read_to_string(path).expect("it can be read");
    assert!(read(path).contains(r#""text":"of the parent""#));
    for number in 1..=3 {
        assert!(read(folder.join(format!("run.{number}.jsonl"))).contains(KEPT));
    }
    fs::remove_dir_all(&folder).expect("it can be removed");
}

#[cfg(unix)]
mod places {
    use std::fs::{self, File};
    use std::io::Read;
    use std::os::unix::fs::{FileTypeExt, symlink};
    use std::path::Path;
    use std::process::Command;
    use std::time::Duration;
    use std::{env, process, thread};

    use super::{KEPT, is_empty, program};
    use string_kit_record::{recorded, save};

    recorded! { type Word = String, "exit.places", texts = kept; }

    #[test]
    fn a_record_on_standard_output_follows_the_output() {
        let path = env::temp_dir().join(format!("string-kit-record-output-{}", process::id()));
        let output = File::create(&path).expect("it is created");
        let mut program = program(Path::new("/dev/stdout"), "");
        let status = program.stdout(output).status().expect("it runs");
        let said = fs::read_to_string(&path).expect("it can be read");
        assert!(status.success() && said.contains("running 1 test") && said.contains(KEPT));
        fs::remove_file(path).expect("it is there");
    }

    #[test]
    fn a_link_to_standard_output_does_not_replace_its_file() {
        let folder = env::temp_dir().join(format!("string-kit-record-links-{}", process::id()));
        fs::create_dir_all(&folder).expect("there is a folder");
        let [path, link, second] = ["output", "link", "second"].map(|name| folder.join(name));
        symlink("/dev/stdout", &link).expect("it is linked");
        symlink("link", &second).expect("it is linked");
        for link in [link, second] {
            let output = File::create(&path).expect("it is created");
            let link = link.to_str().expect("the path is UTF-8");
            let mut program = program(Path::new(""), link);
            let status = program.stdout(output).status().expect("it runs");
            let said = fs::read_to_string(&path).expect("it can be read");
            assert!(status.success() && said.contains("running 1 test"));
            let record = said.split_once("a line without an end");
            assert!(record.is_some_and(|(_, record)| is_empty(record)), "{said}");
        }
        fs::remove_dir_all(&folder).expect("it can be removed");
    }

    #[test]
    fn save_replaces_regular_files_alone() {
        let folder = env::temp_dir().join(format!("string-kit-record-places-{}", process::id()));
        fs::create_dir_all(folder.join("inner")).expect("there is a folder");
        let at = |name: &str| folder.join(name);
        let word = Word::from("kept to the end");
        let is_link = |name| {
            at(name)
                .symlink_metadata()
                .expect("it is there")
                .is_symlink()
        };
        let is_saved = |name| {
            let record = fs::read_to_string(at(name)).expect("it can be read");
            record.contains(KEPT)
        };
        // A process of the same number in another container may be writing it.
        let others = at(&format!("file.{}.partial", process::id()));
        fs::write(others, "half").expect("it is written");
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
        let kept = fs::read_to_string(at("file.1")).expect("it can be read");
        assert_eq!(kept, "old");
        // Another process moves the record, which is saved again.
        fs::rename(at("new"), at("new.1")).expect("it is moved");
        fs::write(at("new"), "of another process").expect("it is written");
        for _ in 0..2 {
            let later = Word::from("kept later");
            save(at("new")).expect("it is saved");
            let record = fs::read_to_string(at("new.1")).expect("it can be read");
            assert!(record.contains("kept later"), "{record}");
            drop(later);
        }
        let others = fs::read_to_string(at("new")).expect("it can be read");
        assert_eq!(others, "of another process");
        symlink("round", at("round")).expect("it is linked");
        assert!(save(at("round")).is_err() && is_link("round"));
        // A link to a device.
        symlink("/dev/null", at("null")).expect("it is linked");
        save(at("null")).expect("it is saved");
        save("/dev/null").expect("it is saved");
        let null = fs::metadata("/dev/null").expect("it is there");
        assert!(null.file_type().is_char_device() && is_link("null"));
        // A pipe, whose reader gets all of it.
        let made = Command::new("mkfifo").arg(at("pipe")).status();
        assert!(made.expect("there is mkfifo").success());
        let reader = thread::spawn({
            let path = at("pipe");
            move || {
                let mut record = String::new();
                let mut pipe = File::open(path).expect("it is opened");
                pipe.read_to_string(&mut record).expect("it is UTF-8");
                record
            }
        });
        save(at("pipe")).expect("it is saved");
        let read = reader.join().expect("the thread does not panic");
        assert!(read.contains(KEPT));
        let pipe = fs::metadata(at("pipe")).expect("it is there");
        assert!(pipe.file_type().is_fifo());
        // A folder is left as it is.
        let error = save(at("inner")).expect_err("it is a folder");
        assert_eq!(error.to_string(), "it is no file, character device or pipe");
        let names = fs::read_dir(&folder).expect("it can be read");
        assert_eq!(names.count(), 11);
        fs::remove_dir_all(&folder).expect("it can be removed");
        drop(word);
    }

    #[test]
    fn a_pipe_without_a_reader_stops_no_other_save() {
        let folder = env::temp_dir().join(format!("string-kit-record-pipe-{}", process::id()));
        fs::create_dir_all(&folder).expect("there is a folder");
        let [pipe, record] = ["pipe", "record"].map(|name| folder.join(name));
        let made = Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("there is mkfifo").success());
        let writer = thread::spawn({
            let pipe = pipe.clone();
            move || save(pipe)
        });
        // The thread waits for a reader by then, or the test shows nothing.
        thread::sleep(Duration::from_millis(50));
        save(&record).expect("it is saved");
        save("/dev/null").expect("it is saved");
        assert!(!writer.is_finished() && record.is_file());
        fs::read(pipe).expect("it can be read");
        let saved = writer.join().expect("the thread does not panic");
        saved.expect("it is saved");
        fs::remove_dir_all(&folder).expect("it can be removed");
    }
}
