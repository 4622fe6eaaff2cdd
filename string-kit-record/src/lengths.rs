//! The number of texts of each length that no thread counts by itself.

use std::collections::HashMap;

/// The number of lengths that are counted one by one; later ones are rounded to 16 an octave.
const EXACT: usize = 4096;

/// The number of texts of each length, in bytes. One may be negative: a text that is edited is
/// subtracted at its rounded length, if it was counted before lengths were rounded.
#[derive(Debug, Default)]
pub(crate) struct Lengths(HashMap<u64, i64>);

impl Lengths {
    pub(crate) fn add(&mut self, bytes: u64, number: i64) {
        let bytes = if self.0.len() < EXACT || self.0.contains_key(&bytes) {
            bytes
        } else {
            rounded(bytes)
        };
        *self.0.entry(bytes).or_default() += number;
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, i64)> {
        self.0.iter().map(|(bytes, count)| (*bytes, *count))
    }
}

fn rounded(bytes: u64) -> u64 {
    let step = 1 << bytes.max(16).ilog2() >> 4;
    bytes / step * step
}
