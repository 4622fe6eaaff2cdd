//! Runs that are compared, and pages. `commands.txt` has more.

use crate::program::{assert_has, printed, read, written};

const FEW: &str = "--type StrList --seconds 0.3 --processes 3";

#[test]
fn a_run_differs_from_itself_in_no_row() {
    printed(&format!("{FEW} --json same.jsonl"));
    // The tests are a debug build, which diff refuses.
    let run = read("same.jsonl").replace("\"optimized\":false", "\"optimized\":true");
    written("same.jsonl", run);
    let shown = printed("diff same.jsonl same.jsonl --all");
    assert_has(&shown, &["0 of ", " same"]);
    assert!(!shown.contains("differs"), "{shown}");
}

#[test]
fn a_run_on_the_standard_output_has_no_report_beside_it() {
    let streamed = printed("trace --type String --from reader --json -");
    assert!(streamed.starts_with(r#"{"schema":"#), "{streamed}");
    assert!(streamed.lines().all(|line| line.starts_with('{')));
}

#[test]
fn pages_are_written_to_files_and_devices() {
    printed(&format!("{FEW} --json page.jsonl"));
    printed("report page.jsonl --html page.html");
    assert!(read("page.html").starts_with("<!DOCTYPE html>"));
    #[cfg(unix)]
    {
        let page = printed("report page.jsonl --format csv --html /dev/stdout");
        assert!(page.contains("<!DOCTYPE html>"));
    }
}
