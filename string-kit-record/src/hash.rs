//! The hash that chooses the sample of values.

use std::hash::{BuildHasher, RandomState};
use std::process;
use std::time::SystemTime;

/// The key of the hashes of a label that keeps no text: 128 random bits.
#[derive(Debug)]
pub(crate) struct Key([u64; 2]);

impl Key {
    pub(crate) fn random() -> Self {
        let state = RandomState::new();
        // A fork copies the state. The time is for children that get the same number.
        let process = cfg!(unix).then(|| (process::id(), SystemTime::now()));
        Self([0, 1].map(|half: u64| state.hash_one((half, process))))
    }

    /// Returns the hash of a text without a key as one with this key, never 0.
    pub(crate) fn hash(&self, hash: u64) -> u64 {
        keyed(self, &hash.to_le_bytes()).max(1)
    }
}

/// Returns a hash of a text that anybody can compute, never 0. All 64 bits are uniform, as the
/// sample of distinct values requires.
#[inline]
#[must_use]
pub fn hash(text: &str) -> u64 {
    folded(text).max(1)
}

/// Returns SipHash-1-3 (Aumasson and Bernstein, 2012): who lacks the key cannot tell its values
/// from random numbers, nor find the key by texts and their hashes.
fn keyed(&Key([first, second]): &Key, text: &[u8]) -> u64 {
    let mut state = [
        first ^ 0x736F_6D65_7073_6575,
        second ^ 0x646F_7261_6E64_6F6D,
        first ^ 0x6C79_6765_6E65_7261,
        second ^ 0x7465_6462_7974_6573,
    ];
    let mut take = |word: u64| {
        state[3] ^= word;
        round(&mut state);
        state[0] ^= word;
    };
    let (words, rest) = text.as_chunks();
    for word in words {
        take(u64::from_le_bytes(*word));
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    // The last byte is the length's.
    take(u64::from_le_bytes(last) | (text.len() as u64) << 56);
    state[2] ^= 0xFF;
    (0..3).for_each(|_| round(&mut state));
    state.into_iter().fold(0, |all, word| all ^ word)
}

fn round([a, b, c, d]: &mut [u64; 4]) {
    *a = a.wrapping_add(*b);
    *b = b.rotate_left(13) ^ *a;
    *a = a.rotate_left(32);
    *c = c.wrapping_add(*d);
    *d = d.rotate_left(16) ^ *c;
    *a = a.wrapping_add(*d);
    *d = d.rotate_left(21) ^ *a;
    *c = c.wrapping_add(*b);
    *b = b.rotate_left(17) ^ *c;
    *c = c.rotate_left(32);
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
    use std::hash::{DefaultHasher, Hasher};

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
    fn the_keyed_hash_is_that_of_std_for_the_key_0() {
        for length in 0..40 {
            let text = "a text of 40 bytes, with an é in it: end".as_bytes();
            let mut hasher = DefaultHasher::new();
            hasher.write(&text[..length]);
            assert_eq!(keyed(&Key([0, 0]), &text[..length]), hasher.finish());
        }
        let keys = [Key::random(), Key::random()];
        assert_ne!(keys[0].hash(1), keys[1].hash(1));
    }

    /// Tries an attack's first step. If the hash depends only on the text and the key combined, an
    /// equal difference in both leaves it as it is, and guessed texts give candidates for the key.
    #[test]
    fn no_difference_of_keys_undoes_one_of_texts() {
        let (key, text) = ([3, 5], *b"guessed!");
        let expected = keyed(&Key(key), &text);
        for bit in 0..64 {
            let difference = 1_u64 << bit;
            let other = (u64::from_le_bytes(text) ^ difference).to_le_bytes();
            for [first, second] in [[0, difference], [difference, 0], [difference; 2], [0; 2]] {
                let key = Key([key[0] ^ first, key[1] ^ second]);
                assert_ne!(keyed(&key, &other), expected);
            }
        }
    }
}
