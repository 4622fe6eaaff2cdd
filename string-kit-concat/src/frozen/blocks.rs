//! The concatenations of a frozen arena: a sorted list of pairs, in blocks of 128.
//!
//! A concatenation is a pair (max, min) of the symbols of its children and one bit for which of them is
//! the left one. The symbols are given in the order of the pairs, so the pairs are sorted, and a child's
//! symbol is less than its parent's.
//!
//! The first max of a block is its `row`, that of the block after it its `next` (the last block's own last
//! max). Maxes are kept by Elias and Fano, mins as they are:
//!
//! ```text
//! high   | 0 for each step of (max - row) >> low, 1 for each max | 128 to 384 bits
//! fields | low bits of max - row | min                 | side    | 128 times
//!          low                     as wide as next has   1 bit
//! ```
//!
//! `low` is 0 where the maxes of the block span fewer than 256 rows, and grows with the span. Beside the
//! blocks lie two columns: `row` of each block and, after the last, its last max; and the place of each block
//! with 9 bits for the length of `high` up to the 64th one, 0 if the block has fewer.
//!
//! PERF: of 20 million random nodes each takes 26.6 bits: 2 of `high`, 24.1 of fields and 0.5 of columns.
//! Flattened leaf by leaf they are half as fast as an arena. Keys of max and min together, kept by Elias
//! and Fano, took 25.9 bits, but a division and more search made that a third.

use alloc::vec::Vec;
use core::hint::select_unpredictable;

use super::bits::{BitWriter, Bits, IN_EIGHT, Packed};
use crate::ConcatError;

/// The number of concatenations in a block; the last may have fewer.
pub(super) const NODES: u64 = 128;

/// The number of ones before the middle.
const HALF: u64 = NODES / 2;

/// The bits of a place that are its middle.
const MID_BITS: u32 = 9;

// The high parts have fewer than two zeroes for each of 128 ones.
const _: () = assert!(3 * NODES < 1 << MID_BITS);

// PERF: a field of the widest symbols, with the low bits of the widest span, is read at once.
const _: () = assert!(31 - NODES.ilog2() + 32 < IN_EIGHT);

/// Returns the greatest number in the column of places, for blocks of `bits` bits.
pub(super) fn greatest_place(bits: u64) -> u64 {
    bits << MID_BITS | ((1 << MID_BITS) - 1)
}

/// Returns the place of a block, and the length of its high parts up to the middle.
#[inline]
pub(super) fn split_place(place: u64) -> (u64, u64) {
    (place >> MID_BITS, place & ((1 << MID_BITS) - 1))
}

/// The blocks, and the columns beside them.
#[derive(Debug)]
pub(super) struct Blocks {
    pub(super) count: u64,
    pub(super) rows: Packed,
    pub(super) places: Packed,
    pub(super) bits: Bits,
}

impl Blocks {
    /// Returns the number of blocks of `count` concatenations.
    pub(super) fn blocks_for(count: u64) -> u64 {
        count.div_ceil(NODES)
    }

    /// Returns the number of `rows` of that many blocks.
    pub(super) fn rows_for(blocks: u64) -> u64 {
        if blocks == 0 { 0 } else { blocks + 1 }
    }

    #[inline]
    pub(super) fn shape(&self, block: u64) -> Shape {
        let count = (self.count - block * NODES).min(NODES);
        let (row, next) = self.rows.get_two(block);
        Shape::new(row, next, count)
    }

    /// Returns the children of the concatenation `rank`.
    #[inline]
    pub(super) fn pair(&self, rank: u64) -> Pair {
        let block = rank / NODES;
        let (place, mid) = split_place(self.places.get(block));
        self.shape(block).pair(&self.bits, place, mid, rank % NODES)
    }

    pub(super) fn heap_size(&self) -> usize {
        self.rows.heap_size() + self.places.heap_size() + self.bits.heap_size()
    }
}

/// Blocks that are written pair by pair, in order.
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

    /// Writes the block; `next` is the first max of the block after it.
    fn write(&mut self, next: u64) -> Result<(), ConcatError> {
        let Some(first) = self.block.first() else {
            return Ok(());
        };
        self.rows.try_reserve(2)?;
        self.places.try_reserve(1)?;
        self.rows.push(first.max);
        let place = self.bits.len();
        let shape = Shape::new(first.max, next, self.block.len() as u64);
        let mid = shape.write(&self.block, &mut self.bits)?;
        self.places.push(place << MID_BITS | mid);
        self.block.clear();
        Ok(())
    }

    /// Returns the blocks; no symbol is above `greatest`.
    pub(super) fn finish(mut self, greatest: u64) -> Result<Blocks, ConcatError> {
        if let Some(&last) = self.block.last() {
            self.write(last.max)?;
            self.rows.push(last.max);
        }
        let bits = self.bits.finish()?;
        Ok(Blocks {
            count: self.count,
            rows: Packed::new(self.rows.len() as u64, greatest, self.rows)?,
            places: Packed::new(
                self.places.len() as u64,
                greatest_place(bits.len()),
                self.places,
            )?,
            bits,
        })
    }
}

