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

/// Adds the arena of lasso 0.7.3 with texts of these lengths: a block of 4 KB, then blocks of twice the size. A text
/// that does not fit into the rest of the last block leaves that rest empty.
pub(super) fn add_lasso_arena(blocks: &mut Blocks, lengths: &Lengths) {
    const FIRST: u64 = 4096;
    /// The bytes of a block's entry in the list of blocks.
    const ENTRY: u64 = 24;

    blocks.add(FIRST, 1, 1);
    let (mut capacity, mut free, mut entries) = (FIRST, FIRST, 1_u64);
    for (bytes, mut count) in lengths.iter().filter(|(bytes, _)| *bytes > 0) {
        loop {
            let fitting = count.min(free / bytes);
            free -= fitting * bytes;
            count -= fitting;
            if count == 0 {
                break;
            }
            let next = capacity.saturating_mul(2);
            if bytes > next {
                // Each has a block of its own, and the last block stays the last.
                blocks.add(bytes, 1, count);
                entries = entries.saturating_add(count);
                break;
            }
            (capacity, free) = (next, next);
            entries += 1;
            blocks.add(capacity, 1, 1);
        }
    }
    let entries = if entries == 1 { 1 } else { doubled(4, entries) };
    blocks.add(ENTRY * entries, 8, 1);
}

/// Adds the table of ustr 1.1.0 with texts of these lengths, as the first texts of a process fill it: all texts of a
/// process share it, and it is never freed. It has 64 parts, to which texts go by their hash. Each has a hash table of
/// pointers, which the allocator gives, and an arena, which the system gives, both large from the start.
pub(super) fn add_ustr_table(blocks: &mut Blocks, lengths: &Lengths) {
    const PARTS: u64 = 64;

    // A hash, a length, the text and a zero.
    let entry = |(bytes, count): (u64, u64)| (bytes.saturating_add(24) & !7).saturating_mul(count);
    let entries = lengths.iter().map(entry);
    let mut left = entries.fold(0, u64::saturating_add) / PARTS;
    // More than half full, it grows.
    let slots = doubled(1 << 14, lengths.count() / PARTS * 2 + 1);
    blocks.add(8 * slots, 8, PARTS);
    // Room for 16 arenas that were full.
    blocks.add(16 * 40, 8, PARTS);
    let mut room = 1_u64 << 16;
    blocks.add(room, 8, PARTS);
    while left > room {
        left -= room;
        room = room.saturating_mul(2);
        blocks.add(room, 8, PARTS);
    }
}
