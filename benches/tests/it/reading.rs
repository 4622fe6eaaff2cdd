//! The question about profiling files, asked with little effort.

use std::fs;

use serde_json::Value;

use crate::program::run_file::file;
use crate::program::{printed, refused};

const QUICK: [&str; 7] = [
    "reading",
    "--megabytes",
    "1",
    "--seconds",
    "0.01",
    "--processes",
    "3",
];

#[test]
fn reading_times_each_way_and_counts_the_memory_of_the_profile() {
    let path = file("reading.jsonl");
    let report = printed(&[&QUICK[..], &["--json", path.to_str().unwrap()]].concat());
    assert!(report.contains(" MB in a second."), "{report}");
    let run = fs::read_to_string(path).unwrap();
    let lines = run.lines().map(|line| serde_json::from_str(line).unwrap());
    let cells: Vec<Value> = lines
        .filter(|line: &Value| line["metric"].is_string())
        .collect();
    let metrics = |way: &str| -> Vec<&str> {
        let of_it = cells.iter().filter(|cell| cell["factors"]["way"] == way);
        of_it.filter_map(|cell| cell["metric"].as_str()).collect()
    };
    assert_eq!(metrics("serde_json, typed rows"), ["time", "line"]);
    assert_eq!(metrics("serde_json, typed rows (twin)"), ["time"]);
    assert_eq!(metrics("reading alone"), ["time", "line"]);
    assert_eq!(metrics("profile"), ["time", "line", "peak"]);
}

#[test]
fn reading_has_no_types() {
    assert!(refused(&["reading", "--type", "String"]).contains("no types"));
}
