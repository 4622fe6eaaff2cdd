//! The distinct values of a field in bounded memory: the heaviest, and a fair sample of all.
//!
//! - **The sample** has the [`SAMPLED`] values with the smallest hashes, so it is a uniform sample of the distinct
//!   values. A value enters with its first text and stays: its count is exact, and samples of parts merge to that of
//!   the whole. The largest hash tells the number of distinct values ("k minimum values", Bar-Yossef and others, 2002).
//! - **The heaviest**: when there are more than four times as many values, the rarer ones outside of the sample are
//!   dropped. The count of a value that was dropped, or that enters late, is known within bounds.
//!
//! One table keeps both:
//!
//! ```text
//! hash 0                         range                                   2^64
//!      |  all values that exist    |  the more frequent values             |
//!      |  count exact              |  count in least ..= most              |
//!      |                           |  at most `dropped`, if not in table   |
//! ```
//!
//! The range begins as all hashes, and shrinks to that of the sample whenever values are dropped. After that, most new
//! values occur once. So a value outside of the range enters only if it may be as frequent as those that were dropped. A
//! row of counters decides, of which a value's key selects one: a counter is at least the count of each of its values
//! that is not in the table ("count-min sketch" of one row, Cormode and Muthukrishnan, 2005).
//!
//! When the table reaches its limit of memory, the sample is halved, which costs precision.
//!
//! A profile's rows list the sample and the heaviest values, and the greatest count that another value can have. From
//! them, `heaviest` and `unlisted` follow as from the whole table. So the values that a SQL engine lists equal those
//! of a table that dropped none.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::BuildHasher;

use compact_str::CompactString;
use foldhash::fast::FixedState;
use md5::{Digest, Md5};

use super::lengths::add;

#[cfg(test)]
mod tests;

/// The number of distinct values in the sample. The relative standard error of the estimated number of distinct
/// values is 1 / sqrt(SAMPLED - 2) = 1.6 %.
pub(crate) const SAMPLED: usize = 4096;
/// The least number of distinct values in the sample, however little memory there is.
const LEAST_SAMPLED: usize = 8;
/// The number of the heaviest values that a profile has.
pub(crate) const HEAVIEST: usize = 1024;
/// The longest text that is kept, in bytes. Of a longer value the length and the hash are kept.
pub(crate) const LONGEST: usize = 1024;

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
    /// The least and the greatest number of texts that can have this value: equal, if it is exact.
    pub(crate) count: (u64, u64),
}

/// The distinct values of a field. Two are equal if their samples, their heaviest values and their bounds are.
#[derive(Clone, Debug)]
pub(crate) struct Values {
    /// The values by their hashes. Texts with the same hash count as one value.
    table: HashMap<u64, Value, FixedState>,
    /// The hashes of values by a faster hash of their texts. PERF: most texts of a value in the table take no MD5.
    hashes: HashMap<u64, u64, FixedState>,
    /// The most values of the sample: [`SAMPLED`], or fewer if memory ran out. INVARIANT: it is a power of two.
    pub(crate) sampled: usize,
    /// Each value with a hash of at most this is in the table, and its count is exact.
    range: u64,
    /// No value that is not in the table has a greater count.
    pub(super) dropped: u64,
    /// The counters of such values: two for each value of the sample, or none if each is `dropped`.
    /// PERF: with 65,536 counters, which do not stay in the cache, each new value took 110 ns more.
    counters: Vec<u64>,
    /// The approximate bytes of the table and its texts, and the most that they may take.
    bytes: usize,
    most_bytes: usize,
}

impl Default for Values {
    fn default() -> Self {
        Self {
            table: HashMap::default(),
            hashes: HashMap::default(),
            sampled: SAMPLED,
            range: u64::MAX,
            dropped: 0,
            counters: Vec::new(),
            bytes: 0,
            most_bytes: usize::MAX,
        }
    }
}

impl PartialEq for Values {
    fn eq(&self, other: &Self) -> bool {
        self.sample() == other.sample()
            && self.heaviest() == other.heaviest()
            && self.unlisted() == other.unlisted()
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
        let hash = self.hashes.get(&key);
        match hash.and_then(|hash| self.table.get_mut(hash)) {
            Some(value) => value.add((1, 1)),
            None => self.add_new(key, text),
        }
    }

