//! A digest of words: what tells the contents of one frozen arena from those of another.

/// The digest of the words so far.
///
/// Each step is a bijection of the state, for every word, and of the word, for every state: forms that
/// differ in one word never have the same digest. It is no defence against one who wants them to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Digest(u64);

impl Digest {
    pub(super) fn new() -> Self {
        Self(0x243f_6a88_85a3_08d3)
    }

    #[inline]
    fn word(&mut self, word: u64) {
        self.0 = (self.0 ^ word)
            .wrapping_mul(0x9e37_79b9_7f4a_7c15)
            .rotate_left(29);
    }

    /// Bytes in words of little end. The last word, if it is not whole, has zeroes at its end: nothing may
    /// come after it, and how many bytes there are must be in the digest.
    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for &word in words {
            self.word(u64::from_le_bytes(word));
        }
        if !rest.is_empty() {
            let mut last = [0; 8];
            last[..rest.len()].copy_from_slice(rest);
            self.word(u64::from_le_bytes(last));
        }
    }

    pub(super) fn finish(self) -> u64 {
        let mixed = (self.0 ^ self.0 >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        mixed ^ mixed >> 32
    }
}
