//! The blocks of tables that grow while texts are added, by the growth rules of their crates.

use super::Blocks;
use crate::profile::Lengths;

/// The control bytes that hashbrown reads at once: those of a vector register, or of a word.
const GROUP: u64 = if cfg!(target_feature = "sse2") { 16 } else { 8 };

/// The most values of a table: more than any memory has.
const MOST: u64 = 1 << 53;

/// Adds the block of a hash table of `count` values of `size` bytes (hashbrown 0.14 to 0.17, and std).
///
/// The buckets are a power of two, of which an eighth is free; each has a control byte, and the first group
/// of these is there twice.
pub(super) fn add_hash_table(blocks: &mut Blocks, count: u64, size: u64) {
    let buckets = match count {
        0 => return,
        1..4 => 4,
        4..8 => 8,
        // All but an eighth of 16 buckets.
        8..15 => 16,
        _ => (count.min(MOST) * 8 / 7).next_power_of_two(),
    };
    let control = buckets + GROUP;
    blocks.add((size * buckets).next_multiple_of(GROUP) + control, GROUP, 1);
}

/// Returns the capacity of a vector that had room for `first` values, then doubled until it had for `count`.
pub(super) fn doubled(first: u64, count: u64) -> u64 {
    let mut capacity = first;
    while capacity < count.min(MOST) {
        capacity *= 2;
    }
    capacity
}

/// The arena of lasso 0.7.3: a block of 4 KB, then blocks of twice the size. A text that does not fit into
/// the rest of the last block leaves that rest empty.
#[derive(Debug)]
pub(super) struct LassoArena {
    /// The size of the last block of twice the size.
    capacity: u64,
    free: u64,
    blocks: u64,
}

impl LassoArena {
    /// Adds the blocks of an arena to which texts of these lengths were added.
    pub(super) fn add_blocks(blocks: &mut Blocks, lengths: &Lengths) {
        const FIRST: u64 = 4096;
        /// The bytes of a block's entry in the list of blocks.
        const ENTRY: u64 = 24;

        blocks.add(FIRST, 1, 1);
        let mut arena = Self {
            capacity: FIRST,
            free: FIRST,
            blocks: 1,
        };
        for (bytes, count) in lengths.iter() {
            arena.push(blocks, bytes, count);
        }
        let entries = match arena.blocks {
            1 => 1,
            more => doubled(4, more),
        };
        blocks.add(ENTRY * entries, 8, 1);
    }

    /// Adds so many texts of a length.
    fn push(&mut self, blocks: &mut Blocks, bytes: u64, mut count: u64) {
        if bytes == 0 {
            return;
        }
        loop {
            let fitting = count.min(self.free / bytes);
            self.free -= fitting * bytes;
            count -= fitting;
            if count == 0 {
                return;
            }
            let next = self.capacity.saturating_mul(2);
            if bytes > next {
                // Each has a block of its own, and the last block stays the last.
                blocks.add(bytes, 1, count);
                self.blocks = self.blocks.saturating_add(count);
                return;
            }
            self.capacity = next;
            self.free = next;
            self.blocks += 1;
            blocks.add(self.capacity, 1, 1);
        }
    }
}

/// The table of ustr 1.1.0: 64 parts, to which texts go by their hash. Each has a hash table of pointers and
/// an arena, both large from the start.
#[derive(Debug)]
pub(super) struct UstrTable;

impl UstrTable {
    const PARTS: u64 = 64;

    /// Returns the hash tables, which the allocator gives, and the arenas, which the system gives, of a table
    /// with texts of these lengths.
    pub(super) fn blocks(lengths: &Lengths) -> Blocks {
        // A hash, a length, the text and a zero.
        let entries = lengths
            .iter()
            .map(|(bytes, count)| (bytes.saturating_add(24) & !7).saturating_mul(count));
        let mut left = entries.fold(0, u64::saturating_add) / Self::PARTS;
        let mut blocks = Blocks::default();
        // More than half full, it grows.
        let slots = doubled(1 << 14, lengths.count() / Self::PARTS * 2 + 1);
        blocks.add(8 * slots, 8, Self::PARTS);
        // Room for 16 arenas that were full.
        blocks.add(16 * 40, 8, Self::PARTS);
        let mut room = 1_u64 << 16;
        blocks.add(room, 8, Self::PARTS);
        while left > room {
            left -= room;
            room = room.saturating_mul(2);
            blocks.add(room, 8, Self::PARTS);
        }
        blocks
    }
}
