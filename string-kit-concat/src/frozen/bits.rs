//! Bits, one after the other in bytes, read at any place, and columns of numbers made of them.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a place in memory, or a number below 2048"
)]

use alloc::vec::Vec;
use core::hint::select_unpredictable;

use crate::ConcatError;

/// The number of bytes after those that hold bits.
pub(super) const PAD: usize = 16;

/// The most bits that always lie in eight bytes, the first of which has the first bit.
pub(super) const IN_EIGHT: u32 = 57;

/// Bits that do not change.
///
/// INVARIANT: `bytes` holds `len` bits, zeroes up to the end of their last eight bytes, and 16 bytes of
/// zeroes more, so that 16 bytes can be read at every place.
#[derive(Debug)]
pub(super) struct Bits {
    bytes: Vec<u8>,
    len: u64,
}

impl Bits {
    /// Returns the number of words of eight bytes that `len` bits take.
    pub(super) fn words_for(len: u64) -> u64 {
        len.div_ceil(64)
    }

    /// Takes bytes that hold `len` bits, and the [`PAD`] after them.
    pub(super) fn of_bytes(bytes: Vec<u8>, len: u64) -> Self {
        debug_assert_eq!(bytes.len() as u64, Self::words_for(len) * 8 + PAD as u64);
        Self { bytes, len }
    }

    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Returns the bytes that hold bits, a multiple of eight.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.bytes.len() - PAD]
    }

    /// Returns whether all beyond the last bit are zeroes.
    pub(super) fn ends_clean(&self) -> bool {
        self.word((self.len / 8) as usize & !7) >> (self.len % 64) == 0
    }

    pub(super) fn heap_size(&self) -> usize {
        self.bytes.capacity()
    }

    /// Returns the eight bytes from `byte` on.
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

    /// Returns the number of `width` bits at `at`; 1 to 64 bits.
    ///
    /// PERF: a number that eight bytes hold is read at once, wherever it begins.
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

    /// Returns the numbers of `width` bits at `at` and after it.
    #[inline]
    pub(super) fn get_two(&self, at: u64, width: u32) -> (u64, u64) {
        if width * 2 > IN_EIGHT {
            return (self.get(at, width), self.get(at + u64::from(width), width));
        }
        let both = self.word((at / 8) as usize) >> (at % 8);
        let mask = u64::MAX >> (64 - width);
        (both & mask, both >> width & mask)
    }

    /// Returns the number of ones from `start` to before `end`.
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

    /// Returns the place of the one that `rank` ones come before, counted from `start` on. There must be one.
    ///
    /// PERF: the half of 16 bytes that has it is chosen without a branch, which could not be predicted.
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

    /// Does the same for a one that may be far away.
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
        writer.words.try_reserve_exact(words)?;
        Ok(writer)
    }

    pub(super) fn len(&self) -> u64 {
        self.len
    }

    /// Adds `width` bits, 1 to 64: a number that has no more.
    pub(super) fn push(&mut self, number: u64, width: u32) -> Result<(), ConcatError> {
        let used = (self.len % 64) as u32;
        let mut rest = number;
        if used > 0
            && let Some(last) = self.words.last_mut()
        {
            *last |= number << used;
            rest = number >> (64 - used);
        }
        if used == 0 || used + width > 64 {
            self.words.try_reserve(1)?;
            self.words.push(rest);
        }
        self.len += u64::from(width);
        Ok(())
    }

    /// Adds `zeroes` zeroes, and then a one.
    pub(super) fn push_unary(&mut self, mut zeroes: u64) -> Result<(), ConcatError> {
        while zeroes >= 63 {
            self.push(0, 63)?;
            zeroes -= 63;
        }
        self.push(1 << zeroes, zeroes as u32 + 1)
    }

    /// Adds `zeroes` zeroes.
    pub(super) fn push_zeroes(&mut self, mut zeroes: u64) -> Result<(), ConcatError> {
        while zeroes > 0 {
            let some = zeroes.min(64);
            self.push(0, some as u32)?;
            zeroes -= some;
        }
        Ok(())
    }

    /// Copies the bits into no more memory than they need.
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

const EACH_BYTE: u64 = 0x0101_0101_0101_0101;

