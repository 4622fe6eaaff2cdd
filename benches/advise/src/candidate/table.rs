//! The blocks of tables that grow while texts are added, by the growth rules of their crates.

use std::array;

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

/// The order in which texts come to a table decides where its blocks end. A profile does not know it: each
/// length is spread over so many rounds.
const ROUNDS: u64 = 64;

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
        for round in 0..ROUNDS {
            for (place, (bytes, count)) in (0..).zip(lengths.iter()) {
                // So that texts whose length is rare do not come together.
                let first = place * 37 % ROUNDS;
                let until = |round| {
                    (u128::from(count) * u128::from(round) + u128::from(first)) / u128::from(ROUNDS)
                };
                #[allow(clippy::cast_possible_truncation)] // They are not more than `count`.
                arena.push(blocks, bytes, (until(round + 1) - until(round)) as u64);
            }
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
    const PARTS: usize = 64;

    /// Returns the hash tables, which the allocator gives, and the arenas, which the system gives, of a table
    /// with texts of these lengths.
    #[allow(clippy::cast_precision_loss)] // Estimates need no more.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub(super) fn blocks(lengths: &Lengths) -> (Blocks, Blocks) {
        let mut tables = Blocks::default();
        let mut arenas = Blocks::default();
        // A hash, a length, the text and a zero.
        let entries = lengths.iter().map(|(bytes, count)| {
            let entry = (bytes + 17).next_multiple_of(8) as f64;
            (entry, count as f64)
        });
        let mut sums = [0.0; 3];
        for (entry, count) in entries {
            sums[0] += count;
            sums[1] += count * entry;
            sums[2] += count * entry * entry;
        }
        let [count, bytes, squares] = sums.map(|sum| sum / Self::PARTS as f64);
        for chance in Self::chances() {
            let spread = |mean: f64, squares: f64| (mean + chance * squares.sqrt()).max(0.0) as u64;
            // More than half full, it grows.
            let slots = doubled(
                1 << 14,
                spread(count, count).saturating_mul(2).saturating_add(1),
            );
            tables.add(8 * slots, 8, 1);
            // Room for 16 arenas that were full.
            tables.add(16 * 40, 8, 1);
            let mut room = 1 << 16;
            let mut left = spread(bytes, squares);
            arenas.add(room, 8, 1);
            while left > room {
                left -= room;
                room = room.saturating_mul(2);
                arenas.add(room, 8, 1);
            }
        }
        (tables, arenas)
    }

    /// Returns numbers with the distribution of a part's share: nearly normal, and the same in each run.
    fn chances() -> [f64; Self::PARTS] {
        let mut random = fastrand::Rng::with_seed(1);
        array::from_fn(|_| (0..12).map(|_| random.f64()).sum::<f64>() - 6.0)
    }
}
