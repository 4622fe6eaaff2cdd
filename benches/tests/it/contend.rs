//! `contend` as its users call it. No test asks how fast a type is.

use std::fs;
use std::path::PathBuf;

use crate::program::{printed, refused};
use serde_json::Value;

/// As little time as a run takes.
const SHORT: [&str; 5] = ["contend", "--seconds", "0.1", "--processes", "3"];

/// Returns the report, its words one space apart, and the cells of the run.
#[track_caller]
fn asked(name: &str, args: &[&str]) -> (String, Vec<Value>) {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let json = ["--json", file.to_str().unwrap()];
    let report = printed(&[&SHORT, args, &json].concat());
    let run = fs::read_to_string(file).unwrap();
    let lines = run.lines().map(|line| serde_json::from_str(line).unwrap());
    let cells = lines.filter(|line: &Value| line["factors"].is_object());
    let words: Vec<&str> = report.split_whitespace().collect();
    (words.join(" "), cells.collect())
}

#[test]
fn every_pattern_is_measured() {
    let patterns = ["own", "borrowed", "private", "picked:4", "handoff", "batch"];
    let list = patterns.join(",");
    let args = [
        "--type",
        "String",
        "--threads",
        "1,2",
        "--length",
        "8",
        "--pattern",
        &list,
    ];
    let (report, cells) = asked("patterns.jsonl", &args);
    for pattern in patterns {
        let threads = |name: &str| -> Vec<&str> {
            let of = |cell: &&Value| {
                let factors = &cell["factors"];
                factors["pattern"] == pattern && factors["type"] == name
            };
            let threads = |cell: &'_ Value| cell["factors"]["threads"] == "1";
            let threads = cells.iter().filter(of).map(threads);
            threads.map(|alone| if alone { "1" } else { "2" }).collect()
        };
        let expected: &[&str] = if pattern == "handoff" {
            &["2"]
        } else {
            &["1", "2"]
        };
        assert_eq!(threads("String"), expected, "{pattern}");
        assert_eq!(threads("String (twin)"), expected, "{pattern}");
        assert!(report.contains(&format!("{pattern}: ")), "{report}");
    }
    for cell in cells.iter().filter(|cell| cell["metric"] == "time") {
        let factors = &cell["factors"];
        assert_eq!(
            (&factors["allocator"], &factors["length"]),
            (&"system".into(), &"8".into())
        );
    }
}

#[test]
fn published_numbers_stand_beside_ours() {
    let args = [
        "--type",
        "Arc<str>,rc_str",
        "--pattern",
        "own",
        "--threads",
        "1,2",
        "--clones",
        "dropped,leaked",
    ];
    let (report, cells) = asked("published.jsonl", &args);
    let count = |metric: &str| cells.iter().filter(|cell| cell["metric"] == metric).count();
    // Four types by one thread and three by two, dropped and leaked; the bytes of each type.
    assert_eq!(
        (count("time"), count("wall-clock time"), count("heap")),
        (14, 14, 4)
    );
    for part in [
        "as published (https://blocklisted.github.io",
        "Rc<str> is neither Send nor Sync: it has one thread.",
    ] {
        assert!(report.contains(part), "{part} in\n{report}");
    }
}

#[test]
fn impossible_settings_are_refused() {
    let refused = |args: &[&str]| refused(&[&SHORT, args].concat());
    let said = refused(&["--type", "strung"]);
    assert!(said.contains("did you mean 'String'?"), "{said}");
    let said = refused(&["--type", "Rc<str>", "--threads", "2,4"]);
    assert_eq!(
        said,
        "there is nothing to measure: Rc<str> is neither Send nor Sync: it has one thread"
    );
    let said = refused(&["--pattern", "handoff", "--threads", "1"]);
    assert!(said.ends_with("handoff takes pairs of threads"), "{said}");
    let said = refused(&["--pattern", "batch", "--clones", "leaked"]);
    assert!(said.ends_with("batch drops its clones"), "{said}");
    let said = refused(&["--pattern", "sung"]);
    assert!(said.contains("the patterns are own, "), "{said}");
    for args in [
        ["--threads", "0"],
        ["--threads", "65"],
        ["--length", "65537"],
        ["--clones", "kept"],
        ["--allocator", "malloc"],
    ] {
        refused(&args);
    }
}