/// The symbols of the children of a concatenation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) max: u64,
    pub(super) min: u64,
    /// True if the greater one is the right child.
    pub(super) max_is_right: bool,
}

/// The layout of a block.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    row: u64,
    count: u64,
    /// The number of bits of a max that are in a field.
    low: u32,
    /// The number of bits of a min.
    width: u32,
    /// The number of bits before the fields.
    high_len: u64,
}

impl Shape {
    /// `row` is `next` at most, and `next` below 2^32.
    #[inline]
    pub(super) fn new(row: u64, next: u64, count: u64) -> Self {
        let span = next - row;
        let low = (span | NODES).ilog2() - NODES.ilog2();
        Self {
            row,
            count,
            low,
            width: Packed::width(next),
            high_len: count + (span >> low),
        }
    }

    #[inline]
    fn field_len(&self) -> u32 {
        self.low + self.width + 1
    }

    /// Returns the end of a block at `place`, if it lies in the bits and has its ones.
    pub(super) fn check(&self, bits: &Bits, place: u64, mid: u64) -> Option<u64> {
        let fields = place.checked_add(self.high_len)?;
        let end = fields.checked_add(self.count * u64::from(self.field_len()))?;
        let fits = end <= bits.len()
            && bits.ones(place, fields) == self.count
            && mid <= self.high_len
            && (mid == 0 || bits.ones(place, place + mid) == HALF);
        fits.then_some(end)
    }

    /// Returns pair number `at` of the block at `place`.
    #[inline]
    pub(super) fn pair(&self, bits: &Bits, place: u64, mid: u64, at: u64) -> Pair {
        let reach = if mid == 0 { NODES } else { HALF };
        let late = at >= reach;
        let skipped = select_unpredictable(late, mid, 0);
        let before = select_unpredictable(late, HALF, 0);
        let high = bits.select(place + skipped, at - before) - place - at;
        let field_len = self.field_len();
        let field = bits.get(place + self.high_len + at * u64::from(field_len), field_len);
        let steps = high << self.low | field >> (self.width + 1);
        Pair {
            max: self.row + steps,
            min: field >> 1 & (u64::MAX >> (64 - self.width)),
            max_is_right: field & 1 == 1,
        }
    }

    /// Writes the pairs. Returns the length of the high parts up to the middle, 0 if there is none.
    pub(super) fn write(&self, pairs: &[Pair], bits: &mut BitWriter) -> Result<u64, ConcatError> {
        let (start, mut mid, mut steps) = (bits.len(), 0, 0);
        for (at, pair) in (1..).zip(pairs) {
            let high = (pair.max - self.row) >> self.low;
            bits.push_unary(high - steps)?;
            steps = high;
            if at == HALF {
                mid = bits.len() - start;
            }
        }
        bits.push_zeroes(self.high_len - (bits.len() - start))?;
        for &pair in pairs {
            let low = (pair.max - self.row) & ((1 << self.low) - 1);
            let field = (low << self.width | pair.min) << 1 | u64::from(pair.max_is_right);
            bits.push(field, self.field_len())?;
        }
        Ok(mid)
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
        for block in 0..Blocks::blocks_for(blocks.count) {
            let (place, mid) = split_place(blocks.places.get(block));
            let ones = blocks.bits.ones(place, place + mid);
            let has_middle = blocks.count - block * NODES >= HALF;
            assert_eq!(ones, if has_middle { HALF } else { 0 });
        }
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
            u64::try_from((u128::from(state) * u128::from(below)) >> 64).unwrap()
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
        for rows in [1 << 31, (1 << 31) + 1, 1 << 32] {
            for count in [1, 2, 128, 129, 300] {
                check(&sorted(count, rows));
            }
        }
        let last = (1 << 32) - 1;
        let pair = |max, min| Pair {
            max,
            min,
            max_is_right: true,
        };
        check(&[pair(0, 0), pair(last, 0), pair(last, last)]);
    }
}
