//! A program that forks and changes its folder: each process records what it does itself, in a file
//! of the folder in which the program began.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;
use std::{env, process, ptr, thread};

use serde_json::Value;
use string_kit_record::{recorded, save, save_at_exit};

use crate::folder::Folder;

recorded! {
    type Word = String, "forks.word", texts = kept;
    type First = String, "forks.first";
    type Second = String, "forks.second";
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

/// Set for a program that a test starts.
const STARTED: &str = "STRING_KIT_RECORD_FORKS";

/// Runs a program of this file with a variable, and returns the folder with its files.
fn run(variable: &str, program: &str) -> Folder {
    let folder = Folder::new(&format!("{program}-{variable}"));
    let status = Command::new(env::current_exe().expect("the test has a path"))
        .args(["--exact", &format!("forks::{program}"), "--nocapture"])
        .current_dir(folder.at(""))
        .env("STRING_KIT_RECORD", variable)
        .env(STARTED, "1")
        .status();
    assert!(status.expect("the program starts").success());
    folder
}

/// Runs when a test below starts this program again.
#[test]
fn child() {
    if env::var_os(STARTED).is_none() {
        return;
    }
    let saved = save_at_exit("saved.jsonl");
    let mut words: Vec<Word> = (0..100).map(|number| number.to_string().into()).collect();
    words.push(Word::default());
    // The key of the parent's first label is from before the fork.
    let before = First::from("a text");
    env::set_current_dir("/").expect("there is a root");
    let child = c::fork();
    let keyed = (First::from("a text"), Second::from("a text"));
    let own: Vec<Word> = (0..10)
        .map(|number| format!("own {number}").into())
        .collect();
    // The first is of both processes, and its clone of each.
    let clone = words[0].clone();
    words[1].push('!');
    words[100].push_str("a text");
    assert!(words.iter().all(|word| !word.is_empty()));
    drop((own, clone, words, before, keyed));
    if child > 0 {
        assert_eq!(c::waitpid(child, ptr::null_mut(), 0), child);
    }
    drop(saved);
    process::exit(0);
}

fn rows(record: &str) -> impl Iterator<Item = Value> {
    let lines = record.lines();
    lines.map(|line| serde_json::from_str(line).expect("a line is JSON"))
}

/// Returns the counts of a process's words: operations, and other parts.
fn counts(record: &str) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    for row in rows(record).filter(|row| row["field"] == "forks.word") {
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
fn each_process_counts_what_it_did_itself_and_has_keys_of_its_own() {
    for variable in ["", "asked.jsonl", "asked-%p.jsonl"] {
        let records = run(variable, "child").texts();
        let mut counts: Vec<_> = records.iter().map(|record| counts(record)).collect();
        counts.sort_by_key(|counts| counts["capture"]);
        assert_eq!(counts.len(), 2);
        for (process, counts) in counts.iter().enumerate() {
            let expected = EXPECTED.map(|(name, counts)| (name.to_owned(), counts[process]));
            assert_eq!(*counts, BTreeMap::from(expected));
        }
        let keyed = records.iter().flat_map(|record| rows(record));
        let values = keyed.filter(|row| row["part"] == "value" && row["text"].is_null());
        let hashes: BTreeSet<_> = values.map(|row| row["hash"].to_string()).collect();
        assert_eq!(hashes.len(), 2 * 2);
    }
}

/// The forks between the program of the next test and its last child.
const DEPTH: usize = 40;

/// True in a process of the next test that has its child.
static HAS_FORKED: AtomicBool = AtomicBool::new(false);

/// Runs when the test below starts this program again. Each process forks once, while its other
/// threads hold locks of the record as often as they can.
#[test]
fn children_of_children() {
    if env::var_os(STARTED).is_none() {
        return;
    }
    let short_thread = || {
        for number in 0..20 {
            let word = Word::from(format!("of a short thread {number}"));
            drop((word.clone(), word));
        }
    };
    let mut words = vec![Word::from("of the first process")];
    for depth in 1..=DEPTH {
        for _ in 0..2 {
            thread::spawn(move || {
                while !HAS_FORKED.load(Relaxed) {
                    save("/dev/null").expect("it is saved");
                    let short = thread::spawn(short_thread);
                    short.join().expect("it does not panic");
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
fn a_child_waits_for_no_thread_of_its_parents() {
    let mut depths = BTreeSet::new();
    for record in run("deep-%p.jsonl", "children_of_children").texts() {
        // Each process has the text that it captured itself.
        let texts: Vec<_> = record.matches("\"of depth ").collect();
        assert!(texts.len() <= 1, "{record}");
        let depth = (1..=DEPTH).find(|depth| record.contains(&format!("\"of depth {depth}\"")));
        depths.insert(depth);
    }
    assert_eq!(depths.len(), 1 + DEPTH);
}
