//! A column of numbers that all have the same few bits.

use super::bits::{BitWriter, Bits};
use crate::ConcatError;

/// Numbers of the same width.
#[derive(Debug)]
pub(super) struct Packed {
    bits: Bits,
    width: u32,
}

impl Packed {
    /// The bits of a number; one at least, so that no count of numbers takes no room.
    pub(super) fn width(greatest: u64) -> u32 {
        (u64::BITS - greatest.leading_zeros()).max(1)
    }

    /// The bits that so many numbers take, if they can be counted.
    pub(super) fn len_for(count: u64, greatest: u64) -> Option<u64> {
        count.checked_mul(u64::from(Self::width(greatest)))
    }

    /// These numbers, `count` of them and none above `greatest`. Allocates once.
    pub(super) fn new(
        count: u64,
        greatest: u64,
        numbers: impl IntoIterator<Item = u64>,
    ) -> Result<Self, ConcatError> {
        let width = Self::width(greatest);
        let len = Self::len_for(count, greatest).ok_or(ConcatError::Alloc)?;
        let mut writer = BitWriter::with_capacity(len)?;
        for number in numbers {
            writer.push(number, width)?;
        }
        debug_assert_eq!(writer.len(), len);
        let bits = writer.finish()?;
        Ok(Self { bits, width })
    }

    /// The numbers that these bits hold.
    pub(super) fn of_bits(bits: Bits, greatest: u64) -> Self {
        let width = Self::width(greatest);
        debug_assert_eq!(bits.len() % u64::from(width), 0);
        Self { bits, width }
    }

    #[inline]
    pub(super) fn get(&self, at: u64) -> u64 {
        self.bits.get(at * u64::from(self.width), self.width)
    }

    /// The number at `at` and the one after it.
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
