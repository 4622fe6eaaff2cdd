//! A sketch of distinct texts in bounded memory: a fair sample with exact counts, and the most
//! frequent other texts.
//!
//! The sample has the values with the smallest hashes. Each has been in it from its first text on,
//! so its count is exact, and samples of parts merge to that of the whole. The greatest hash of the
//! sample tells the number of distinct values ("k minimum values", Bar-Yossef and others, 2002).
//! The counts of other values are estimates: a value may have been dropped before it came again
//! ("lossy counting", Manku and Motwani, 2002).

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, DefaultHasher};
use std::mem;

use crate::hash::hash;
use crate::label::Texts;

#[cfg(test)]
mod tests;

/// The most frequent values that a file lists beside those of the sample.
pub const HEAVIEST: usize = 1024;
/// The longest text that is kept, in bytes.
pub const LONGEST: usize = 1024;
/// The size of the sample, however little memory there is.
const LEAST: usize = 8;

/// The values of a label or a field.
#[derive(Clone, Debug)]
pub struct Values {
    sample: Kept,
    heavy: Kept,
    /// The size to which the sample is cut when it has twice as many values.
    sampled: usize,
    /// The greatest hash of the sample.
    threshold: u64,
    /// The bytes that the sample may take, and those that the most frequent values may take.
    memory: usize,
    texts: Texts,
}

/// Values by their hashes, and about the bytes that they take.
#[derive(Clone, Debug, Default)]
struct Kept {
    values: HashMap<u64, Value, BuildHasherDefault<DefaultHasher>>,
    bytes: usize,
}

/// A distinct text, and how often it was there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The bytes of the text.
    pub bytes: u64,
    /// The text, unless it is too long or no text is kept.
    pub text: Option<Box<str>>,
    /// The number of texts. It may be less than 1 while a thread has counts in its cache.
    pub count: i64,
}

impl Value {
    /// Returns about the bytes that it takes in a table, which is at least half full.
    fn size(&self) -> usize {
        let text = self.text.as_ref();
        2 * size_of::<(u64, Self)>() + text.map_or(0, |text| text.len() + 16)
    }
}

impl Kept {
    fn add(&mut self, hash: u64, text: &str, texts: Texts, count: i64) {
        let value = self.values.entry(hash).or_insert_with(|| {
            let is_kept = texts == Texts::Kept && text.len() <= LONGEST;
            let value = Value {
                bytes: text.len() as u64,
                text: is_kept.then(|| text.into()),
                count: 0,
            };
            self.bytes += value.size();
            value
        });
        value.count = value.count.saturating_add(count);
    }

    fn merge(&mut self, hash: u64, value: Value) {
        if let Some(known) = self.values.get_mut(&hash) {
            known.count = known.count.saturating_add(value.count);
        } else {
            self.bytes += value.size();
            self.values.insert(hash, value);
        }
    }

    /// Returns the values that occur, in the order of a key.
    fn sorted<K: Ord>(&self, key: impl Fn(&(u64, &Value)) -> K) -> Vec<(u64, &Value)> {
        let counted = self.values.iter().filter(|(_, value)| value.count > 0);
        let mut values: Vec<_> = counted.map(|(hash, value)| (*hash, value)).collect();
        values.sort_unstable_by_key(key);
        values
    }
}

impl Values {
    /// Returns a sketch of no texts. Up to twice `sampled` distinct texts are all counted exactly,
    /// if they take at most `memory` bytes; beside them, the most frequent may take as much.
    #[must_use]
    pub fn new(sampled: usize, memory: usize) -> Self {
        Self::of_texts(Texts::Kept, sampled, memory)
    }

    pub(crate) fn of_texts(texts: Texts, sampled: usize, memory: usize) -> Self {
        Self {
            sample: Kept::default(),
            heavy: Kept::default(),
            sampled,
            threshold: u64::MAX,
            memory,
            texts,
        }
    }

    /// Counts a text.
    pub fn count(&mut self, text: &str) {
        let hash = hash(text);
        if hash <= self.threshold {
            self.add(hash, text);
        } else {
            self.add_heavy(hash, text, 1);
        }
    }

    /// Counts a text if it is one of the sample, and returns the greatest hash that the sample has
    /// room for.
    pub(crate) fn add(&mut self, hash: u64, text: &str) -> u64 {
        if hash <= self.threshold {
            self.sample.add(hash, text, self.texts, 1);
            self.shrink();
        }
        self.threshold
    }

    /// Adds to the count of a value, if it is still in the sample.
    pub(crate) fn add_to(&mut self, hash: u64, count: i64) {
        if let Some(value) = self.sample.values.get_mut(&hash) {
            value.count += count;
        }
    }

    /// Counts a text that is in no sample, for `count` texts.
    #[cold]
    pub(crate) fn add_heavy(&mut self, hash: u64, text: &str, count: i64) {
        self.heavy.add(hash, text, self.texts, count);
        self.limit_heavy();
    }

    /// Takes back `count` texts of a value, if it is among the most frequent ones.
    pub(crate) fn remove_heavy(&mut self, hash: u64, count: i64) {
        if let Some(value) = self.heavy.values.get_mut(&hash) {
            value.count -= count;
        }
    }

