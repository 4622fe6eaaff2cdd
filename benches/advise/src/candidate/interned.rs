//! Tables that keep each text once; a value is a handle.
//!
//! Their memory follows from the growth rules of their crates, and from the number of distinct
//! texts of each length.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ::internity::{LocalLexicon, Sym};
use ::lasso::{Rodeo, Spur};
use ::string_interner::{DefaultStringInterner, DefaultSymbol};
use string_kit::{CapturedStr, Pool, SharedStr};
use string_kit_measure::run::cores;
use string_kit_types::rivals::{
    arc_intern, arc_str_set, internity, lasso, pool, string_interner, ustr,
};
use string_kit_types::{Facts, Kept};

use super::counted::kept;
use super::owned::{add_values, heap_size};
use super::{Blocks, Candidate, Kind};
use crate::profile::{Field, Lengths};
use crate::scenario::{ArcInterns, Store, UstrTable, alone, together};

/// The control bytes that hashbrown reads at once: those of a vector register, or of a word.
const GROUP: u64 = if cfg!(target_feature = "sse2") { 16 } else { 8 };
/// The most values of a table: more than any memory has.
const MOST: u64 = 1 << 53;

pub(super) fn candidates() -> Vec<Candidate> {
    vec![
        table::<HashSet<Arc<str>>>(arc_str_set::This::FACTS, |distinct, blocks| {
            add_set::<Arc<str>>("arc_str", distinct, blocks);
        }),
        table::<Pool>(pool::This::FACTS, add_pool),
        Candidate {
            kept: |texts| kept_once::<ArcInterns>(&IS_FILLED[0], texts),
            measured: together::<ArcInterns, false>,
            ..table::<ArcInterns>(arc_intern::This::FACTS, add_arc_intern)
        },
        table::<LocalLexicon>(internity::This::FACTS, add_internity),
        table::<Rodeo>(lasso::This::FACTS, add_lasso),
        table::<DefaultStringInterner>(string_interner::This::FACTS, add_string_interner),
        Candidate {
            // The system gives the texts' memory without the allocator.
            kept: |texts| {
                let asked = kept_once::<UstrTable>(&IS_FILLED[1], texts);
                asked.map(|asked| asked + ::ustr::total_capacity() as u64)
            },
            measured: together::<UstrTable, false>,
            ..table::<UstrTable>(ustr::This::FACTS, add_ustr)
        },
    ]
}

/// Returns a table. Threads cannot fill it together.
fn table<H: Store + 'static>(facts: Facts, add_blocks: fn(&Lengths, &mut Blocks)) -> Candidate {
    Candidate {
        name: facts.name.to_owned(),
        facts,
        kind: Kind::Interned(add_blocks),
        size: size_of::<H::Text>(),
        align: align_of::<H::Text>(),
        is_large_in_option: size_of::<Option<H::Text>>() > size_of::<Option<String>>(),
        kept: kept::<H>,
        measured: alone::<H, false>,
    }
}

/// True if the table of the process that internment has was filled, and that of ustr.
static IS_FILLED: [AtomicBool; 2] = [const { AtomicBool::new(false) }; 2];

/// Returns the requested bytes of a table of the process, which can be counted once.
fn kept_once<H: Store>(is_filled: &AtomicBool, texts: &[&str]) -> Option<u64> {
    if is_filled.swap(true, Ordering::Relaxed) {
        return None;
    }
    kept::<H>(texts)
}

/// Adds the hash table of a std set, and the blocks of its strings.
fn add_set<S: CapturedStr>(id: &str, distinct: &Lengths, blocks: &mut Blocks) {
    add_hash_table(distinct.count(), size_of::<S>(), blocks);
    add_values(id, heap_size::<S>, distinct, blocks);
}

/// Adds the table of a pool, which has no text that a handle keeps in place, and its texts.
fn add_pool(distinct: &Lengths, blocks: &mut Blocks) {
    let inline = SharedStr::PROFILE.inline_capacity as u64;
    let is_long = |(bytes, _): &(u64, u64)| *bytes > inline;
    let long: Lengths = distinct.iter().filter(is_long).collect();
    add_set::<SharedStr>("shared_str", &long, blocks);
}

