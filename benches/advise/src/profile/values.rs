//! The distinct values of a field in bounded memory: all of them, or a sample and the most
//! frequent.
//!
//! A table counts each value. When it is full, the values with the smaller hashes stay as a
//! *sample*, and of the others only the most frequent. So the sample is a uniform one of the
//! distinct values, its counts are exact, and samples of parts merge to that of the whole. Its
//! greatest hash tells the number of distinct values ("k minimum values", Bar-Yossef and others,
//! 2002). The count of another value is a lower bound: it may have been dropped before ("lossy
//! counting", Manku and Motwani, 2002).
//!
//! A `HyperLogLog` would not do: the values are needed too.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::BuildHasher;

use compact_str::CompactString;
use foldhash::fast::FixedState;
use md5::{Digest, Md5};

use super::lengths::add;

#[cfg(test)]
mod tests;

/// The most values of a table. With at most half as many, all are counted exactly.
const MOST: usize = 1 << 17;
/// The least number of values that a table keeps, however little memory there is.
const LEAST: usize = 16;
/// The values of a sample that is large enough.
const SAMPLED: usize = 1 << 14;
/// The number of the most frequent values that a profile has.
const HEAVIEST: usize = 1024;
/// The longest text that is kept, in bytes. Of a longer value the length and the hash are kept.
pub(crate) const LONGEST: usize = 1024;

/// A number of distinct values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Distinct {
    pub(crate) estimate: f64,
    /// The relative standard error; 0 if the number is exact.
    pub(crate) error: f64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    /// The first 16 hexadecimal digits of the text's MD5, as a number.
    pub(crate) hash: u64,
    pub(crate) bytes: u64,
    /// The text, if it has at most [`LONGEST`] bytes.
    /// PERF: a boxed text took 90 ns more for a value that occurs once, for its block.
    pub(crate) text: Option<CompactString>,
    /// The number of texts with this value: exact in the sample, else a lower bound.
    pub(crate) count: u64,
}

/// The distinct values of a field. Two are equal if their samples and their heaviest values are.
#[derive(Clone, Debug)]
pub(crate) struct Values {
    /// The values by their hashes. Texts with the same hash count as one value.
    table: HashMap<u64, Value, FixedState>,
    /// The hashes of values by a faster hash of their texts.
    /// PERF: most texts of a value in the table take no MD5.
    hashes: HashMap<u64, u64, FixedState>,
    /// The greatest hash of the sample: each value with a hash of at most this is in the table.
    last: u64,
    /// The most values of the table.
    most: usize,
    /// The approximate bytes of the table and its texts, and the most that they may take.
    bytes: usize,
    most_bytes: usize,
}

impl Default for Values {
    fn default() -> Self {
        Self {
            table: HashMap::default(),
            hashes: HashMap::default(),
            last: u64::MAX,
            most: MOST,
            bytes: 0,
            most_bytes: usize::MAX,
        }
    }
}

impl PartialEq for Values {
    fn eq(&self, other: &Self) -> bool {
        self.last == other.last
            && self.sample() == other.sample()
            && self.heaviest() == other.heaviest()
    }
}

impl Values {
    /// Limits the memory to about `bytes`, at the cost of precision.
    pub(super) fn limit(&mut self, bytes: usize) {
        self.most_bytes = bytes;
        self.shrink();
    }

    pub(crate) fn add(&mut self, text: &str) {
        let key = FixedState::default().hash_one(text);
        let known = self.hashes.get(&key);
        match known.and_then(|hash| self.table.get_mut(hash)) {
            Some(value) => add(&mut value.count, 1),
            None => self.add_new(key, text),
        }
    }

    #[inline(never)] // PERF: the path of a known hash stays short.
    fn add_new(&mut self, key: u64, text: &str) {
        let hash = hash(text);
        self.hashes.insert(key, hash);
        self.merge_value(Value {
            hash,
            bytes: text.len() as u64,
            text: (text.len() <= LONGEST).then(|| text.into()),
            count: 1,
        });
        self.shrink();
    }

    fn merge_value(&mut self, value: Value) {
        if let Some(known) = self.table.get_mut(&value.hash) {
            add(&mut known.count, value.count);
        } else {
            self.insert(value);
        }
    }

    /// Inserts a value. Returns false if it is in the table.
    pub(super) fn insert(&mut self, value: Value) -> bool {
        let bytes = value.size();
        let is_new = self.table.insert(value.hash, value).is_none();
        self.bytes += if is_new { bytes } else { 0 };
        is_new
    }

