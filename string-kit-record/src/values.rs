//! Distinct texts: a fair sample with exact counts, and the most frequent ones.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};
use std::mem;

use crate::label::Texts;

/// One text of so many is a candidate for the most frequent texts, if it is not in the sample.
pub(crate) const HEAVY_RATE: u64 = 16;
pub(crate) const SAMPLED: usize = 4096;
/// The values that are saved for their counts.
pub(crate) const HEAVIEST: usize = 1024;
pub(crate) const LONGEST: usize = 1024;
/// The bytes that the texts of the sample may take, and those of the most frequent ones.
const MEMORY: usize = 1 << 20;

/// The values of a label.
///
/// The sample has the values with the smallest hashes. Each has been in it from its first text on,
/// so its count is exact. Of all other texts one in [`HEAVY_RATE`] is counted.
#[derive(Clone, Debug)]
pub(crate) struct Values {
    sample: Kept,
    heavy: Kept,
    sampled: usize,
    threshold: u64,
    pub(crate) texts: Texts,
    /// A bound of the counts that were given up.
    lost: u64,
}

/// Values by their hashes, and the bytes of their texts.
#[derive(Clone, Debug, Default)]
struct Kept {
    values: HashMap<u64, Value, BuildHasherDefault<Rotate>>,
    bytes: usize,
}

/// The hasher of numbers that are hashes already.
///
/// The numbers of the sample are small. A table takes the upper bits for its tags, so they come
/// from the middle.
#[derive(Clone, Debug, Default)]
struct Rotate(u64);

impl Hasher for Rotate {
    fn write(&mut self, _: &[u8]) {
        unreachable!("a u64 is written by `write_u64`");
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = number.rotate_left(32);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    pub(crate) bytes: u64,
    /// The text, unless it is too long or no text is kept.
    pub(crate) text: Option<Box<str>>,
    /// It may be less than 1 while a thread has counts in its cache.
    pub(crate) count: i64,
    /// The texts that were counted one by one.
    exact: i64,
}

impl Default for Values {
    fn default() -> Self {
        Self {
            sample: Kept::default(),
            heavy: Kept::default(),
            sampled: SAMPLED,
            threshold: u64::MAX,
            texts: Texts::Kept,
            lost: 0,
        }
    }
}

impl Kept {
    fn value(&mut self, hash: u64, text: &str, texts: Texts) -> &mut Value {
        self.values.entry(hash).or_insert_with(|| {
            let is_kept = texts == Texts::Kept && text.len() <= LONGEST;
            self.bytes += if is_kept { text.len() } else { 0 };
            Value {
                bytes: text.len() as u64,
                text: is_kept.then(|| text.into()),
                count: 0,
                exact: 0,
            }
        })
    }

    fn insert(&mut self, hash: u64, value: Value) {
        self.bytes += value.text.as_ref().map_or(0, |text| text.len());
        self.values.insert(hash, value);
    }

    fn drain<K: Ord>(&mut self, key: impl Fn(&(u64, Value)) -> K) -> Vec<(u64, Value)> {
        self.bytes = 0;
        let mut all: Vec<_> = self.values.drain().collect();
        all.sort_unstable_by_key(key);
        all
    }
}

impl Values {
    /// Counts a text of the sample, and returns the greatest hash that the sample has room for.
    pub(crate) fn add(&mut self, hash: u64, text: &str) -> u64 {
        if hash <= self.threshold {
            let value = self.sample.value(hash, text, self.texts);
            value.count += 1;
            value.exact += 1;
            while self.sample.values.len() > 2 * self.sampled || self.sample.bytes > MEMORY {
                if self.sample.bytes > MEMORY && self.sampled > 8 {
                    self.sampled /= 2;
                }
                self.thin_out();
            }
        }
        self.threshold
    }

    /// Adds to the count of a value, if it is still in the sample.
    pub(crate) fn add_to(&mut self, hash: u64, count: i64) {
        if let Some(value) = self.sample.values.get_mut(&hash) {
            value.count += count;
            value.exact += count;
        }
    }

    /// Keeps the smallest hashes. The other values may be among the most frequent ones.
    fn thin_out(&mut self) {
        let all = self.sample.drain(|(hash, _)| *hash);
        for (at, (hash, value)) in all.into_iter().enumerate() {
            if at < self.sampled {
                self.threshold = hash;
                self.sample.insert(hash, value);
            } else {
                self.heavy.insert(hash, value);
            }
        }
        self.limit_heavy();
    }

    /// Counts a text that is in no sample, for [`HEAVY_RATE`] texts.
    #[cold]
    pub(crate) fn add_heavy(&mut self, hash: u64, text: &str) {
        if hash <= self.threshold {
            // The hashes changed after the text had got one.
            return;
        }
        let value = self.heavy.value(hash, text, self.texts);
        value.count += HEAVY_RATE.cast_signed();
        value.exact += 1;
        self.limit_heavy();
    }

