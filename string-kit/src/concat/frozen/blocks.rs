//! The concatenations of a frozen arena: a sorted list of pairs, in blocks of 128.
//!
//! A concatenation is a pair (max, min) of the symbols of its children and one bit for which of them is
//! the left one. The symbols are given in the order of the pairs, so the pairs are sorted, and a child's
//! symbol is less than its parent's.
//!
//! A block keeps its pairs by Elias and Fano. Its first max is `row`, that of the block after it `next`
//! (the last block's own last max), so a pair is the number
//!
//! ```text
//! key = (max - row) * stride + min,   stride = next + 1,   cells = (next - row + 1) * stride
//! ```
//!
//! below `cells`. Of each key the lowest `low` bits, `low = lg(cells) - 7` rounded down, are kept as
//! they are; of the rest, which never falls, how much it has grown is kept in unary:
//!
//! ```text
//! bits of a block | low of a key, side | 128 times | 0 for each step, 1 for each key | 256 to 384 bits
//!                   low + 1 bits
//! ```
//!
//! Beside the blocks lie two columns: `row` of each block and, after the last, its last max; and where
//! each block begins.
//!
//! PERF: 128 nodes are 25.1 bits each for 20 million random nodes, all included; blocks of 64 are 0.4
//! bits more and 256 are 0.2 bits less, but there select looks at twice the words.

use alloc::vec::Vec;

use super::bits::{BitWriter, Bits};
use super::packed::Packed;
use crate::concat::ConcatError;

/// How many concatenations a block has; the last may have fewer.
pub(super) const NODES: u64 = 128;

/// The most bits of a key that are kept as they are: with the side, they are read as one number.
const MOST_LOW: u32 = 62;

/// The blocks, and the columns beside.
#[derive(Debug)]
pub(super) struct Blocks {
    pub(super) count: u64,
    pub(super) rows: Packed,
    pub(super) places: Packed,
    pub(super) bits: Bits,
}

/// The children of a concatenation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) max: u64,
    pub(super) min: u64,
    /// Whether the greater one is the right child.
    pub(super) max_is_right: bool,
}

/// What the numbers of a block follow from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    row: u64,
    stride: u64,
    cells: u128,
    low: u32,
    count: u64,
}

impl Shape {
    /// `row` is `next` at most, and `next` below 2^63.
    #[inline]
    pub(super) fn new(row: u64, next: u64, count: u64) -> Self {
        let stride = next + 1;
        let cells = u128::from(next - row + 1) * u128::from(stride);
        let log = u128::BITS - 1 - cells.leading_zeros();
        let low = log.saturating_sub(NODES.ilog2()).min(MOST_LOW);
        Self {
            row,
            stride,
            cells,
            low,
            count,
        }
    }

    /// The bits of the keys' low parts and sides.
    #[inline]
    fn low_len(&self) -> u64 {
        self.count * u64::from(self.low + 1)
    }

    /// The bits of the keys' high parts.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "2^18 at most for ids of 40 bits"
    )]
    fn high_len(&self) -> u64 {
        self.count + ((self.cells - 1) >> self.low) as u64
    }

    /// How many ones a block at `place` has where its high parts are, and where it ends.
    pub(super) fn look(&self, bits: &Bits, place: u64) -> Option<(u64, u64)> {
        let high = place.checked_add(self.low_len())?;
        let end = high.checked_add(self.high_len())?;
        (end <= bits.len()).then(|| (bits.ones(high, end), end))
    }

    fn key(&self, pair: Pair) -> u128 {
        u128::from(pair.max - self.row) * u128::from(self.stride) + u128::from(pair.min)
    }

    /// The pair number `at` of the block that begins at `place`.
    #[inline]
    fn pair(&self, bits: &Bits, place: u64, at: u64) -> Pair {
        let field = bits.get(place + at * u64::from(self.low + 1), self.low + 1);
        let start = place + self.low_len();
        let high = bits.select(start, at) - start - at;
        let (rows, min) = if self.cells >> 64 == 0 {
            let key = high << self.low | field >> 1;
            (key / self.stride, key % self.stride)
        } else {
            self.divide(high, field >> 1)
        };
        Pair {
            max: self.row + rows,
            min,
            max_is_right: field & 1 == 1,
        }
    }

    /// Blocks that span more than 2^32 rows: there can be few.
    #[cold]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the rows, and less than one"
    )]
    fn divide(&self, high: u64, low: u64) -> (u64, u64) {
        let key = u128::from(high) << self.low | u128::from(low);
        let stride = u128::from(self.stride);
        ((key / stride) as u64, (key % stride) as u64)
    }

    #[expect(
        clippy::cast_possible_truncation,
        reason = "cut to the bits that are kept so"
    )]
    fn write(&self, pairs: &[Pair], bits: &mut BitWriter) -> Result<(), ConcatError> {
        let mask = (1 << self.low) - 1;
        for &pair in pairs {
            let low = self.key(pair) as u64 & mask;
            bits.push(low << 1 | u64::from(pair.max_is_right), self.low + 1)?;
        }
        let (start, mut steps) = (bits.len(), 0);
        for &pair in pairs {
            let high = (self.key(pair) >> self.low) as u64;
            bits.push_unary(high - steps)?;
            steps = high;
        }
        bits.push_zeroes(self.high_len() - (bits.len() - start))
    }
}

