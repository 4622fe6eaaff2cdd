//! A run that is compared with itself. `commands.txt` has more.

use crate::program::{assert_has, printed, read, written};

#[test]
fn a_run_differs_from_itself_in_no_row() {
    printed("--type StrList --seconds 0.3 --processes 3 --json same.jsonl");
    // The tests are a debug build, which diff refuses.
    let run = read("same.jsonl").replace("\"optimized\":false", "\"optimized\":true");
    written("same.jsonl", run);
    let shown = printed("diff same.jsonl same.jsonl --all");
    assert_has(&shown, &["0 of ", " same"]);
    assert!(!shown.contains("differs"), "{shown}");
}
