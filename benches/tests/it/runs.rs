//! Runs that are saved, shown again and compared. `commands.txt` has more.

use serde_json::Value;

use crate::program::{assert_has, printed, read, written};

/// Measures little, and writes a run file.
fn measure(file: &str, seed: u64) {
    let few = "--type StrList --seconds 0.3 --processes 3";
    printed(&format!("{few} --seed {seed} --json {file}"));
}

#[test]
fn a_run_is_saved_with_every_sample() {
    measure("shown.jsonl", 7);
    let text = read("shown.jsonl");
    let header: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!(header["seed"], 7);
    assert_eq!(header["processes"], 3);
    for name in ["smol_str", "compact_str", "string-kit"] {
        assert!(header["versions"][name].is_string(), "{name}");
    }
    assert!(header["machine"]["cpu"].is_string());
    assert!(text.contains(r#""process":2,"values":["#));
    let streamed = printed("trace --type String --from reader --json -");
    assert!(streamed.starts_with(r#"{"schema":"#), "{streamed}");
    printed("report shown.jsonl --html shown.html");
    assert!(read("shown.html").starts_with("<!DOCTYPE html>"));
}

#[test]
fn a_run_differs_from_itself_in_no_row() {
    measure("same.jsonl", 1);
    // The tests are a debug build, which diff refuses.
    let run = read("same.jsonl").replace("\"optimized\":false", "\"optimized\":true");
    written("same.jsonl", run);
    let all = printed("diff same.jsonl same.jsonl --all");
    assert_has(&all, &["0 of ", " same"]);
    assert!(!all.contains("differs"), "{all}");
}

#[cfg(unix)]
#[test]
fn devices_are_written_to() {
    measure("device.jsonl", 1);
    let page = printed("report device.jsonl --format csv --html /dev/stdout");
    assert!(page.contains("<!DOCTYPE html>"));
}