    /// Takes back [`HEAVY_RATE`] texts of a value, if it is among the most frequent ones.
    pub(crate) fn remove_heavy(&mut self, hash: u64) {
        if let Some(value) = self.heavy.values.get_mut(&hash) {
            value.count -= HEAVY_RATE.cast_signed();
            value.exact -= 1;
        }
    }

    /// Forgets all texts, and keeps none from now on. `rehash` returns the new hash of each text.
    ///
    /// If the sample is not of all values, its values are those whose new hashes are the smallest:
    /// the count of a value that comes into it later lacks the texts from before.
    pub(crate) fn keep_no_texts(&mut self, rehash: impl Fn(u64) -> u64) {
        self.texts = Texts::Lengths;
        let values = [&mut self.sample, &mut self.heavy].map(mem::take);
        for (hash, value) in values.into_iter().flat_map(|kept| kept.values) {
            let hash = rehash(hash);
            let kept = if hash <= self.threshold {
                &mut self.sample
            } else {
                &mut self.heavy
            };
            kept.values.insert(
                hash,
                Value {
                    text: None,
                    ..value
                },
            );
        }
    }

    fn limit_heavy(&mut self) {
        if self.heavy.values.len() <= 2 * HEAVIEST && self.heavy.bytes <= MEMORY {
            return;
        }
        let all = self.heavy.drain(|(_, value)| Reverse(value.count));
        let mut greatest = 0;
        for (hash, value) in all {
            if self.heavy.values.len() < HEAVIEST && self.heavy.bytes < MEMORY / 2 {
                self.heavy.insert(hash, value);
            } else {
                greatest = greatest.max(value.count.unsigned_abs());
            }
        }
        self.lost += greatest;
    }

    /// Returns the number of texts of each length, if every text is of a value of the sample.
    pub(crate) fn lengths(&self) -> Option<BTreeMap<u64, u64>> {
        let mut lengths = BTreeMap::new();
        for value in self.sample.values.values().filter(|value| value.count > 0) {
            *lengths.entry(value.bytes).or_default() += value.count.unsigned_abs();
        }
        self.is_exact().then_some(lengths)
    }

    /// Returns `true` if every text is of a value of the sample, with its exact count.
    fn is_exact(&self) -> bool {
        self.threshold == u64::MAX
    }

    pub(crate) fn sampled(&self) -> usize {
        self.sampled
    }

    /// Returns the values of the sample by their hashes, then the most frequent others. The last
    /// number bounds the count of all values that are not among these.
    pub(crate) fn listed(&self) -> (Vec<Listed<'_>>, u64) {
        let mut sample: Vec<Listed> = self.sample.values.iter().map(Listed::exact).collect();
        sample.sort_unstable_by_key(|listed| listed.hash);
        let mut others = sample.split_off(self.sampled.min(sample.len()));
        let heavy = self.heavy.values.iter();
        others.extend(heavy.map(|(hash, value)| self.estimated(*hash, value)));
        others.sort_unstable_by_key(|listed| (Reverse(listed.value.count), listed.hash));
        let mut unlisted = others.get(HEAVIEST).map_or(0, |listed| listed.most);
        if !self.is_exact() {
            unlisted = unlisted.max(self.lost + 1);
        }
        others.truncate(HEAVIEST);
        sample.append(&mut others);
        sample.retain(|listed| listed.least > 0);
        (sample, unlisted)
    }

    /// Returns a value whose count was estimated, with bounds three standard errors away.
    #[allow(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss
    )] // It is a bound.
    fn estimated<'a>(&self, hash: u64, value: &'a Value) -> Listed<'a> {
        let [count, exact] = [value.count, value.exact].map(|number| number.max(0).unsigned_abs());
        let error =
            (3.0 * (count.saturating_sub(exact) as f64 * HEAVY_RATE as f64).sqrt()).ceil() as u64;
        Listed {
            hash,
            value,
            least: count.saturating_sub(error).max(exact),
            most: count + error + self.lost,
        }
    }
}

/// A value that is saved, with the least and the greatest number of texts that it may have had.
#[derive(Debug)]
pub(crate) struct Listed<'a> {
    pub(crate) hash: u64,
    pub(crate) value: &'a Value,
    pub(crate) least: u64,
    pub(crate) most: u64,
}

impl<'a> Listed<'a> {
    fn exact((hash, value): (&u64, &'a Value)) -> Self {
        Self {
            hash: *hash,
            value,
            least: value.count.max(0).unsigned_abs(),
            most: value.count.max(0).unsigned_abs(),
        }
    }
}
