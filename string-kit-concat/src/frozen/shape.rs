//! One block of concatenations: how its bits are read and written.

use core::hint::select_unpredictable;

use super::bits::{BitWriter, Bits};
use super::blocks::{HALF, MID_BITS, MOST_LOW, NODES};
use super::packed::Packed;
use crate::ConcatError;

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
    count: u64,
    /// The bits of a max that are in a field.
    low: u32,
    /// The bits of a min.
    width: u32,
    /// The bits before the fields.
    high_len: u64,
}

impl Shape {
    /// `row` is `next` at most, and `next` below 2^40.
    #[inline]
    pub(super) fn new(row: u64, next: u64, count: u64) -> Self {
        let span = next - row;
        let low = ((span | NODES).ilog2() - NODES.ilog2()).min(MOST_LOW);
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

    /// Where a block at `place` ends, if it lies in the bits and has its ones.
    pub(super) fn check(&self, bits: &Bits, place: u64, mid: u64) -> Option<u64> {
        let fields = place.checked_add(self.high_len)?;
        let end = fields.checked_add(self.count * u64::from(self.field_len()))?;
        let fits = end <= bits.len()
            && bits.ones(place, fields) == self.count
            && mid <= self.high_len
            && (mid == 0 || self.count > HALF && bits.ones(place, place + mid) == HALF);
        fits.then_some(end)
    }

    /// The pair number `at` of the block that begins at `place`.
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

    /// Writes the pairs; how long the high parts are up to the middle, if that can be said.
    pub(super) fn write(&self, pairs: &[Pair], bits: &mut BitWriter) -> Result<u64, ConcatError> {
        let (start, mut mid, mut steps) = (bits.len(), 0, 0);
        for (at, pair) in (1..).zip(pairs) {
            let high = (pair.max - self.row) >> self.low;
            bits.push_unary(high - steps)?;
            steps = high;
            if at == HALF && self.count > HALF {
                mid = bits.len() - start;
            }
        }
        bits.push_zeroes(self.high_len - (bits.len() - start))?;
        for &pair in pairs {
            let low = (pair.max - self.row) & ((1 << self.low) - 1);
            let field = (low << self.width | pair.min) << 1 | u64::from(pair.max_is_right);
            bits.push(field, self.field_len())?;
        }
        Ok(if mid >> MID_BITS == 0 { mid } else { 0 })
    }
}
