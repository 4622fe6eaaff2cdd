//! The values of a field in bounded memory: the heaviest, and a fair sample of all.
//!
//! Two sets of distinct values are kept, each with its count:
//!
//! - **the sample**: the [`SAMPLED`] values with the smallest hashes. Whether a value is in it depends on
//!   its hash alone, so it is a uniform sample of the distinct values. A value enters when it is first met
//!   and stays, so its count is exact; samples of parts merge to that of the whole. The largest hash of
//!   the sample tells how many distinct values there are ("k minimum values", Bar-Yossef and others, 2002).
//! - **the heaviest**: of up to [`COUNTED`] values that are counted, the rarer are dropped when there is
//!   no room. The count of a value that was dropped, or met late, is known within bounds.
//!
//! One table keeps both:
//!
//! ```text
//! hash 0                         range                                   2^64
//!      |  all values that exist    |  up to COUNTED values                 |
//!      |  count exact              |  count in least ..= most              |
//!      |                           |  at most `dropped`, if not in table   |
//! ```
//!
//! The range begins as all hashes, and shrinks to that of the sample whenever it holds twice as many values.
//!
//! After the first drop the table has room for a quarter of [`COUNTED`] values. Most new values occur once. So a
//! value outside of the range enters the table only if it may be as frequent as those that were dropped. A row of
//! counters decides, of which a value's key selects one: a counter is at least the count of each of its values
//! that is not in the table ("count-min sketch" of one row, Cormode and Muthukrishnan, 2005).
//!
//! Values have a limit of memory. When they reach it, the capacity is halved, which costs precision.
//!
//! A profile's rows list the sample and the heaviest values, and the greatest count that another value can
//! have. From them, `heaviest` and `unlisted` follow as from the whole table: the heaviest are those with
//! the greatest least count, and of these with the smaller hash; `unlisted` is the greatest count of all
//! others, whether they are in the sample, in the table, or dropped. So the values that a SQL engine lists
//! equal those of its table, if the table has at most [`COUNTED`] distinct values.

use std::cmp::Reverse;

use compact_str::CompactString;
use hashbrown::HashTable;

use super::value::{LONGEST, Value, hash, key};

#[cfg(test)]
mod tests;

/// The number of distinct values in the sample. The relative standard error of the estimated number of
/// distinct values is 1 / sqrt(SAMPLED - 2) = 1.6 %.
pub(crate) const SAMPLED: usize = 4096;
/// The number of values outside of the sample's range that are counted before the first is dropped; then a
/// quarter of it.
const COUNTED: usize = 16_384;
/// The least number of distinct values in the sample, however little memory there is.
const LEAST_SAMPLED: usize = 8;
/// The number of the heaviest values that a profile has.
pub(crate) const HEAVIEST: usize = 1024;

/// The number of distinct values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Distinct {
    pub(crate) estimate: f64,
    /// The relative standard error; 0 if the number is exact.
    pub(crate) error: f64,
}

/// The distinct values of a field. Two are equal if their samples, their heaviest values and their bounds
/// are.
#[derive(Clone, Debug)]
pub(crate) struct Values {
    table: HashTable<Entry>,
    /// The most values of the sample: [`SAMPLED`], or fewer if memory ran out. INVARIANT: it is a power of two.
    sampled: usize,
    /// Each value with a hash of at most this is in the table, and its count is exact.
    range: u64,
    /// The number of values in the range.
    in_range: usize,
    /// No value that is not in the table has a greater count.
    dropped: u64,
    /// The number of values outside of the range that the table has room for.
    room: usize,
    /// The counters of such values; empty if none was dropped. One that is full stands for any number.
    /// INVARIANT: their number is a power of two.
    counters: Vec<u32>,
    /// The approximate bytes of the table and its texts, and the most that they may take.
    bytes: usize,
    most_bytes: usize,
}

/// A value, under its key.
#[derive(Clone, Debug)]
struct Entry {
    key: u64,
    value: Value,
}

