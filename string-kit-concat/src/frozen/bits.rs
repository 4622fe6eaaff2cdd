//! Bits, one after the other in bytes, read at any place.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a place in memory, or a number below 64"
)]

use alloc::vec::Vec;
use core::hint::select_unpredictable;

use super::select::{byte_sums, select_in_word};
use crate::ConcatError;

/// The bytes after those that hold bits.
pub(super) const PAD: usize = 16;

/// The most bits that lie in the eight bytes from the one on that has the first.
const IN_EIGHT: u32 = 57;

/// Bits that are complete.
///
/// INVARIANT: `bytes` holds `len` bits, zeroes up to the end of their last eight bytes, and 16 bytes of
/// zeroes more, so that 16 bytes can be read at every place.
#[derive(Debug)]
pub(super) struct Bits {
    bytes: Vec<u8>,
    len: u64,
}

impl Bits {
    /// How many words of eight bytes `len` bits take.
    pub(super) fn words_for(len: u64) -> u64 {
        len.div_ceil(64)
    }

    /// Bits of these bytes, and the [`PAD`] after them.
    pub(super) fn of_bytes(bytes: Vec<u8>, len: u64) -> Self {
        debug_assert_eq!(bytes.len() as u64, Self::words_for(len) * 8 + PAD as u64);
        Self { bytes, len }
    }

    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// The bytes that hold bits, a multiple of eight.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.bytes.len() - PAD]
    }

    /// Whether there is no bit beyond the last.
    pub(super) fn ends_clean(&self) -> bool {
        let used = self.len % 64;
        used == 0 || self.word((self.len / 8) as usize & !7) >> used == 0
    }

    pub(super) fn heap_size(&self) -> usize {
        self.bytes.capacity()
    }

    /// The eight bytes from `byte` on.
    #[inline]
    fn word(&self, byte: usize) -> u64 {
        let [word, _] = self.two_words(byte);
        word
    }

    #[inline]
    fn two_words(&self, byte: usize) -> [u64; 2] {
        let (words, _) = self.bytes[byte..byte + 16].as_chunks::<8>();
        [u64::from_le_bytes(words[0]), u64::from_le_bytes(words[1])]
    }

    /// The number of `width` bits at `at`; 1 to 64 bits.
    ///
    /// PERF: what eight bytes hold is read at once, wherever it begins.
    #[inline]
    pub(super) fn get(&self, at: u64, width: u32) -> u64 {
        let [low, high] = self.two_words((at / 8) as usize);
        let shift = (at % 8) as u32;
        let mut number = low >> shift;
        if width > IN_EIGHT {
            // Two shifts: one by 64 would be none.
            number |= high << 1 << (63 - shift);
        }
        number & (u64::MAX >> (64 - width))
    }

    /// The numbers of `width` bits at `at` and after it.
    #[inline]
    pub(super) fn get_two(&self, at: u64, width: u32) -> (u64, u64) {
        if width * 2 > IN_EIGHT {
            return (self.get(at, width), self.get(at + u64::from(width), width));
        }
        let both = self.word((at / 8) as usize) >> (at % 8);
        let mask = u64::MAX >> (64 - width);
        (both & mask, both >> width & mask)
    }

    /// How many ones there are from `start` to before `end`.
    pub(super) fn ones(&self, start: u64, end: u64) -> u64 {
        let mut ones = 0;
        let mut at = start;
        while at < end {
            let width = (end - at).min(64) as u32;
            ones += u64::from(self.get(at, width).count_ones());
            at += u64::from(width);
        }
        ones
    }

    /// Where the one is that `rank` ones lie before, from `start` on. There is one.
    ///
    /// The half of 16 bytes that has it is chosen without a jump: which it is cannot be foreseen.
    #[inline]
    pub(super) fn select(&self, start: u64, rank: u64) -> u64 {
        let byte = (start / 8) as usize;
        let [first, second] = self.two_words(byte);
        let first = first & (u64::MAX << (start % 8));
        let (first_sums, second_sums) = (byte_sums(first), byte_sums(second));
        let rank = rank as u32;
        let before = (first_sums >> 56) as u32;
        if rank >= before + (second_sums >> 56) as u32 {
            return self.select_far(start, rank);
        }
        let in_second = rank >= before;
        let word = select_unpredictable(in_second, second, first);
        let sums = select_unpredictable(in_second, second_sums, first_sums);
        let rank = select_unpredictable(in_second, rank.wrapping_sub(before), rank);
        let base = byte as u64 * 8 + u64::from(in_second) * 64;
        base + u64::from(select_in_word(word, sums, rank))
    }

    /// The same for a one that may be far away.
    #[inline(never)]
    fn select_far(&self, start: u64, mut rank: u32) -> u64 {
        let mut byte = (start / 8) as usize;
        let mut word = self.word(byte) & (u64::MAX << (start % 8));
        loop {
            let sums = byte_sums(word);
            let ones = (sums >> 56) as u32;
            if rank < ones {
                return byte as u64 * 8 + u64::from(select_in_word(word, sums, rank));
            }
            rank -= ones;
            byte += 8;
            word = self.word(byte);
        }
    }
}

