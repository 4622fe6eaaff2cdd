//! Where the ones of a word are.

#![expect(clippy::cast_possible_truncation, reason = "numbers below 2048")]

const EACH_BYTE: u64 = 0x0101_0101_0101_0101;

/// Byte `i` of the result: how many ones the bytes up to `i` have.
#[inline]
pub(super) fn byte_sums(word: u64) -> u64 {
    let pairs = word - ((word >> 1) & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    bytes.wrapping_mul(EACH_BYTE)
}

/// Where the one of the word is that `rank` ones lie before; `sums` are its [`byte_sums`].
///
/// The byte is found by comparing all eight sums at once, the bit in a table of 2 KiB: with no loop, and no
/// instruction beyond those of every machine.
#[inline]
pub(super) fn select_in_word(word: u64, sums: u64, rank: u32) -> u32 {
    let rank = u64::from(rank);
    // The high bit of a byte stays where its sum is `rank` at most: sums are 64 at most.
    let high = EACH_BYTE << 7;
    let before = (((rank * EACH_BYTE) | high) - sums) & high;
    let shift = ((before >> 7).wrapping_mul(EACH_BYTE) >> 56) * 8;
    let within = rank - ((sums << 8) >> shift & 0xff);
    let byte = (word >> shift) & 0xff;
    shift as u32 + u32::from(IN_BYTE[(within << 8 | byte) as usize])
}

/// At `rank << 8 | byte`: where the one of the byte is that `rank` ones lie before.
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

#[cfg(test)]
mod tests {
    use super::*;

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

    /// It was made by the compiler; what runs is the same.
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
}
