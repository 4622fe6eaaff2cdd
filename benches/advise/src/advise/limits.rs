//! The lengths at which types stop being inline.

use std::collections::BTreeMap;

use crate::candidate::{Candidate, Kind};
use crate::profile::Lengths;

/// The types of each inline limit, in bytes.
pub(super) struct Limits(BTreeMap<u64, Vec<String>>);

impl Limits {
    pub(super) fn of(candidates: &[Candidate]) -> Self {
        let mut limits = BTreeMap::<u64, Vec<String>>::new();
        for one in candidates {
            if matches!(one.kind, Kind::Owned(_)) && one.inline > 0 {
                let names = limits.entry(one.inline as u64).or_default();
                names.push(one.name.clone());
            }
        }
        Self(limits)
    }

    /// Returns the types that are inline up to this length, and not beyond it.
    pub(super) fn types(&self, bytes: u64) -> String {
        let names = self.0.get(&bytes).map(|names| names.join(", "));
        names.unwrap_or_default()
    }

    /// Returns the number of texts up to each of some lengths, and above the one before: of 0, the limits, then powers of
    /// two.
    pub(super) fn counts(&self, lengths: &Lengths) -> Vec<(u64, u64)> {
        let longest = lengths.quantile(1.0);
        let last = self.0.keys().last().copied().unwrap_or_default();
        let powers = (0..u64::BITS).map(|power| 1 << power);
        let ends = [0].into_iter().chain(self.0.keys().copied());
        let ends = ends.chain(powers.filter(|end| *end > last).chain([u64::MAX]));
        let mut counts = Vec::new();
        let mut below = 0;
        for end in ends {
            let before = below;
            below = lengths.at_most(end);
            counts.push((end, below - before));
            if end >= longest {
                break;
            }
        }
        counts
    }
}