impl Blocks {
    /// How many blocks so many concatenations fill.
    pub(super) fn blocks_for(count: u64) -> u64 {
        count.div_ceil(NODES)
    }

    /// How many numbers there are in `rows` for so many blocks.
    pub(super) fn rows_for(blocks: u64) -> u64 {
        if blocks == 0 { 0 } else { blocks + 1 }
    }

    #[inline]
    pub(super) fn shape(&self, block: u64) -> Shape {
        let count = (self.count - block * NODES).min(NODES);
        Shape::new(self.rows.get(block), self.rows.get(block + 1), count)
    }

    /// The children of the concatenation `rank`.
    #[inline]
    pub(super) fn pair(&self, rank: u64) -> Pair {
        let block = rank / NODES;
        let place = self.places.get(block);
        self.shape(block).pair(&self.bits, place, rank % NODES)
    }

    pub(super) fn heap_size(&self) -> usize {
        self.rows.heap_size() + self.places.heap_size() + self.bits.heap_size()
    }
}

/// Pairs that come in their order.
#[derive(Debug, Default)]
pub(super) struct BlocksBuilder {
    count: u64,
    block: Vec<Pair>,
    rows: Vec<u64>,
    places: Vec<u64>,
    bits: BitWriter,
}

impl BlocksBuilder {
    pub(super) fn push(&mut self, pair: Pair) -> Result<(), ConcatError> {
        if self.block.len() as u64 == NODES {
            self.write(pair.max)?;
        }
        self.block.try_reserve(1)?;
        self.block.push(pair);
        self.count += 1;
        Ok(())
    }

    /// Writes the block, after which one with the max `next` comes.
    fn write(&mut self, next: u64) -> Result<(), ConcatError> {
        let Some(first) = self.block.first() else {
            return Ok(());
        };
        self.rows.try_reserve(2)?;
        self.places.try_reserve(1)?;
        self.rows.push(first.max);
        self.places.push(self.bits.len());
        let shape = Shape::new(first.max, next, self.block.len() as u64);
        shape.write(&self.block, &mut self.bits)?;
        self.block.clear();
        Ok(())
    }

    /// All that came; no symbol is above `greatest`.
    pub(super) fn finish(mut self, greatest: u64) -> Result<Blocks, ConcatError> {
        if let Some(&last) = self.block.last() {
            self.write(last.max)?;
            self.rows.push(last.max);
        }
        let bits = self.bits.finish()?;
        Ok(Blocks {
            count: self.count,
            rows: Packed::new(self.rows.len() as u64, greatest, self.rows)?,
            places: Packed::new(self.places.len() as u64, bits.len(), self.places)?,
            bits,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pairs: &[Pair]) {
        let mut builder = BlocksBuilder::default();
        for &pair in pairs {
            builder.push(pair).unwrap();
        }
        let greatest = pairs.last().map_or(0, |pair| pair.max);
        let blocks = builder.finish(greatest).unwrap();
        assert_eq!(blocks.count, pairs.len() as u64);
        for (rank, &pair) in (0..).zip(pairs) {
            assert_eq!(blocks.pair(rank), pair, "{rank} of {}", pairs.len());
        }
    }

    fn sorted(count: u64, rows: u64) -> Vec<Pair> {
        let mut state = count ^ rows;
        let mut random = |below: u64| {
            state = state
                .wrapping_mul(0xd134_2543_de82_ef95)
                .wrapping_add(0x9e37_79b9);
            u64::try_from(u128::from(state) * u128::from(below) >> 64).unwrap()
        };
        let mut pairs: Vec<Pair> = (0..count)
            .map(|_| {
                let max = random(rows);
                let min = random(max + 1);
                let max_is_right = random(2) == 1;
                Pair {
                    max,
                    min,
                    max_is_right,
                }
            })
            .collect();
        pairs.sort_by_key(|pair| (pair.max, pair.min));
        pairs
    }

    #[test]
    fn pairs_are_read_as_they_were_written() {
        for count in [0, 1, 2, 63, 64, 65, 127, 128, 129, 255, 256, 257, 1000] {
            for rows in [1, 2, 3, 10, 100, 128, 1000, 1 << 20, (1 << 20) - 1] {
                check(&sorted(count, rows));
            }
        }
    }

    #[test]
    fn pairs_of_the_widest_ids_are_read_as_they_were_written() {
        for rows in [1 << 31, 1 << 32, (1 << 32) + 1, 1 << 39, 1 << 40] {
            for count in [1, 2, 128, 129, 300] {
                check(&sorted(count, rows));
            }
        }
        let last = (1 << 40) - 1;
        let pair = |max, min| Pair {
            max,
            min,
            max_is_right: true,
        };
        check(&[pair(0, 0), pair(last, 0), pair(last, last)]);
    }
}