/// Bits that are being written.
#[derive(Debug, Default)]
pub(super) struct BitWriter {
    words: Vec<u64>,
    len: u64,
}

impl BitWriter {
    pub(super) fn with_capacity(len: u64) -> Result<Self, ConcatError> {
        let words = usize::try_from(Bits::words_for(len)).map_err(|_| ConcatError::Alloc)?;
        let mut writer = Self::default();
        writer.words.try_reserve_exact(words.saturating_add(1))?;
        Ok(writer)
    }

    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Adds `width` bits, 1 to 64: a number that has no more.
    pub(super) fn push(&mut self, number: u64, width: u32) -> Result<(), ConcatError> {
        let used = (self.len % 64) as u32;
        self.words.try_reserve(1)?;
        match self.words.last_mut() {
            Some(last) if used > 0 => *last |= number << used,
            _ => self.words.push(number),
        }
        if used > 0 && used + width > 64 {
            self.words.push(number >> (64 - used));
        }
        self.len += u64::from(width);
        Ok(())
    }

    /// Adds so many zeroes, and then a one.
    pub(super) fn push_unary(&mut self, mut zeroes: u64) -> Result<(), ConcatError> {
        while zeroes >= 63 {
            self.push(0, 63)?;
            zeroes -= 63;
        }
        self.push(1 << zeroes, zeroes as u32 + 1)
    }

    /// Adds so many zeroes.
    pub(super) fn push_zeroes(&mut self, mut zeroes: u64) -> Result<(), ConcatError> {
        while zeroes > 0 {
            let some = zeroes.min(64);
            self.push(0, some as u32)?;
            zeroes -= some;
        }
        Ok(())
    }

    /// The bits, in no more memory than they need. Copies them.
    pub(super) fn finish(self) -> Result<Bits, ConcatError> {
        let mut bytes = Vec::new();
        let len = self.words.len().checked_mul(8).ok_or(ConcatError::Alloc)?;
        bytes.try_reserve_exact(len.checked_add(PAD).ok_or(ConcatError::Alloc)?)?;
        for word in &self.words {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        bytes.extend([0; PAD]);
        Ok(Bits::of_bytes(bytes, self.len))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn select_finds_ones_over_many_words_from_any_start() {
        let mut writer = BitWriter::default();
        let mut places = Vec::new();
        for zeroes in (0..300).chain([1000, 0, 0, 5]) {
            places.push(writer.len() + zeroes);
            writer.push_unary(zeroes).unwrap();
        }
        let bits = writer.finish().unwrap();
        for start in 0..places.len() {
            for rank in 0..places.len() - start {
                let found = bits.select(places[start], rank as u64);
                assert_eq!(found, places[start + rank]);
            }
        }
        assert_eq!(bits.ones(0, bits.len()), places.len() as u64);
        assert_eq!(bits.ones(1, bits.len()), places.len() as u64 - 1);
    }

    #[test]
    fn numbers_of_any_width_are_read_as_they_were_written() {
        for width in 1..=64 {
            let mask = u64::MAX >> (64 - width);
            let number = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) & mask;
            let mut writer = BitWriter::default();
            for i in 0..200 {
                writer.push(number(i), width).unwrap();
            }
            let bits = writer.finish().unwrap();
            assert!(bits.ends_clean());
            assert_eq!(bits.bytes().len() as u64, Bits::words_for(bits.len()) * 8);
            for i in 0..200 {
                assert_eq!(bits.get(i * u64::from(width), width), number(i));
            }
            for i in 0..199 {
                let two = bits.get_two(i * u64::from(width), width);
                assert_eq!(two, (number(i), number(i + 1)));
            }
        }
    }

    #[test]
    fn zeroes_take_their_room() {
        let mut writer = BitWriter::default();
        writer.push_zeroes(129).unwrap();
        writer.push(1, 1).unwrap();
        let bits = writer.finish().unwrap();
        assert_eq!((bits.len(), bits.select(0, 0)), (130, 129));
    }
}
