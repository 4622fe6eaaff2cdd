//! Distinct texts: a fair sample with exact counts, and the most frequent ones.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

use crate::label::Texts;

/// One text of so many is a candidate for the most frequent texts, if it is not in the sample.
pub(crate) const HEAVY_RATE: u64 = 16;
/// The values in the sample, at most.
pub(crate) const SAMPLED: usize = 4096;
/// The values that are saved for their counts.
pub(crate) const HEAVIEST: usize = 1024;
/// The longest text that is kept, in bytes.
pub(crate) const LONGEST: usize = 1024;
/// The bytes that the texts of the sample may take, and those of the most frequent ones.
const MEMORY: usize = 1 << 20;

/// The values of a label.
///
/// The sample has the values with the smallest hashes. Each has been in it from its first text on, so its count is exact.
/// Of all other texts one in [`HEAVY_RATE`] is counted.
#[derive(Clone, Debug)]
pub(crate) struct Values {
    sample: Kept,
    heavy: Kept,
    /// The number of values that the sample may have.
    sampled: usize,
    threshold: u64,
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
/// The numbers of the sample are small. A table takes the upper bits for its tags, so they come from the middle.
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

/// A distinct text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    pub(crate) bytes: u64,
    /// The text, unless it is too long or no text is kept.
    pub(crate) text: Option<Box<str>>,
    /// Less than 1 while a thread has counts in its cache.
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
            lost: 0,
        }
    }
}

impl Kept {
    fn value(&mut self, hash: u64, text: &str, texts: Texts) -> &mut Value {
        self.values.entry(hash).or_insert_with(|| {
            let is_kept = texts == Texts::Sample && text.len() <= LONGEST;
            self.bytes += if is_kept { text.len() } else { 0 };
            Value {
                bytes: text.len() as u64,
                text: is_kept.then(|| text.into()),
                count: 0,
                exact: 0,
            }
        })
    }

    /// Takes all values out.
    fn drain(&mut self) -> Vec<(u64, Value)> {
        self.bytes = 0;
        self.values.drain().collect()
    }

    fn insert(&mut self, hash: u64, value: Value) {
        self.bytes += value.text.as_ref().map_or(0, |text| text.len());
        self.values.insert(hash, value);
    }
}

impl Values {
    /// Counts a text of the sample, and returns the greatest hash that the sample has room for.
    pub(crate) fn add(&mut self, hash: u64, text: &str, texts: Texts) -> u64 {
        if hash <= self.threshold {
            let value = self.sample.value(hash, text, texts);
            value.count += 1;
            value.exact += 1;
            while self.sample.values.len() > 2 * self.sampled || self.sample.bytes > MEMORY {
                self.sampled = if self.sample.bytes > MEMORY && self.sampled > 8 {
                    self.sampled / 2
                } else {
                    self.sampled
                };
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
        let mut all = self.sample.drain();
        all.sort_unstable_by_key(|(hash, _)| *hash);
        let rest = all.split_off(self.sampled.min(all.len()));
        self.threshold = all.last().map_or(self.threshold, |(hash, _)| *hash);
        for (hash, value) in all {
            self.sample.insert(hash, value);
        }
        for (hash, value) in rest {
            self.heavy.insert(hash, value);
        }
        self.limit_heavy();
    }

    /// Counts a text that is in no sample, for [`HEAVY_RATE`] texts.
    pub(crate) fn add_heavy(&mut self, hash: u64, text: &str, texts: Texts) {
        let value = self.heavy.value(hash, text, texts);
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

    fn limit_heavy(&mut self) {
        if self.heavy.values.len() <= 2 * HEAVIEST && self.heavy.bytes <= MEMORY {
            return;
        }
        let mut all = self.heavy.drain();
        all.sort_unstable_by_key(|(_, value)| std::cmp::Reverse(value.count));
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

    /// Returns the number of texts of each length, by the values of the sample.
    pub(crate) fn lengths(&self) -> BTreeMap<u64, u64> {
        let mut lengths = BTreeMap::new();
        for value in self.sample.values.values().filter(|value| value.count > 0) {
            *lengths.entry(value.bytes).or_default() += value.count.unsigned_abs();
        }
        lengths
    }

    /// Returns `true` if every text is of a value that is listed, with its exact count.
    pub(crate) fn is_exact(&self) -> bool {
        self.threshold == u64::MAX
    }

    /// Returns the number of values that the sample may have.
    pub(crate) fn sampled(&self) -> usize {
        self.sampled
    }

    /// Returns the values of the sample by their hashes, then the most frequent others. The last number bounds the count
    /// of all values that are not among these.
    pub(crate) fn listed(&self) -> (Vec<Listed<'_>>, u64) {
        let mut sample: Vec<Listed> = self.sample.values.iter().map(Listed::exact).collect();
        sample.sort_unstable_by_key(|listed| listed.hash);
        let mut others = sample.split_off(self.sampled.min(sample.len()));
        others.extend(
            self.heavy
                .values
                .iter()
                .map(|(hash, value)| self.estimated(*hash, value)),
        );
        others.sort_unstable_by_key(|listed| (std::cmp::Reverse(listed.value.count), listed.hash));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::hash;

    fn values(count: u64, text: impl Fn(u64) -> String) -> Values {
        let mut values = Values::default();
        let mut random = 1_u64;
        for number in 0..count {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let text = text(number);
            let hash = hash(0, &text);
            if hash <= values.threshold {
                values.add(hash, &text, Texts::Sample);
            } else if (random >> 32).is_multiple_of(HEAVY_RATE) {
                values.add_heavy(hash, &text, Texts::Sample);
            }
        }
        values
    }

    #[test]
    fn few_values_are_exact() {
        let values = values(50_000, |number| (number % 4000).to_string());
        let (listed, unlisted) = values.listed();
        assert_eq!((listed.len(), unlisted), (4000, 0));
        assert!(
            listed
                .iter()
                .all(|of| of.least == of.most && (12..=13).contains(&of.most))
        );
    }

    #[test]
    fn of_many_values_the_heaviest_are_within_their_bounds() {
        // Every other text is one of 50.
        let text = |number: u64| match number % 2 {
            0 => format!("heavy {}", number / 2 % 50),
            _ => format!("light {number}"),
        };
        let count = 400_000;
        let values = values(count, text);
        assert!(values.sample.values.len() <= 2 * SAMPLED);
        let (listed, unlisted) = values.listed();
        let is_heavy = |value: &Value| {
            value
                .text
                .as_ref()
                .is_some_and(|text| text.starts_with("heavy"))
        };
        let heavy: Vec<_> = listed
            .iter()
            .filter(|listed| is_heavy(listed.value))
            .collect();
        assert_eq!(heavy.len(), 50);
        for listed in heavy {
            assert!(
                (listed.least..=listed.most).contains(&(count / 100)),
                "{listed:?}"
            );
        }
        assert!(unlisted > 0);
    }

    #[test]
    fn long_texts_take_bounded_memory() {
        let values = values(50_000, |number| format!("{number} {}", "x".repeat(1000)));
        assert!(values.sample.bytes <= MEMORY && values.heavy.bytes <= MEMORY);
        assert!(values.sampled.is_power_of_two() && values.sampled < SAMPLED);
        assert!((values.sampled..=values.sampled + HEAVIEST).contains(&values.listed().0.len()));
    }
}
