//! A program that forks and changes its folder: each process records what it does itself, in a file
//! of the folder in which the program began.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use std::{env, fs, process, ptr, thread};

use serde_json::Value;
use string_kit_record::{recorded, save_at_exit};

recorded! {
    type Word = String, "forks.word", texts = kept;
    type First = String, "forks.first", texts = lengths;
    type Second = String, "forks.second", texts = lengths;
}

#[allow(unsafe_code)]
mod c {
    // C's library declares them so.
    unsafe extern "C" {
        pub(super) safe fn fork() -> core::ffi::c_int;
        pub(super) safe fn waitpid(
            child: core::ffi::c_int,
            status: *mut core::ffi::c_int,
            options: core::ffi::c_int,
        ) -> core::ffi::c_int;
        pub(super) safe fn alarm(seconds: core::ffi::c_uint) -> core::ffi::c_uint;
    }
}

/// Runs when a test below starts this program again.
#[test]
fn child() {
    if env::var_os("STRING_KIT_RECORD_FORKS").is_none() {
        return;
    }
    let saved = save_at_exit("saved.jsonl");
    let mut words: Vec<Word> = (0..100).map(|number| number.to_string().into()).collect();
    words.push(Word::default());
    env::set_current_dir("/").expect("there is a root");
    let child = c::fork();
    let own: Vec<Word> = (0..10)
        .map(|number| format!("own {number}").into())
        .collect();
    // The first is of both processes, and its clone of each.
    let clone = words[0].clone();
    words[1].push('!');
    words[100].push_str("a text");
    assert!(words.iter().all(|word| !word.is_empty()));
    drop((own, clone, words));
    if child > 0 {
        assert_eq!(c::waitpid(child, ptr::null_mut(), 0), child);
    }
    drop(saved);
    process::exit(0);
}

/// Returns the folder with the files of the program, which has this variable.
fn run(variable: &str, program: &str, is_child: &str) -> PathBuf {
    let name = format!("string-kit-record-{program}-{variable}{}", process::id());
    let folder = env::temp_dir().join(name);
    fs::create_dir_all(&folder).expect("there is a folder");
    let status = Command::new(env::current_exe().expect("the test has a path"))
        .args(["--exact", &format!("forks::{program}"), "--nocapture"])
        .current_dir(&folder)
        .env("STRING_KIT_RECORD", variable)
        .env(is_child, "1")
        .status();
    assert!(status.expect("the program starts").success());
    folder
}

/// Returns the counts of one process: operations, and other parts.
fn counts(file: &Path) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for line in fs::read_to_string(file).expect("it can be read").lines() {
        let row: Value = serde_json::from_str(line).expect("a line is JSON");
        let name = match row["part"].as_str() {
            Some("operation") => &row["text"],
            Some("present" | "alive" | "threads" | "cloners" | "length" | "value") => &row["part"],
            _ => continue,
        };
        let count = row["count"].as_u64().expect("a row has a count");
        let name = name.as_str().expect("a part has a name").to_owned();
        *counts.entry(name).or_default() += count;
    }
    counts.retain(|_, count| *count > 0);
    counts
}

/// The counts of the child, and of its parent.
const EXPECTED: [(&str, [u64; 2]); 10] = [
    ("append", [2, 2]),
    ("capture", [10, 111]),
    ("clone", [1, 1]),
    ("cloners", [1, 1]),
    ("drop", [11, 112]),
    ("length", [10, 111]),
    ("present", [10, 111]),
    ("read", [101, 101]),
    ("threads", [1, 1]),
    ("value", [10, 111]),
];

#[test]
fn each_process_counts_what_it_did_itself() {
    for variable in ["", "asked.jsonl", "asked-%p.jsonl"] {
        let folder = run(variable, "child", "STRING_KIT_RECORD_FORKS");
        let files = fs::read_dir(&folder).expect("it can be read");
        let mut counts: Vec<_> = files
            .map(|file| counts(&file.expect("it can be read").path()))
            .collect();
        fs::remove_dir_all(&folder).expect("it can be removed");
        counts.sort_by_key(|counts| counts["capture"]);
        assert_eq!(counts.len(), 2);
        for (process, counts) in counts.iter().enumerate() {
            let expected = EXPECTED.map(|(name, counts)| (name.to_owned(), counts[process]));
            assert_eq!(*counts, BTreeMap::from(expected));
        }
    }
}

/// Runs when the test below starts this program again. Two forks make four processes.
#[test]
fn keys() {
    if env::var_os("STRING_KIT_RECORD_KEYS").is_none() {
        return;
    }
    let saved = save_at_exit("keys.jsonl");
    // The key of the parent's first label is from before the forks.
    let before = First::from("a text");
    let children = [0, 1].map(|_| c::fork());
    let texts = (First::from("a text"), Second::from("a text"));
    // A child sees the numbers of its parent's children, too.
    for child in children.into_iter().filter(|child| *child > 0) {
        c::waitpid(child, ptr::null_mut(), 0);
    }
    drop((before, texts, saved));
    process::exit(0);
}

