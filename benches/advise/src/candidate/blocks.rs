//! Blocks of an allocator, counted by size.

use std::collections::BTreeMap;

use string_kit_measure::engine::Program;
use string_kit_measure::memory::size_class::by_rule;

/// The size from which on all blocks take as much.
const LONGEST: u64 = 1 << 62;

/// The number of blocks of each size and alignment, in bytes.
///
/// Counts and sums stop at the greatest number: a profile that was written by hand can have more
/// texts than any memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Blocks(BTreeMap<(u64, u64), u64>);

impl Blocks {
    /// Adds `count` blocks of this size; none if the size is 0.
    pub(crate) fn add(&mut self, bytes: u64, align: u64, count: u64) {
        if bytes > 0 && count > 0 {
            let blocks = self.0.entry((bytes, align)).or_default();
            *blocks = blocks.saturating_add(count);
        }
    }

    /// Adds other blocks, so many times.
    pub(crate) fn add_all(&mut self, blocks: &Self, times: u64) {
        for (&(bytes, align), &count) in &blocks.0 {
            self.add(bytes, align, count.saturating_mul(times));
        }
    }

    /// Returns the bytes that are requested of the allocator.
    pub(crate) fn asked(&self) -> u64 {
        self.sum(|bytes, _| bytes)
    }

    pub(crate) fn count(&self) -> u64 {
        self.sum(|_, _| 1)
    }

    /// Returns the bytes that an allocator takes for them, by its size classes.
    #[allow(clippy::cast_possible_truncation)] // A block is in memory.
    pub(crate) fn taken(&self, allocator: Program) -> u64 {
        self.sum(|bytes, align| {
            by_rule(allocator, bytes.min(LONGEST) as usize, align as usize) as u64
        })
    }

    fn sum(&self, of_block: impl Fn(u64, u64) -> u64) -> u64 {
        let sums = (self.0.iter())
            .map(|(&(bytes, align), &count)| of_block(bytes, align).saturating_mul(count));
        sums.fold(0, u64::saturating_add)
    }
}
