//! An estimate of the number of distinct keys that look-ups compared.

use std::array;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use crate::hash::hash;

/// The number of parts into which the hashes of keys fall.
const PARTS: usize = 1024;

/// For each part of the hashes of keys: the greatest number of leading zeros, plus 1; 0 if there
/// was none. A record has the estimate alone, so these hashes are not keyed.
#[derive(Debug)]
pub(crate) struct Keys([AtomicU8; PARTS]);

impl Keys {
    pub(crate) const fn new() -> Self {
        Self([const { AtomicU8::new(0) }; PARTS])
    }

    #[inline]
    pub(crate) fn add(&self, text: &str) {
        let hash = hash(None, text);
        #[allow(clippy::cast_possible_truncation)] // The remainder is small.
        let greatest = &self.0[(hash % PARTS as u64) as usize];
        #[allow(clippy::cast_possible_truncation)] // At most 64.
        let rank = hash.leading_zeros() as u8 + 1;
        if rank > greatest.load(Relaxed) {
            greatest.fetch_max(rank, Relaxed);
        }
    }

    /// Estimates the number of distinct keys of several threads.
    pub(crate) fn distinct<'a, I>(threads: impl Fn() -> I) -> u64
    where
        I: Iterator<Item = &'a Self>,
    {
        estimate(&array::from_fn(|part| {
            let ranks = threads().map(|keys| keys.0[part].load(Relaxed));
            ranks.max().unwrap_or(0)
        }))
    }
}

/// Estimates the number of distinct texts from the zeros in front of their hashes, within some 3 %:
/// the harmonic mean of `HyperLogLog` (Flajolet et al., 2007), and the share of parts without a
/// text where they are few.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss
)] // It is below 2^52.
fn estimate(ranks: &[u8; PARTS]) -> u64 {
    let parts = PARTS as f64;
    let sum: f64 = ranks.iter().map(|rank| 0.5_f64.powi((*rank).into())).sum();
    let mean = 0.7213 / (1.0 + 1.079 / parts) * parts * parts / sum;
    let empty: f64 = ranks
        .iter()
        .map(|rank| f64::from(u8::from(*rank == 0)))
        .sum();
    let estimate = if mean <= 2.5 * parts && empty > 0.0 {
        parts * (parts / empty).ln()
    } else {
        mean
    };
    estimate.round() as u64
}