#[test]
fn no_two_labels_and_processes_share_a_key() {
    let folder = run("", "keys", "STRING_KIT_RECORD_KEYS");
    let mut hashes = BTreeSet::new();
    for file in fs::read_dir(&folder).expect("it can be read") {
        let record = fs::read_to_string(file.expect("it can be read").path());
        for line in record.expect("it can be read").lines() {
            let row: Value = serde_json::from_str(line).expect("a line is JSON");
            if row["part"] == "value" {
                hashes.insert(row["hash"].to_string());
            }
        }
    }
    assert_eq!(hashes.len(), 4 * 2);
    fs::remove_dir_all(&folder).expect("it can be removed");
}

/// Runs when the test below starts this program again. Other threads hold the locks of the record
/// as often as they can.
#[test]
fn children_of_busy_threads() {
    if env::var_os("STRING_KIT_RECORD_BUSY").is_none() {
        return;
    }
    for thread in 0..4 {
        thread::spawn(move || {
            for number in 0_u64.. {
                let word = Word::from(format!("{thread} {number}"));
                drop((word.clone(), word));
                if number % 1_000 == 0 {
                    string_kit_record::save("/dev/null").expect("it is saved");
                }
            }
        });
    }
    let word = Word::from("of the parent");
    for _ in 0..50 {
        let child = c::fork();
        if child == 0 {
            // The signal ends a child that hangs.
            c::alarm(20);
            let words: Vec<Word> = (0..10).map(|number| number.to_string().into()).collect();
            drop((word.clone(), words));
            process::exit(0);
        }
        let mut status = -1;
        assert_eq!(c::waitpid(child, &raw mut status, 0), child);
        assert_eq!(status, 0);
    }
    process::exit(0);
}

#[test]
fn a_child_waits_for_no_thread_of_its_parent() {
    let folder = run(
        "busy.jsonl",
        "children_of_busy_threads",
        "STRING_KIT_RECORD_BUSY",
    );
    let files = fs::read_dir(&folder).expect("it can be read");
    let (parents, children): (Vec<_>, Vec<_>) = files
        .map(|file| file.expect("it can be read").file_name())
        .partition(|name| name == "busy.jsonl");
    assert_eq!((parents.len(), children.len()), (1, 50));
    fs::remove_dir_all(&folder).expect("it can be removed");
}

/// The forks between the program of the next test and its last child.
const DEPTH: usize = 40;

/// True in a process of the next test that has its child.
static HAS_FORKED: AtomicBool = AtomicBool::new(false);

/// Runs when the test below starts this program again. Each process forks once, while its other
/// threads hold locks of the record.
#[test]
fn children_of_children() {
    if env::var_os("STRING_KIT_RECORD_DEEP").is_none() {
        return;
    }
    let mut words = vec![Word::from("of the first process")];
    for depth in 1..=DEPTH {
        for _ in 0..2 {
            thread::spawn(|| {
                while !HAS_FORKED.load(Relaxed) {
                    string_kit_record::save("/dev/null").expect("it is saved");
                    thread::spawn(|| drop(Word::from("of a short thread")))
                        .join()
                        .expect("it does not panic");
                }
            });
        }
        thread::sleep(Duration::from_millis(1));
        let child = c::fork();
        if child > 0 {
            HAS_FORKED.store(true, Relaxed);
            let mut status = -1;
            assert_eq!(c::waitpid(child, &raw mut status, 0), child);
            process::exit(i32::from(status != 0));
        }
        // The signal ends a child that hangs.
        c::alarm(60);
        words.push(Word::from(format!("of depth {depth}")));
    }
    drop(words);
    process::exit(0);
}

#[test]
fn a_child_may_have_any_number_of_forks_before_it() {
    let folder = run(
        "deep-%p.jsonl",
        "children_of_children",
        "STRING_KIT_RECORD_DEEP",
    );
    let mut depths = BTreeSet::new();
    for file in fs::read_dir(&folder).expect("it can be read") {
        let path = file.expect("it can be read").path();
        let record = fs::read_to_string(path).expect("it can be read");
        // Each process has the text that it captured itself.
        let texts: Vec<_> = record.matches("\"of depth ").collect();
        assert!(texts.len() <= 1, "{record}");
        let depth = (1..=DEPTH).find(|depth| record.contains(&format!("\"of depth {depth}\"")));
        depths.insert(depth);
    }
    fs::remove_dir_all(&folder).expect("it can be removed");
    assert_eq!(depths.len(), 1 + DEPTH);
}
