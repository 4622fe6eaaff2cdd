//! A histogram of lengths, exact: how many texts have how many bytes.

use std::collections::BTreeMap;

/// The number of texts of each length in bytes.
///
/// Distinct lengths are at most some root of twice the bytes of all texts, so that the histogram of a
/// gigabyte has 45,000 entries at most.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lengths(BTreeMap<u64, u64>);

impl Lengths {
    /// Counts `count` texts of `bytes` bytes.
    pub(crate) fn add(&mut self, bytes: u64, count: u64) {
        if count > 0 {
            *self.0.entry(bytes).or_default() += count;
        }
    }

    /// Adds the counts of another histogram.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (bytes, count) in other.iter() {
            self.add(bytes, count);
        }
    }

    /// Returns each length with the number of its texts, the shortest first.
    pub(crate) fn iter(&self) -> impl DoubleEndedIterator<Item = (u64, u64)> + '_ {
        self.0.iter().map(|(&bytes, &count)| (bytes, count))
    }

    /// Returns the number of texts.
    pub(crate) fn count(&self) -> u64 {
        self.iter().map(|(_, count)| count).sum()
    }

    /// Returns the bytes of all texts.
    pub(crate) fn bytes(&self) -> u64 {
        self.iter().map(|(bytes, count)| bytes * count).sum()
    }
}