/// Adds the table of internment 0.8.6, as the first texts of a process fill it: all texts of a
/// process share it.
///
/// It has four parts for each core, to which texts go by their hash. A part with texts has a hash
/// table. A text has a block of its own, with a count.
fn add_arc_intern(distinct: &Lengths, blocks: &mut Blocks) {
    /// The bytes of a part beside its hash table, and of the seeds of all hashes.
    const PART: u64 = 72;
    const SEEDS: u64 = 88;

    let parts = (4 * cores()).next_power_of_two() as u64;
    blocks.add(PART * parts, 8, 1);
    blocks.add(SEEDS, 8, 1);
    for texts in texts_of_parts(distinct.count(), parts).filter(|texts| *texts > 0) {
        add_hash_table(texts, size_of::<Box<str>>(), blocks);
    }
    for (bytes, count) in distinct.iter() {
        let block = bytes.saturating_add(size_of::<usize>() as u64);
        blocks.add(block.next_multiple_of(8), 8, count);
    }
}

/// Returns the texts of each part, the fewest first: quantiles of a Poisson distribution. A hash
/// table doubles at once, so the mean of all parts would give all of them one size.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // It is rounded.
fn texts_of_parts(texts: u64, parts: u64) -> impl Iterator<Item = u64> {
    /// The mean from which on parts differ by less than a tenth.
    const ALIKE: f64 = 500.0;

    let mean = texts as f64 / parts as f64;
    let (mut count, mut share) = (0, (-mean).exp());
    let mut below = share;
    (0..parts).map(move |part| {
        if mean >= ALIKE {
            return mean.round() as u64;
        }
        while below < (part as f64 + 0.5) / parts as f64 {
            count += 1;
            share *= mean / count as f64;
            below += share;
        }
        count
    })
}

/// Adds the table of internity 0.3.0 with no room to spare: all texts, the end of each, and a hash
/// table.
fn add_internity(distinct: &Lengths, blocks: &mut Blocks) {
    let count = distinct.count();
    blocks.add(distinct.bytes(), 1, 1);
    let end = size_of::<u32>() as u64;
    blocks.add(end.saturating_mul(count.saturating_add(1)), 4, 1);
    add_hash_table(count, size_of::<Sym>(), blocks);
}

