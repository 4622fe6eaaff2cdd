//! Blocks of an allocator, counted by size.

use std::collections::BTreeMap;

use crate::engine::Program;
use crate::memory::size_class::by_rule;

/// The number of blocks of each size and alignment, in bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Blocks(BTreeMap<(u64, u64), u64>);

impl Blocks {
    /// Adds `count` blocks of this size; none if the size is 0.
    pub(crate) fn add(&mut self, bytes: u64, align: u64, count: u64) {
        if bytes > 0 && count > 0 {
            *self.0.entry((bytes, align)).or_default() += count;
        }
    }

    /// Adds the blocks of others.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (&(bytes, align), &count) in &other.0 {
            self.add(bytes, align, count);
        }
    }

    /// Adds the block of a vector of exact capacity.
    pub(crate) fn add_vec<T>(&mut self, count: u64) {
        self.add(size_of::<T>() as u64 * count, align_of::<T>() as u64, 1);
    }

    /// Returns the bytes that are asked of the allocator.
    pub(crate) fn asked(&self) -> u64 {
        self.0.iter().map(|((bytes, _), count)| bytes * count).sum()
    }

    /// Returns the number of blocks.
    pub(crate) fn count(&self) -> u64 {
        self.0.values().sum()
    }

    /// Returns the bytes that an allocator takes for them, by its size classes.
    #[allow(clippy::cast_possible_truncation)] // A block is in memory.
    pub(crate) fn taken(&self, allocator: Program) -> u64 {
        let taken = |(&(bytes, align), count): (&(u64, u64), &u64)| {
            by_rule(allocator, bytes as usize, align as usize) as u64 * count
        };
        self.0.iter().map(taken).sum()
    }
}
