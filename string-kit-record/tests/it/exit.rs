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
        print!("a line without an end");
        files.next().map_or(Ok(()), save).expect("it is saved");
        let word = Word::from("kept to the end");
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
        .env("STRING_KIT_RECORD_CHILD", files);
    command
}

/// Runs it, and returns its number.
fn run(variable: &Path, files: &str) -> u32 {
    let mut child = program(variable, files)
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

#[cfg(unix)]
mod places {
    use std::fs::{self, File};
    use std::io::Read;
    use std::os::unix::fs::{FileTypeExt, symlink};
    use std::path::Path;
    use std::process::Command;
    use std::{env, process, thread};

    use super::{KEPT, program};
    use string_kit_record::{recorded, save};

    recorded! { type Word = String, "exit.places"; }

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
            let expected = "a line without an end{\"part\":\"records\",\"count\":0}\n";
            assert!(status.success() && said.contains("running 1 test"));
            assert!(said.ends_with(expected), "{said}");
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
        assert_eq!(names.count(), 9);
        fs::remove_dir_all(&folder).expect("it can be removed");
        drop(word);
    }
}