    /// Counts a text whose hash is not known. Its value enters the table if the hash is in the range or if it may be
    /// frequent.
    /// PERF: a log of 362 bytes a record, in which three texts of ten occur once, took 2.4 us a record when every value
    /// entered the table.
    #[inline(never)] // PERF: the path of a known hash stays short.
    fn add_new(&mut self, key: u64, text: &str) {
        let hash = hash(text);
        if let Some(value) = self.table.get_mut(&hash) {
            value.add((1, 1));
            self.hashes.insert(key, hash);
            return;
        }
        let mut most = 1;
        if hash > self.range {
            self.counters.resize(2 * self.sampled, self.dropped);
            let counter = counter(&mut self.counters, hash);
            *counter = counter.saturating_add(1);
            most = *counter;
            if most <= self.dropped {
                return;
            }
        }
        self.insert(Value {
            hash,
            bytes: text.len() as u64,
            text: (text.len() <= LONGEST).then(|| text.into()),
            count: (1, most),
        });
        self.hashes.insert(key, hash);
        self.shrink();
    }

    fn insert(&mut self, value: Value) {
        self.bytes += value.size();
        self.table.insert(value.hash, value);
    }

    /// Adds a value that a profile lists. Returns false if the value is in the table.
    pub(super) fn list(&mut self, value: Value) -> bool {
        let is_new = !self.table.contains_key(&value.hash);
        if is_new {
            self.insert(value);
        }
        is_new
    }

