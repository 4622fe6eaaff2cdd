//! The hash that chooses the sample of values.

use std::hash::{BuildHasher, DefaultHasher, Hasher, RandomState};
use std::process;
use std::time::SystemTime;

/// The hasher of a label that keeps no text, with random keys.
#[derive(Debug)]
pub(crate) struct Key(DefaultHasher);

impl Key {
    pub(crate) fn random() -> Self {
        let mut hasher = RandomState::new().build_hasher();
        // A fork copies the keys that `RandomState` gives next. The time is for children that get
        // the same number.
        let process = cfg!(unix).then(|| (process::id(), SystemTime::now()));
        // One word, so that the hash of a text writes whole words.
        hasher.write_u64(RandomState::new().hash_one(process));
        Self(hasher)
    }

    /// Returns the hash of a text without a key as one with this key, never 0.
    pub(crate) fn hash(&self, hash: u64) -> u64 {
        let mut hasher = self.0.clone();
        hasher.write_u64(hash);
        hasher.finish().max(1)
    }
}

/// Returns a hash of a text that anybody can compute, never 0. All 64 bits are uniform, as the
/// sample of distinct values requires.
#[inline]
#[must_use]
pub fn hash(text: &str) -> u64 {
    folded(text).max(1)
}

/// The constants are digits of pi.
///
/// PERF: multiplications of 128 bits whose halves are joined, 8 bytes at a time.
fn folded(text: &str) -> u64 {
    let mut state = (text.len() as u64).wrapping_mul(0x243F_6A88_85A3_08D3);
    let mut chunks = text.as_bytes().chunks_exact(8);
    for chunk in &mut chunks {
        let word = u64::from_le_bytes(chunk.try_into().expect("a chunk has 8 bytes"));
        state = fold(state ^ word, 0x1319_8A2E_0370_7345);
    }
    let mut last = [0; 8];
    let rest = chunks.remainder();
    last[..rest.len()].copy_from_slice(rest);
    state = fold(state ^ u64::from_le_bytes(last), 0xA409_3822_299F_31D1);
    fold(state, 0x082E_FA98_EC4E_6C89)
}

/// Multiplies, and joins the halves of the product.
#[allow(clippy::cast_possible_truncation)] // The halves are taken on purpose.
fn fold(left: u64, right: u64) -> u64 {
    let product = u128::from(left ^ 0x4528_21E6_38D0_1377) * u128::from(right);
    (product >> 64) as u64 ^ product as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_hashes_tell_the_number_of_texts() {
        for form in [
            |number: u32| number.to_string(),
            |number: u32| format!("a name with the number {number} in it"),
        ] {
            let mut hashes: Vec<u64> = (0..100_000).map(|number| hash(&form(number))).collect();
            hashes.sort_unstable();
            hashes.dedup();
            assert_eq!(hashes.len(), 100_000);
            // The 4,096th of n uniform hashes lies at 4,096 / n, with a standard error of 1.6 %.
            #[allow(clippy::cast_precision_loss)]
            let estimate = 4096.0 / (hashes[4095] as f64 / 2_f64.powi(64));
            assert!((estimate / 100_000.0 - 1.0).abs() < 0.06, "{estimate}");
        }
    }

    #[test]
    fn no_two_keys_give_the_same_hashes() {
        let keys = [Key::random(), Key::random()];
        assert_ne!(keys[0].hash(1), keys[1].hash(1));
        assert_eq!(keys[0].hash(1), keys[0].hash(1));
    }
}
