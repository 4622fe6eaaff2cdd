//! A histogram of lengths, exact: how many texts have how many bytes.

use std::collections::BTreeMap;
use std::mem;

use serde::{Deserialize, Serialize};

/// The number of texts of each length in bytes. There are at most as many lengths as the square
/// root of twice the bytes of all texts: 45,000 in a gigabyte. Counts saturate.
///
/// An `hdrhistogram` would round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Lengths(BTreeMap<u64, u64>);

impl FromIterator<(u64, u64)> for Lengths {
    fn from_iter<I: IntoIterator<Item = (u64, u64)>>(texts: I) -> Self {
        let mut lengths = Self::default();
        for (bytes, count) in texts {
            lengths.add(bytes, count);
        }
        lengths
    }
}

impl Lengths {
    pub(crate) fn add(&mut self, bytes: u64, count: u64) {
        if count > 0 {
            add(self.0.entry(bytes).or_default(), count);
        }
    }

    pub(crate) fn merge(&mut self, lengths: &Self) {
        for (bytes, count) in lengths.iter() {
            self.add(bytes, count);
        }
    }

    /// Returns a histogram of this number of texts, with lengths in the same proportions.
    pub(crate) fn scaled(&self, texts: u64) -> Self {
        let total = u128::from(self.count().max(1));
        let (mut before, mut done) = (0_u128, 0);
        let scaled = self.iter().map(|(bytes, count)| {
            before += u128::from(count);
            let due = u64::try_from(before.min(total) * u128::from(texts) / total)
                .expect("it is at most the number of texts");
            (bytes, due - mem::replace(&mut done, due))
        });
        scaled.collect()
    }

    /// Returns each length with the number of its texts, the shortest first.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.0.iter().map(|(&bytes, &count)| (bytes, count))
    }

    pub(crate) fn count(&self) -> u64 {
        self.at_most(u64::MAX)
    }

    pub(crate) fn bytes(&self) -> u64 {
        let lengths = self.iter();
        let bytes = lengths.map(|(bytes, count)| bytes.saturating_mul(count));
        bytes.fold(0, u64::saturating_add)
    }

    /// Returns the number of texts of at most `bytes` bytes.
    pub(crate) fn at_most(&self, bytes: u64) -> u64 {
        let counts = self.0.range(..=bytes).map(|(_, count)| *count);
        counts.fold(0, u64::saturating_add)
    }

    /// Returns the least length that this share of the texts does not exceed: the median for 0.5,
    /// the longest for 1. Returns 0 if there are no texts.
    // A rank of more than 2^52 may be off by some.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub(crate) fn quantile(&self, share: f64) -> u64 {
        let count = self.count();
        let rank = ((share * count as f64).ceil() as u64).min(count);
        let mut below = 0_u64;
        let found = self.iter().find(|(_, count)| {
            below = below.saturating_add(*count);
            below >= rank
        });
        found.map_or(0, |(bytes, _)| bytes)
    }
}

/// Adds to a count, which stays at the greatest number.
pub(super) fn add(sum: &mut u64, count: u64) {
    *sum = sum.saturating_add(count);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantile_is_a_length_that_a_share_does_not_exceed() {
        let lengths = Lengths::from_iter([(10, 1), (2, 5), (5000, 4)]);
        for (share, expected) in [(0.0, 2), (0.5, 2), (0.51, 10), (0.61, 5000), (1.0, 5000)] {
            assert_eq!(lengths.quantile(share), expected);
        }
        assert_eq!(Lengths::default().quantile(0.5), 0);
    }
}