    /// Takes the values of the table as those that a profile lists: the sample and the heaviest. No other value has a
    /// count above `dropped`.
    pub(super) fn complete(&mut self) -> Result<(), &'static str> {
        if self.dropped > 0 {
            if self.table.len() < self.sampled {
                return Err("values are left out, and the sample is not complete");
            }
            self.range = self.last_sampled();
        }
        if self.in_range().any(|value| value.count.0 != value.count.1) {
            return Err("the count of a value of the sample is not exact");
        }
        self.shrink();
        Ok(())
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        for value in other.table.values() {
            self.list(Value {
                count: self.count(value),
                ..value.clone()
            });
        }
        for value in self.table.values_mut() {
            value.add(other.count(value));
        }
        self.sampled = self.sampled.min(other.sampled);
        self.range = self.range.min(other.range);
        self.dropped = self.dropped.saturating_add(other.dropped);
        self.counters.clear();
        self.shrink();
    }

    /// Returns the number of distinct values: exact, if all are in the sample.
    pub(crate) fn distinct(&self) -> Distinct {
        if self.range == u64::MAX && self.table.len() <= self.sampled {
            return Distinct {
                estimate: self.table.len() as f64,
                error: 0.0,
            };
        }
        let sampled = self.sampled as f64;
        let share = (self.last_sampled() as f64 + 1.0) / 2.0_f64.powi(64);
        Distinct {
            estimate: (sampled - 1.0) / share,
            error: 1.0 / (sampled - 2.0).sqrt(),
        }
    }

    /// Returns the uniform sample of the distinct values, by hash: all of them, if their number is exact.
    pub(crate) fn sample(&self) -> Vec<&Value> {
        let mut sample: Vec<&Value> = self.in_range().collect();
        sample.sort_unstable_by_key(|value| value.hash);
        sample.truncate(self.sampled);
        sample
    }

    /// Returns up to [`HEAVIEST`] values: those with the greatest least count, and of these with the smaller hash.
    pub(crate) fn heaviest(&self) -> Vec<&Value> {
        self.by_weight().0
    }

    /// Returns the greatest count of a value that is not among the heaviest.
    pub(crate) fn unlisted(&self) -> u64 {
        self.bound(&self.by_weight().1)
    }

    /// Returns the values that rows list, the heaviest before others of the sample, and the greatest count of all others.
    pub(super) fn listed(&self) -> (Vec<&Value>, u64) {
        let (mut listed, others) = self.by_weight();
        let last = self.sample().last().map(|value| value.hash);
        let is_sampled = |value: &&Value| Some(value.hash) <= last;
        let (sampled, rest): (Vec<_>, Vec<_>) = others.into_iter().partition(is_sampled);
        listed.extend(sampled);
        (listed, self.bound(&rest))
    }

    /// Returns the heaviest values in order, and the others.
    fn by_weight(&self) -> (Vec<&Value>, Vec<&Value>) {
        let mut heaviest: Vec<&Value> = self.iter().collect();
        heaviest.sort_unstable_by_key(|value| (Reverse(value.count.0), value.hash));
        let most = self.sampled / (SAMPLED / HEAVIEST);
        let others = heaviest.split_off(most.min(heaviest.len()));
        (heaviest, others)
    }

    /// Returns the greatest count that one of these values can have, or one that is not in the table.
    fn bound(&self, values: &[&Value]) -> u64 {
        let greatest = values.iter().map(|value| value.count.1).max();
        greatest.unwrap_or_default().max(self.dropped)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Value> {
        self.table.values()
    }

    fn in_range(&self) -> impl Iterator<Item = &Value> {
        self.iter().filter(|value| value.hash <= self.range)
    }

    /// Returns the bounds of the count of a value.
    fn count(&self, value: &Value) -> (u64, u64) {
        match self.table.get(&value.hash) {
            Some(known) => known.count,
            None if value.hash <= self.range => (0, 0),
            None => (0, self.dropped),
        }
    }

    fn last_sampled(&self) -> u64 {
        let mut hashes: Vec<u64> = self.in_range().map(|value| value.hash).collect();
        *hashes.select_nth_unstable(self.sampled - 1).1
    }

    /// Drops values if there are too many of them, or if they take too much memory.
    fn shrink(&mut self) {
        // PERF: the table stays smaller once most new values are rare.
        let most = if self.dropped > 0 { 3 } else { 4 } * self.sampled;
        if self.table.len() > most {
            self.drop_rarer();
        }
        while self.bytes > self.most_bytes {
            if self.drop_rarer() {
                continue;
            }
            if self.sampled == LEAST_SAMPLED {
                return;
            }
            self.sampled /= 2;
            self.counters.clear();
        }
    }

    /// Shrinks the range to that of the sample. If there are more other values than it has, keeps half as many, the more
    /// frequent, and returns true.
    fn drop_rarer(&mut self) -> bool {
        if self.table.len() <= 2 * self.sampled {
            return false;
        }
        let range = self.last_sampled();
        let weight = |value: &Value| (value.count.1, Reverse(value.hash));
        let others = self.iter().filter(|value| value.hash > range);
        let mut weights: Vec<_> = others.map(weight).collect();
        let excess = weights.len() - self.sampled / 2;
        let last = *weights.select_nth_unstable(excess - 1).1;
        self.counters.resize(2 * self.sampled, self.dropped);
        self.range = range;
        self.dropped = self.dropped.max(last.0);
        self.table.retain(|_, value| {
            let is_kept = value.hash <= range || weight(value) > last;
            if !is_kept {
                let counter = counter(&mut self.counters, value.hash);
                *counter = value.count.1.max(*counter);
            }
            is_kept
        });
        self.table.shrink_to(3 * self.sampled);
        self.hashes.clear();
        self.bytes = self.iter().map(Value::size).sum();
        true
    }
}

/// Returns the counter of a value by the lower half of its hash. The range goes by the upper bits.
fn counter(counters: &mut [u64], hash: u64) -> &mut u64 {
    let last = counters.len() - 1;
    &mut counters[(hash & 0xFFFF_FFFF) as usize & last]
}

impl Value {
    /// Returns the approximate bytes that it takes with its keys: a table is at least half full.
    fn size(&self) -> usize {
        let text = self.text.as_ref();
        let heap = text.filter(|text| text.is_heap_allocated());
        2 * (size_of::<Self>() + 24) + heap.map_or(0, |text| text.capacity() + 16)
    }

    fn add(&mut self, (least, most): (u64, u64)) {
        add(&mut self.count.0, least);
        add(&mut self.count.1, most);
    }
}

/// Returns the first 16 hexadecimal digits of the MD5 of a text, as a number.
pub(super) fn hash(text: &str) -> u64 {
    let digest: [u8; 16] = Md5::digest(text).into();
    u64::from_be_bytes(*digest.first_chunk().expect("a digest has 16 bytes"))
}