impl Default for Values {
    fn default() -> Self {
        Self::with(SAMPLED)
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
    fn with(sampled: usize) -> Self {
        Self {
            table: HashTable::new(),
            sampled,
            range: u64::MAX,
            in_range: 0,
            dropped: 0,
            room: sampled * (COUNTED / SAMPLED),
            counters: Vec::new(),
            bytes: 0,
            most_bytes: usize::MAX,
        }
    }

    /// Makes values of their sample, which has at most `sampled` values, and the heaviest. No other value has a count
    /// above `unlisted`.
    pub(super) fn from_listed(
        listed: Vec<Value>,
        unlisted: u64,
        sampled: usize,
    ) -> Result<Self, &'static str> {
        Self::with(sampled.clamp(LEAST_SAMPLED, SAMPLED)).listing(listed, unlisted)
    }

    /// Returns the most distinct values that the sample has: [`SAMPLED`], or fewer if memory ran out.
    pub(crate) fn sampled(&self) -> usize {
        self.sampled
    }

    /// Returns the number of values outside of the sample's range that have room after the first drop.
    fn less_room(&self) -> usize {
        self.sampled * (COUNTED / SAMPLED) / 4
    }

    /// Returns the number of counters of values that are not in the table.
    ///
    /// PERF: 32 KB of them stay in the cache while a batch is counted; with 65,536 counters each new value took 110 ns
    /// more.
    fn counters(&self) -> usize {
        2 * self.sampled
    }

    /// Limits the memory to about `bytes`, at the cost of precision.
    pub(super) fn limit(&mut self, bytes: usize) {
        self.most_bytes = bytes;
        self.shrink();
    }