    /// Takes the values with the `sampled` smallest hashes as the sample. Returns false if there
    /// are fewer.
    pub(super) fn set_sample(&mut self, sampled: usize) -> bool {
        let is_there = (1..=self.table.len()).contains(&sampled);
        if is_there {
            self.last = self.nth_hash(sampled - 1);
        }
        is_there
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        for value in other.table.values() {
            self.merge_value(value.clone());
        }
        self.last = self.last.min(other.last);
        self.shrink();
    }

    /// Returns the number of distinct values: exact, if all are in the table.
    pub(super) fn distinct(&self) -> Distinct {
        let sampled = self.sample().len() as f64;
        if self.is_complete() {
            return Distinct {
                estimate: sampled,
                error: 0.0,
            };
        }
        let share = (self.last as f64 + 1.0) / 2.0_f64.powi(64);
        Distinct {
            estimate: ((sampled - 1.0) / share).max(self.table.len() as f64),
            error: 1.0 / sampled.sqrt(),
        }
    }

    /// Returns whether each value is in the table with its exact count.
    pub(crate) fn is_complete(&self) -> bool {
        self.last == u64::MAX
    }

    /// Returns whether a limit of memory made the sample smaller than it should be.
    pub(crate) fn is_reduced(&self) -> bool {
        !self.is_complete() && self.sample().len() < SAMPLED
    }

    pub(crate) fn is_exact(&self, value: &Value) -> bool {
        value.hash <= self.last
    }

    /// Returns the sample, by hash: all values, if they are complete.
    pub(crate) fn sample(&self) -> Vec<&Value> {
        let values = self.table.values();
        let mut sample: Vec<&Value> = values.filter(|value| self.is_exact(value)).collect();
        sample.sort_unstable_by_key(|value| value.hash);
        sample
    }

    /// Returns the values that rows list: the sample, and the heaviest.
    pub(super) fn listed(&self) -> Vec<&Value> {
        let heaviest = self.heaviest().into_iter();
        let others = heaviest.filter(|value| !self.is_exact(value));
        self.sample().into_iter().chain(others).collect()
    }

    /// Returns the [`HEAVIEST`] values, or fewer: those with the greatest count, and of these with
    /// the smaller hash.
    pub(crate) fn heaviest(&self) -> Vec<&Value> {
        let mut heaviest: Vec<&Value> = self.table.values().collect();
        heaviest.sort_unstable_by_key(|value| (Reverse(value.count), value.hash));
        heaviest.truncate(HEAVIEST);
        heaviest
    }

    pub(super) fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Value> {
        self.table.values()
    }

    fn nth_hash(&self, index: usize) -> u64 {
        let mut hashes: Vec<u64> = self.table.keys().copied().collect();
        *hashes.select_nth_unstable(index).1
    }

    /// Drops values while there are too many of them, or while they take too much memory.
    pub(super) fn shrink(&mut self) {
        let is_full =
            |values: &Self| values.table.len() > values.most || values.bytes > values.most_bytes;
        while is_full(self) && self.table.len() > LEAST {
            self.drop_values();
        }
    }

    /// Halves the sample if it is more than half of the table, and keeps of the other values the
    /// most frequent, an eighth of the table.
    fn drop_values(&mut self) {
        let (half, eighth) = (self.table.len() / 2, self.table.len() / 8);
        self.last = self.last.min(self.nth_hash(half));
        let mut others: Vec<_> = (self.table.values())
            .filter(|value| !self.is_exact(value))
            .map(|value| (Reverse(value.count), value.hash))
            .collect();
        let first_dropped = if others.len() > eighth {
            *others.select_nth_unstable(eighth).1
        } else {
            (Reverse(0), u64::MAX)
        };
        let last = self.last;
        self.table
            .retain(|hash, value| *hash <= last || (Reverse(value.count), *hash) < first_dropped);
        self.table.shrink_to(2 * self.table.len());
        self.hashes.clear();
        self.hashes.shrink_to(2 * self.table.len());
        self.bytes = self.table.values().map(Value::size).sum();
    }
}

impl Value {
    /// Returns the approximate bytes that it takes with its keys: a table is at least half full.
    fn size(&self) -> usize {
        let text = self.text.as_ref();
        let heap = text.filter(|text| text.is_heap_allocated());
        2 * (size_of::<Self>() + 24) + heap.map_or(0, |text| text.capacity() + 16)
    }
}

/// Returns the first 16 hexadecimal digits of the MD5 of a text, as a number.
pub(super) fn hash(text: &str) -> u64 {
    let digest: [u8; 16] = Md5::digest(text).into();
    u64::from_be_bytes(*digest.first_chunk().expect("a digest has 16 bytes"))
}