/// Adds the table of lasso 0.7.3, with room for 50 texts at first: the place of each text, a hash
/// table, and an arena.
///
/// The arena is a block of 4 KB, then blocks of twice the size. A text that does not fit into the
/// rest of the last block leaves that rest empty.
fn add_lasso(distinct: &Lengths, blocks: &mut Blocks) {
    const TEXTS: u64 = 50;
    /// The bytes of a block's entry in the list of blocks.
    const ENTRY: u64 = 24;

    let places = doubled(TEXTS, distinct.count());
    blocks.add((size_of::<&str>() as u64).saturating_mul(places), 8, 1);
    add_hash_table(distinct.count().max(TEXTS), size_of::<Spur>(), blocks);
    let (mut capacity, mut free, mut entries) = (4096_u64, 4096, 1_u64);
    blocks.add(capacity, 1, 1);
    for (bytes, mut count) in distinct.iter().filter(|(bytes, _)| *bytes > 0) {
        loop {
            let fitting = count.min(free / bytes);
            free -= fitting * bytes;
            count -= fitting;
            let next = capacity.saturating_mul(2);
            if count == 0 || bytes > next {
                // Each of the others has a block of its own, and the last block stays the last.
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

/// Adds the table of string-interner 0.20.0, after `shrink_to_fit`: all texts, the end of each, and
/// a hash table, which stays as large as it was.
fn add_string_interner(distinct: &Lengths, blocks: &mut Blocks) {
    let count = distinct.count();
    blocks.add(distinct.bytes(), 1, 1);
    blocks.add((size_of::<usize>() as u64).saturating_mul(count), 8, 1);
    add_hash_table(count, size_of::<DefaultSymbol>(), blocks);
}

/// Adds the table of ustr 1.1.0, as the first texts of a process fill it: all texts of a process
/// share it, and it is never freed.
///
/// It has 64 parts, to which texts go by their hash. Each has a hash table of pointers, which the
/// allocator gives, and an arena, which the system gives, both large from the start.
fn add_ustr(distinct: &Lengths, blocks: &mut Blocks) {
    const PARTS: u64 = 64;

    // More than half full, it grows.
    let slots = doubled(1 << 14, distinct.count() / PARTS * 2 + 1);
    blocks.add(8 * slots, 8, PARTS);
    // Room for 16 arenas that were full.
    blocks.add(16 * 40, 8, PARTS);
    // A hash, a length, the text and a zero.
    let entry = |(bytes, count): (u64, u64)| (bytes.saturating_add(24) & !7).saturating_mul(count);
    let mut left = distinct.iter().map(entry).fold(0, u64::saturating_add) / PARTS;
    let mut room = 1_u64 << 16;
    blocks.add(room, 8, PARTS);
    while left > room {
        left -= room;
        room = room.saturating_mul(2);
        blocks.add(room, 8, PARTS);
    }
}

/// Adds the block of a hash table of `count` values of `size` bytes (hashbrown 0.14 to 0.17, and
/// std).
///
/// The buckets are a power of two, of which an eighth is free; each has a control byte, and the
/// first group of these is there twice.
fn add_hash_table(count: u64, size: usize, blocks: &mut Blocks) {
    let buckets = match count {
        0 => return,
        1..4 => 4,
        4..8 => 8,
        // All but an eighth of 16 buckets.
        8..15 => 16,
        _ => (count.min(MOST) * 8 / 7).next_power_of_two(),
    };
    let values = (size as u64 * buckets).next_multiple_of(GROUP);
    blocks.add(values + buckets + GROUP, GROUP, 1);
}

/// Returns the capacity of a vector that had room for `first` values, then doubled until it had for
/// `count`.
fn doubled(first: u64, count: u64) -> u64 {
    let mut capacity = first;
    while capacity < count.min(MOST) {
        capacity *= 2;
    }
    capacity
}

/// Returns the number of distinct texts of each length: exact if all of them are known, else
/// estimated.
pub(crate) fn distinct(field: &Field) -> Lengths {
    let sample = field.values.sample().into_iter();
    let sampled = sample.map(|value| (value.bytes, 1)).collect();
    let distinct = field.distinct();
    if distinct.error == 0.0 {
        return sampled;
    }
    scaled(&sampled, distinct.estimate, &field.lengths)
}

/// Estimates the number of distinct texts of each length from a sample of them, of `distinct` in
/// all, and from the lengths of all texts.
///
/// The sample gives the number of distinct texts of each band of lengths, from a power of two to
/// the next. There are no more of them than texts, and each length has one at least: a long text
/// that the sample lacks, or has by chance, counts once.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn scaled(sampled: &Lengths, distinct: f64, all: &Lengths) -> Lengths {
    let band = |bytes: u64| match bytes {
        // Types keep some of these inline.
        ..=64 => bytes,
        _ => bytes.next_power_of_two(),
    };
    let counts = |lengths: &Lengths| -> BTreeMap<u64, u64> {
        let bands = lengths.iter().map(|(bytes, count)| (band(bytes), count));
        bands.collect::<Lengths>().iter().collect()
    };
    let (sampled_of, all_of) = (counts(sampled), counts(all));
    let scale = distinct / sampled.count() as f64;
    let result = all.iter().map(|(bytes, texts)| {
        let of_band = sampled_of.get(&band(bytes)).copied().unwrap_or_default() as f64 * scale;
        let share = of_band / all_of[&band(bytes)] as f64;
        let estimate = (texts as f64 * share).round() as u64;
        (bytes, estimate.clamp(1, texts))
    });
    result.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_a_table_have_more_and_fewer_texts_than_the_mean() {
        let parts = |texts| texts_of_parts(texts, 16).collect::<Vec<u64>>();
        // Tables of 28 texts have no room for another.
        let grown = parts(16 * 28).into_iter().filter(|texts| *texts > 28);
        assert_eq!(grown.count(), 7);
        assert_eq!(parts(8).iter().filter(|texts| **texts > 0).count(), 6);
        assert_eq!(parts(1 << 20), [1 << 16; 16]);
    }

    #[test]
    fn a_sample_gives_the_distinct_texts_of_each_length() {
        let lengths = |counts: &[(u64, u64)]| counts.iter().copied().collect::<Lengths>();
        let check = |sampled: &[_], distinct, all: &[_], expected: &[_]| {
            let result = scaled(&lengths(sampled), distinct, &lengths(all));
            assert_eq!(result, lengths(expected));
        };
        let (all, expected) = ([(10, 100_000), (20, 20_480)], [(10, 20_480), (20, 20_480)]);
        check(&[(10, 2048), (20, 2048)], 40_960.0, &all, &expected);
        // A long text that the sample lacks counts once, as does one that it has by chance.
        let [all, expected] = [2_000_000, 1_000_000].map(|count| [(10, count), (1 << 27, 1)]);
        check(&[(10, 4096)], 1e6, &all, &expected);
        check(&[(10, 4096), (1 << 27, 1)], 1_000_244.0, &all, &expected);
        // The lengths of a band are estimated together.
        let each: Vec<(u64, u64)> = (1025..=2048).map(|bytes| (bytes, 100)).collect();
        let half: Vec<(u64, u64)> = (1025..=2048).map(|bytes| (bytes, 50)).collect();
        check(&[(1500, 3), (1600, 1)], 51_200.0, &each, &half);
    }
}
