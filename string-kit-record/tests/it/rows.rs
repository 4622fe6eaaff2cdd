//! The rows of a saved record.

use std::collections::HashMap;
#[cfg(unix)]
use std::fs;

use serde_json::Value;
use string_kit_record::save;

use crate::folder::Folder;

pub(crate) fn rows(label: &str) -> Vec<Value> {
    let folder = Folder::new(label);
    let path = folder.at("record.jsonl");
    save(&path).expect("the record is saved");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let metadata = fs::metadata(&path).expect("the file is there");
        assert_eq!(metadata.permissions().mode() & 0o777, 0o600);
    }
    let lines = folder.read("record.jsonl");
    let rows = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line is JSON"));
    rows.filter(|row: &Value| row["field"] == label).collect()
}

pub(crate) fn of_part<'a>(rows: &'a [Value], part: &'a str) -> impl Iterator<Item = &'a Value> {
    rows.iter().filter(move |row| row["part"] == part)
}

pub(crate) fn count(row: &Value) -> u64 {
    row["count"].as_u64().expect("a row has a count")
}

pub(crate) fn text(row: &Value) -> &str {
    row["text"].as_str().expect("the row has a text")
}

/// Returns the rows of a part as a number to a count.
pub(crate) fn counts(rows: &[Value], part: &str) -> Vec<(u64, u64)> {
    let counts = of_part(rows, part).map(|row| (row["bits"].as_u64().unwrap_or(0), count(row)));
    counts.collect()
}

/// Returns the count of the one row of a part, and its greatest count.
pub(crate) fn count_and_most(rows: &[Value], part: &str) -> (u64, u64) {
    let row = of_part(rows, part).next().expect("there is a row");
    (
        count(row),
        row["most"].as_u64().expect("the row has a bound"),
    )
}

/// Returns the number of operations by their names.
pub(crate) fn operations(rows: &[Value]) -> HashMap<&str, u64> {
    let counts = of_part(rows, "operation").map(|row| (text(row), count(row)));
    counts.filter(|(_, count)| *count > 0).collect()
}