    fn listing(mut self, listed: Vec<Value>, unlisted: u64) -> Result<Self, &'static str> {
        self.dropped = unlisted;
        for value in listed {
            let key = value.key();
            if self.find(key, &value).is_some() {
                return Err("a value is listed twice");
            }
            self.insert(Entry { key, value });
        }
        if unlisted > 0 {
            if self.table.len() < self.sampled {
                return Err("values are left out, and the sample is not complete");
            }
            self.range = self.last_sampled();
            let counter = u32::try_from(unlisted).unwrap_or(u32::MAX);
            self.counters = vec![counter; self.counters()];
        }
        let is_exact = |value: &Value| value.count.0 == value.count.1;
        if !self.values_in_range().all(is_exact) {
            return Err("the count of a value of the sample is not exact");
        }
        self.in_range = self.values_in_range().count();
        self.shrink();
        Ok(self)
    }

    /// Counts a text.
    pub(crate) fn add(&mut self, text: &str) {
        if text.len() > LONGEST {
            return self.add_long(hash(text), text.len() as u64);
        }
        let key = key(text.as_bytes());
        let is_same = |entry: &Entry| entry.key == key && entry.value.text.as_deref() == Some(text);
        match self.table.find_mut(key, is_same) {
            Some(entry) => entry.count_one(),
            None => self.add_absent(key, hash(text), text.len() as u64, Some(text)),
        }
    }

    /// Counts a text that is too long to be kept: it is found by its hash and its length.
    #[cold]
    pub(super) fn add_long(&mut self, hash: u64, bytes: u64) {
        let key = key(&hash.to_be_bytes());
        let identity = (hash, bytes, None);
        let is_same = |entry: &Entry| entry.value.identity() == identity;
        match self.table.find_mut(key, is_same) {
            Some(entry) => entry.count_one(),
            None => self.add_absent(key, hash, bytes, None),
        }
    }

    /// Counts a text whose value is not in the table. The value enters the table if its hash is in the range or if
    /// it may be frequent.
    ///
    /// PERF: a log of 362 bytes a record, in which three texts of ten occur once, took 2.4 us a record when every value
    /// entered the table.
    #[inline(never)] // PERF: the path of a value that is in the table stays short.
    fn add_absent(&mut self, key: u64, hash: u64, bytes: u64, text: Option<&str>) {
        let mut most = 1;
        if hash > self.range
            && let Some(counter) = self.counter(key)
        {
            *counter = counter.saturating_add(1);
            most = bound(*counter);
            if most <= self.dropped {
                return;
            }
        }
        let value = Value {
            hash,
            bytes,
            text: text.map(CompactString::from),
            count: (1, most),
        };
        self.in_range += usize::from(hash <= self.range);
        self.insert(Entry { key, value });
        self.shrink();
    }

    fn insert(&mut self, entry: Entry) {
        self.bytes += entry.size();
        self.table
            .insert_unique(entry.key, entry, |entry| entry.key);
    }

    /// Returns the counter of values outside of the range that are not in the table; none if none was dropped.
    fn counter(&mut self, key: u64) -> Option<&mut u32> {
        let last = self.counters.len().checked_sub(1)?;
        // The table goes by the other bits of the key.
        let place = usize::try_from(key >> 32).unwrap_or(usize::MAX) & last;
        self.counters.get_mut(place)
    }

    /// Adds the counts of other values.
    pub(crate) fn merge(&mut self, other: &Self) {
        while self.sampled > other.sampled {
            self.halve();
        }
        for Entry { key, value } in &mut self.table {
            let added = match other.find(*key, value) {
                Some(of) => of.count,
                None => (0, other.absent(value.hash)),
            };
            value.count.0 = value.count.0.saturating_add(added.0);
            value.count.1 = value.count.1.saturating_add(added.1);
        }
        for entry in &other.table {
            if self.find(entry.key, &entry.value).is_none() {
                let mut entry = entry.clone();
                let most = &mut entry.value.count.1;
                *most = most.saturating_add(self.absent(entry.value.hash));
                self.insert(entry);
            }
        }
        self.dropped = self.dropped.saturating_add(other.dropped);
        self.room = self.room.min(other.room);
        let others = folded(&other.counters, self.counters());
        if self.counters.is_empty() {
            self.counters = others;
        } else {
            for (counter, more) in self.counters.iter_mut().zip(others) {
                *counter = counter.saturating_add(more);
            }
        }
        self.range = self.range.min(other.range);
        self.in_range = self.values_in_range().count();
        self.shrink();
    }

    /// Returns the number of distinct values: exact, if all are in the sample.
    pub(crate) fn distinct(&self) -> Distinct {
        if self.range == u64::MAX && self.in_range <= self.sampled {
            return Distinct {
                estimate: as_f64(self.in_range as u64),
                error: 0.0,
            };
        }
        let sampled = as_f64(self.sampled as u64);
        let share = (as_f64(self.last_sampled()) + 1.0) / 2.0_f64.powi(64);
        Distinct {
            estimate: (sampled - 1.0) / share,
            error: 1.0 / (sampled - 2.0).sqrt(),
        }
    }

    /// Returns the uniform sample of the distinct values, by hash. If [`distinct`](Self::distinct) is
    /// exact, these are all of them.
    pub(crate) fn sample(&self) -> Vec<&Value> {
        let mut sample: Vec<&Value> = self.values_in_range().collect();
        sample.sort_unstable_by_key(|value| value.identity());
        sample.truncate(self.sampled);
        sample
    }

    /// Returns up to [`HEAVIEST`] values, the heaviest first. No other value has a count above
    /// [`unlisted`](Self::unlisted).
    pub(crate) fn heaviest(&self) -> Vec<&Value> {
        self.by_weight().0
    }

    /// Returns the greatest count that a value can have which is not among the heaviest.
    pub(crate) fn unlisted(&self) -> u64 {
        self.bound(&self.by_weight().1)
    }

    /// Returns the values that rows list, which are the heaviest and the others of the sample, in order;
    /// and the greatest count that another value can have.
    pub(super) fn listed(&self) -> (Vec<&Value>, u64) {
        let (mut listed, others) = self.by_weight();
        let sample = self.sample();
        let last = sample.last().map(|value| value.identity());
        let is_sampled = |value: &&Value| Some(value.identity()) <= last;
        let (mut sampled, others): (Vec<_>, Vec<_>) = others.into_iter().partition(is_sampled);
        sampled.sort_unstable_by_key(|value| value.identity());
        listed.extend(sampled);
        let bound = self.bound(&others);
        (listed, bound)
    }

    /// Returns the heaviest values in order, and the others in none.
    fn by_weight(&self) -> (Vec<&Value>, Vec<&Value>) {
        let weight = |value: &&Value| (Reverse(value.count.0), value.hash, value.bytes);
        let mut heaviest: Vec<&Value> = self.values().collect();
        let mut others = Vec::new();
        let most = self.sampled / (SAMPLED / HEAVIEST);
        if heaviest.len() > most {
            heaviest.select_nth_unstable_by_key(most, weight);
            others = heaviest.split_off(most);
        }
        heaviest.sort_unstable_by_key(weight);
        (heaviest, others)
    }

    /// Returns the greatest count that one of these values can have, or one that is not in the table.
    fn bound(&self, values: &[&Value]) -> u64 {
        let greatest = values.iter().map(|value| value.count.1).max();
        greatest.unwrap_or_default().max(self.dropped)
    }

    fn values(&self) -> impl Iterator<Item = &Value> {
        self.table.iter().map(|entry| &entry.value)
    }

    fn values_in_range(&self) -> impl Iterator<Item = &Value> {
        self.values().filter(|value| value.hash <= self.range)
    }

    fn find(&self, key: u64, value: &Value) -> Option<&Value> {
        let is_same = |entry: &Entry| entry.value.identity() == value.identity();
        self.table.find(key, is_same).map(|entry| &entry.value)
    }

    /// Returns the greatest count of a value with this hash that is not in the table.
    fn absent(&self, hash: u64) -> u64 {
        if hash <= self.range { 0 } else { self.dropped }
    }

    /// Returns the largest hash of the sample, which is complete.
    fn last_sampled(&self) -> u64 {
        let hashes = self.values_in_range().map(|value| value.hash);
        let mut hashes: Vec<u64> = hashes.collect();
        *hashes.select_nth_unstable(self.sampled - 1).1
    }

    /// If there are too many values, or they take too much memory, shrinks the range to that of the sample and then
    /// drops values.
    fn shrink(&mut self) {
        if self.in_range > 2 * self.sampled {
            self.range = self.last_sampled();
            self.in_range = self.values_in_range().count();
        }
        let others = self.table.len() - self.in_range;
        if others > self.room {
            self.drop_rarer();
        } else if self.bytes > self.most_bytes {
            if others > self.less_room() {
                self.drop_rarer();
            } else if self.sampled > LEAST_SAMPLED {
                self.halve();
            } else {
                return;
            }
            self.shrink();
        }
    }

    /// Halves the capacity.
    fn halve(&mut self) {
        self.sampled /= 2;
        self.room = self.room.min(self.less_room());
        self.counters = folded(&self.counters, self.counters());
        self.shrink();
    }

    /// Drops values outside of the range, the rarer first, until they fill half of the room.
    fn drop_rarer(&mut self) {
        self.room = self.less_room();
        let range = self.range;
        let weight = |value: &Value| (value.count.1, Reverse(value.hash));
        let others = self.values().filter(|value| value.hash > range);
        let mut weights: Vec<_> = others.map(weight).collect();
        let excess = weights.len() - self.room / 2;
        let last = *weights.select_nth_unstable(excess - 1).1;
        self.dropped = self.dropped.max(last.0);
        self.counters.resize(self.counters(), 0);
        let is_dropped =
            |entry: &mut Entry| entry.value.hash > range && weight(&entry.value) <= last;
        let dropped: Vec<(u64, u64)> = self
            .table
            .extract_if(is_dropped)
            .map(|Entry { key, value }| (key, value.count.1))
            .collect();
        for (key, most) in dropped {
            if let Some(counter) = self.counter(key) {
                *counter = u32::try_from(most).unwrap_or(u32::MAX).max(*counter);
            }
        }
        let most = 2 * self.sampled + self.room;
        self.table.shrink_to(most, |entry| entry.key);
        self.bytes = self.table.iter().map(Entry::size).sum();
    }
}

/// Returns a shorter row of counters. Each counter is at least as great as those that it replaces.
fn folded(counters: &[u32], to: usize) -> Vec<u32> {
    let mut folded = vec![0; to.min(counters.len())];
    for (at, counter) in counters.iter().enumerate() {
        let of = &mut folded[at % to];
        *of = counter.max(of).to_owned();
    }
    folded
}

/// Returns the greatest count that a counter allows.
fn bound(counter: u32) -> u64 {
    match counter {
        u32::MAX => u64::MAX,
        counter => counter.into(),
    }
}

impl Entry {
    /// Returns the approximate bytes that it takes: a table is at least half full.
    fn size(&self) -> usize {
        let text = self.value.text.as_ref();
        let heap = text.filter(|text| text.is_heap_allocated());
        2 * size_of::<Self>() + heap.map_or(0, |text| text.capacity() + 16)
    }

    fn count_one(&mut self) {
        let (least, most) = &mut self.value.count;
        *least += 1;
        // A full counter stands for any number.
        *most = most.saturating_add(1);
    }
}

fn as_f64(number: u64) -> f64 {
    number as f64
}