    /// Adds a value of a file. Returns `false` if it is there.
    pub fn insert(&mut self, hash: u64, value: Value) -> bool {
        let is_new = !self.sample.values.contains_key(&hash);
        self.sample.merge(hash, value);
        is_new
    }

    /// Takes the values with the `sampled` smallest hashes as the sample. Returns `false` if there
    /// are fewer.
    pub fn set_sample(&mut self, sampled: usize) -> bool {
        let is_there = (1..=self.sample.values.len()).contains(&sampled);
        if is_there {
            self.cut(sampled);
        }
        is_there
    }

    /// Adds the counts of other values.
    pub fn merge(&mut self, other: &Self) {
        self.threshold = self.threshold.min(other.threshold);
        self.move_out();
        for (&hash, value) in other.sample.values.iter().chain(&other.heavy.values) {
            self.part(hash).merge(hash, value.clone());
        }
        self.limit_heavy();
        self.shrink();
    }

    /// Limits the memory to about `bytes`, at the cost of precision.
    pub fn limit(&mut self, bytes: usize) {
        self.memory = bytes / 2;
        self.limit_heavy();
        self.shrink();
    }

    /// Returns the part that a value with this hash belongs to.
    fn part(&mut self, hash: u64) -> &mut Kept {
        if hash <= self.threshold {
            &mut self.sample
        } else {
            &mut self.heavy
        }
    }

    /// Cuts the sample while it has too many values or takes too much memory.
    fn shrink(&mut self) {
        while self.sample.values.len() > 2 * self.sampled || self.sample.bytes > self.memory {
            if self.sample.bytes > self.memory && self.sampled > LEAST {
                self.sampled /= 2;
            }
            if self.sample.values.len() > self.sampled {
                self.cut(self.sampled);
            } else if self.sampled <= LEAST {
                break;
            }
        }
    }

    /// Keeps a number of the smallest hashes in the sample.
    fn cut(&mut self, sampled: usize) {
        let mut hashes: Vec<u64> = self.sample.values.keys().copied().collect();
        self.threshold = *hashes.select_nth_unstable(sampled - 1).1;
        self.move_out();
        self.limit_heavy();
    }

    /// Moves the values above the threshold out of the sample: they may be frequent.
    fn move_out(&mut self) {
        let threshold = self.threshold;
        let moved = self.sample.values.extract_if(|hash, _| *hash > threshold);
        for (hash, value) in moved {
            self.sample.bytes -= value.size();
            self.heavy.merge(hash, value);
        }
    }

    fn limit_heavy(&mut self) {
        if self.heavy.values.len() <= 2 * HEAVIEST && self.heavy.bytes <= self.memory {
            return;
        }
        let heavy = mem::take(&mut self.heavy).values;
        let mut values: Vec<_> = heavy.into_iter().collect();
        values.sort_unstable_by_key(|(hash, value)| (Reverse(value.count), *hash));
        for (hash, value) in values {
            if self.heavy.values.len() < HEAVIEST && self.heavy.bytes < self.memory / 2 {
                self.heavy.merge(hash, value);
            }
        }
    }

    /// Returns the number of texts of each length, if all values are known.
    pub(crate) fn lengths(&self) -> Option<BTreeMap<u64, u64>> {
        let mut lengths = BTreeMap::new();
        for value in self.sample.values.values().filter(|value| value.count > 0) {
            *lengths.entry(value.bytes).or_default() += value.count.unsigned_abs();
        }
        self.is_complete().then_some(lengths)
    }

    /// Returns `true` if every text is of a value of the sample, with its exact count.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.threshold == u64::MAX
    }

    /// Returns `true` if a limit of memory made the sample smaller than `sampled`.
    #[must_use]
    pub fn is_reduced(&self, sampled: usize) -> bool {
        !self.is_complete() && self.sample.values.len() < sampled
    }

    /// Returns an estimate of the number of distinct values, and its relative standard error, which
    /// is 0 if the number is exact.
    #[must_use]
    #[allow(clippy::cast_precision_loss)] // It is an estimate.
    pub fn distinct(&self) -> (f64, f64) {
        let values = self.sample.values.values();
        let sampled = values.filter(|value| value.count > 0).count() as f64;
        if self.is_complete() {
            return (sampled, 0.0);
        }
        let share = (self.threshold as f64 + 1.0) / 2.0_f64.powi(64);
        let known = sampled + self.heavy.values.len() as f64;
        (((sampled - 1.0) / share).max(known), 1.0 / sampled.sqrt())
    }

    /// Returns the values of the sample by their hashes: all values, if they are complete.
    #[must_use]
    pub fn sample(&self) -> Vec<(u64, &Value)> {
        self.sample.sorted(|(hash, _)| *hash)
    }

    /// Returns up to [`HEAVIEST`] values that are not in the sample, the most frequent first.
    #[must_use]
    pub fn frequent(&self) -> Vec<(u64, &Value)> {
        let mut values = self
            .heavy
            .sorted(|(hash, value)| (Reverse(value.count), *hash));
        values.truncate(HEAVIEST);
        values
    }
}

/// Two are equal if a file lists the same values of both.
impl PartialEq for Values {
    fn eq(&self, other: &Self) -> bool {
        self.threshold == other.threshold
            && self.sample() == other.sample()
            && self.frequent() == other.frequent()
    }
}
