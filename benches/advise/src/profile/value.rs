//! A distinct value: its text, its hash and its count.

use std::hash::{BuildHasher, Hasher};

use compact_str::CompactString;
use foldhash::fast::FixedState;
use md5::{Digest, Md5};

/// The longest text that is kept, in bytes. Of a longer value the length and the hash are kept.
pub(crate) const LONGEST: usize = 1024;

/// One distinct value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    /// The first 16 hexadecimal digits of the text's MD5, as a number.
    pub(crate) hash: u64,
    /// The length in bytes.
    pub(crate) bytes: u64,
    /// The text, if it has at most [`LONGEST`] bytes.
    ///
    /// PERF: a boxed text took 90 ns more for a value that is met once, for its block.
    pub(crate) text: Option<CompactString>,
    /// The least and the greatest number of texts that can have this value: equal, if it is exact.
    pub(crate) count: (u64, u64),
}

impl Value {
    /// Returns all that distinguishes values, the hash first.
    pub(super) fn identity(&self) -> (u64, u64, Option<&str>) {
        (self.hash, self.bytes, self.text.as_deref())
    }

    /// Returns the key of the table: of the text if it is kept, else of its hash.
    pub(super) fn key(&self) -> u64 {
        match &self.text {
            Some(text) => key(text.as_bytes()),
            None => key(&self.hash.to_be_bytes()),
        }
    }
}

/// Returns the first 16 hexadecimal digits of the MD5 of a text, as a number: every SQL engine has it.
pub(super) fn hash(text: &str) -> u64 {
    let digest: [u8; 16] = Md5::digest(text).into();
    u64::from_be_bytes(*digest.first_chunk().expect("a digest has 16 bytes"))
}

/// Returns a hash for the table, which no output depends on.
pub(super) fn key(bytes: &[u8]) -> u64 {
    let mut hasher = FixedState::default().build_hasher();
    hasher.write(bytes);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_the_first_digits_of_md5() {
        assert_eq!(hash(""), 0xd41d_8cd9_8f00_b204);
        assert_eq!(hash("abc"), 0x9001_5098_3cd2_4fb0);
    }
}
