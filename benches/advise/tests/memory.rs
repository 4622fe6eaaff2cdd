//! The memory of a profile, in a process of its own.
#![allow(missing_docs)]

use std::io::{self, Read};

use string_kit_advise::profile_bytes;
use string_kit_measure::memory::peak;

const COLUMNS: usize = 1_000;
const ROWS: usize = 600;
const MEMORY: usize = 128 << 20;

/// Rows of CSV whose texts are all different.
struct Rows {
    row: Vec<u8>,
    at: usize,
    written: usize,
}

impl Read for Rows {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.at == self.row.len() && self.written < ROWS {
            self.written += 1;
            self.at = 0;
            for (column, cell) in self.row.chunks_exact_mut(101).enumerate() {
                cell[..12].copy_from_slice(format!("{:06}{column:06}", self.written).as_bytes());
            }
        }
        let read = (&self.row[self.at..]).read(into)?;
        self.at += read;
        Ok(read)
    }
}

#[test]
fn a_thousand_columns_of_unique_texts_stay_within_the_memory() {
    let mut row = [b'x'; 101].repeat(COLUMNS);
    row.iter_mut()
        .skip(100)
        .step_by(101)
        .for_each(|end| *end = b',');
    row[101 * COLUMNS - 1] = b'\n';
    // The head line has names that differ.
    let mut rows = Rows {
        at: row.len(),
        row,
        written: 0,
    };
    let mut head = vec![0; rows.row.len()];
    rows.read_exact(&mut head).unwrap();
    let bytes = io::Cursor::new(head).chain(rows);
    let profile = profile_bytes("csv", bytes, MEMORY).unwrap();
    let profile = String::from_utf8(profile).unwrap();
    assert!(profile.starts_with(&format!("{{\"part\":\"records\",\"count\":{}}}", ROWS - 1)));
    assert_eq!(profile.matches("\"sampled\"").count(), COLUMNS);
    if let Some(peak) = peak() {
        assert!(peak < MEMORY as u64, "{peak}");
    }
}
