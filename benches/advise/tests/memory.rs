//! The memory of a profile, in a process of its own.
#![allow(missing_docs)]

use std::io::{BufWriter, Seek, Write};

use string_kit_advise::profile_bytes;
use string_kit_measure::memory::peak;

const COLUMNS: usize = 1_000;
const ROWS: usize = 600;
const MEMORY: usize = 128 << 20;

#[test]
fn a_thousand_columns_of_unique_texts_stay_within_the_memory() {
    let mut rows = BufWriter::new(tempfile::tempfile().unwrap());
    let text = "x".repeat(88);
    // The first has the names.
    for row in 0..=ROWS {
        for column in 0..COLUMNS {
            let end = if column + 1 < COLUMNS { ',' } else { '\n' };
            write!(rows, "{row:06}{column:06}{text}{end}").unwrap();
        }
    }
    let mut rows = rows.into_inner().unwrap();
    rows.rewind().unwrap();
    let bytes = profile_bytes("csv", rows, MEMORY).unwrap();
    let profile = String::from_utf8(bytes).unwrap();
    assert!(profile.starts_with(&format!("{{\"part\":\"records\",\"count\":{ROWS}}}")));
    assert_eq!(profile.matches("\"sampled\"").count(), COLUMNS);
    if let Some(peak) = peak() {
        assert!(peak < MEMORY as u64, "{peak}");
    }
}