/// Returns a word whose byte `i` is the number of ones in the bytes up to `i`.
#[inline]
fn byte_sums(word: u64) -> u64 {
    let pairs = word - ((word >> 1) & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    bytes.wrapping_mul(EACH_BYTE)
}

/// Returns the place of the one in the word that `rank` ones come before; `sums` are its [`byte_sums`].
///
/// PERF: all eight sums are compared at once for the byte, and a table of 2 KiB has the bit: no loop, and no
/// instruction that some machines lack.
#[inline]
fn select_in_word(word: u64, sums: u64, rank: u32) -> u32 {
    let rank = u64::from(rank);
    // The high bit of a byte stays where its sum is `rank` at most: sums are 64 at most.
    let high = EACH_BYTE << 7;
    let before = (((rank * EACH_BYTE) | high) - sums) & high;
    let shift = ((before >> 7).wrapping_mul(EACH_BYTE) >> 56) * 8;
    let within = rank - ((sums << 8) >> shift & 0xff);
    let byte = (word >> shift) & 0xff;
    shift as u32 + u32::from(IN_BYTE[(within << 8 | byte) as usize])
}

/// The place of the one in a byte that `rank` ones come before, at `rank << 8 | byte`.
static IN_BYTE: [u8; 2048] = in_byte();

const fn in_byte() -> [u8; 2048] {
    let mut table = [0; 2048];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut rank) = (0_u8, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[rank << 8 | byte] = bit;
                rank += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
}

/// A column of numbers of the same width.
#[derive(Debug)]
pub(super) struct Packed {
    bits: Bits,
    width: u32,
}

impl Packed {
    /// Returns the number of bits of a number; at least one, so that every number takes room.
    pub(super) fn width(greatest: u64) -> u32 {
        (u64::BITS - greatest.leading_zeros()).max(1)
    }

    /// Packs `count` numbers, none above `greatest`. Allocates twice.
    pub(super) fn new(
        count: u64,
        greatest: u64,
        numbers: impl IntoIterator<Item = u64>,
    ) -> Result<Self, ConcatError> {
        let width = Self::width(greatest);
        let len = count.checked_mul(width.into()).ok_or(ConcatError::Alloc)?;
        let mut writer = BitWriter::with_capacity(len)?;
        for number in numbers {
            writer.push(number, width)?;
        }
        debug_assert_eq!(writer.len(), len);
        let bits = writer.finish()?;
        Ok(Self { bits, width })
    }

    /// Takes bits that hold numbers, none above `greatest`.
    pub(super) fn of_bits(bits: Bits, greatest: u64) -> Self {
        let width = Self::width(greatest);
        debug_assert_eq!(bits.len() % u64::from(width), 0);
        Self { bits, width }
    }

    #[inline]
    pub(super) fn get(&self, at: u64) -> u64 {
        self.bits.get(at * u64::from(self.width), self.width)
    }

    /// Returns the number at `at` and the one after it.
    #[inline]
    pub(super) fn get_two(&self, at: u64) -> (u64, u64) {
        self.bits.get_two(at * u64::from(self.width), self.width)
    }

    pub(super) fn bits(&self) -> &Bits {
        &self.bits
    }

    pub(super) fn heap_size(&self) -> usize {
        self.bits.heap_size()
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

    #[test]
    fn select_finds_the_bits_that_a_loop_finds() {
        let mut word = 0x9e37_79b9_7f4a_7c15_u64;
        for round in 0..2000_u32 {
            word = word.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1);
            let sparse = match round % 4 {
                0 => word,
                1 => word & word.rotate_left(17),
                2 => word & word.rotate_left(17) & word.rotate_left(40),
                _ => word | word.rotate_left(23) | word.rotate_left(31),
            };
            check_word(sparse);
        }
        for word in [1, 1 << 63, u64::MAX, 0xff00, 0x8000_0000_0000_0001] {
            check_word(word);
        }
    }

    /// The compiler made the table; this runs the function.
    #[test]
    fn the_table_is_what_the_function_makes() {
        assert_eq!(in_byte(), IN_BYTE);
    }

    #[track_caller]
    fn check_word(word: u64) {
        let ones = (0..64).filter(|bit| word >> bit & 1 == 1);
        for (rank, bit) in ones.enumerate() {
            assert_eq!(
                select_in_word(word, byte_sums(word), rank as u32),
                bit,
                "{word:x}"
            );
        }
    }

    #[test]
    fn a_column_holds_what_a_vec_holds() {
        for shift in [0, 1, 7, 24, 31, 32, 33, 40, 63] {
            let greatest = u64::MAX >> (63 - shift);
            for count in [0, 1, 2, 63, 64, 65, 1000] {
                let numbers: alloc::vec::Vec<u64> = (0..count)
                    .map(|i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) & greatest)
                    .collect();
                let column = Packed::new(count, greatest, numbers.iter().copied()).unwrap();
                for (at, &number) in (0..).zip(&numbers) {
                    assert_eq!(column.get(at), number);
                }
            }
        }
    }
}
