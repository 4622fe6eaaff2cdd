//! Tables that keep each text once; a value is a handle.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use lasso::Spur;
use string_interner::{DefaultStringInterner, DefaultSymbol};
use string_kit::{CapturedStr, SharedStr};

use super::owned::{Type, heap_size};
use super::table::{add_hash_table, add_lasso_arena, add_ustr_table, doubled};
use super::{Blocks, Candidate, Held, Kind};
use crate::profile::{Field, Lengths};
use crate::scenario::{
    Holder, InternerHolder, RodeoHolder, SetHolder, UstrHolder, alone, together,
};

/// Returns the tables.
pub(super) fn candidates() -> Vec<Candidate> {
    vec![
        table::<SetHolder<Arc<str>>>("Arc<str> in a set", "arc_str_set", ARC_STR, |field| {
            of_table(field, |blocks, distinct| {
                set::<Arc<str>>(blocks, distinct, "arc_str");
            })
        }),
        Candidate {
            inline: SharedStr::INLINE_CAPACITY,
            ..table::<SetHolder<SharedStr>>(
                "SharedStr in a set",
                "shared_str_set",
                ("string-kit", "string_kit::SharedStr"),
                |field| {
                    of_table(field, |blocks, distinct| {
                        set::<SharedStr>(blocks, distinct, "shared_str");
                    })
                },
            )
        },
        table::<RodeoHolder>("lasso", "lasso", ("lasso", "lasso::Spur"), |field| {
            of_table(field, lasso)
        }),
        Candidate {
            hold: hold_string_interner,
            ..table::<InternerHolder>(
                "string-interner",
                "string_interner",
                ("string-interner", "string_interner::DefaultSymbol"),
                |field| of_table(field, string_interner),
            )
        },
        Candidate {
            hold: hold_ustr,
            measured: |script| together::<str, UstrHolder, false>(script),
            ..table::<UstrHolder>("ustr", "ustr", ("ustr", "ustr::Ustr"), |field| {
                of_table(field, add_ustr_table)
            })
        },
    ]
}

/// The package and the path of the handles of std's set.
const ARC_STR: (&str, &str) = ("std", "std::sync::Arc<str>");

/// Returns a table by the package and the path of its handles, which threads cannot fill together.
fn table<H: Holder + 'static>(
    name: &str,
    id: &'static str,
    (package, path): (&'static str, &'static str),
    blocks: fn(&Field) -> Blocks,
) -> Candidate {
    Candidate {
        name: name.to_owned(),
        id,
        kind: Kind::Interned,
        package,
        path,
        size: size_of::<H::Text>(),
        align: align_of::<H::Text>(),
        inline: 0,
        is_mutable: false,
        is_sync: true,
        shares_clones: true,
        blocks,
        hold: Held::by::<H>,
        measured: |script| alone::<str, H, false>(script),
    }
}

/// Computes the blocks of a table of the distinct texts.
fn of_table(field: &Field, table: fn(&mut Blocks, &Lengths)) -> Blocks {
    let mut blocks = Blocks::default();
    table(&mut blocks, &distinct(field));
    blocks
}

/// Adds the hash table of a std set, and the blocks of its strings.
fn set<S: CapturedStr>(blocks: &mut Blocks, distinct: &Lengths, id: &str) {
    add_hash_table(blocks, distinct.count(), size_of::<S>() as u64);
    blocks.merge(&Type::of(id).blocks(heap_size::<S>, distinct));
}

/// Adds the table of lasso 0.7.3: an arena, the place of each text in it, and a hash table, with room for 50
/// texts at first.
fn lasso(blocks: &mut Blocks, distinct: &Lengths) {
    const FIRST: u64 = 50;

    let count = distinct.count();
    add_lasso_arena(blocks, distinct);
    let places = doubled(FIRST, count);
    blocks.add((size_of::<&str>() as u64).saturating_mul(places), 8, 1);
    add_hash_table(blocks, count.max(FIRST), size_of::<Spur>() as u64);
}

/// Adds the table of string-interner 0.20.0, after `shrink_to_fit`: all texts, the end of each, and a hash table,
/// which stays as large as it was.
fn string_interner(blocks: &mut Blocks, distinct: &Lengths) {
    let count = distinct.count();
    blocks.add(distinct.bytes(), 1, 1);
    blocks.add((size_of::<usize>() as u64).saturating_mul(count), 8, 1);
    add_hash_table(blocks, count, size_of::<DefaultSymbol>() as u64);
}

fn hold_string_interner(texts: &[&str]) -> Held {
    let mut table = DefaultStringInterner::default();
    let handles: Vec<DefaultSymbol> = texts.iter().map(|text| table.get_or_intern(text)).collect();
    table.shrink_to_fit();
    Held::new((table, handles))
}

fn hold_ustr(texts: &[&str]) -> Held {
    static IS_FILLED: AtomicBool = AtomicBool::new(false);

    let is_first = !IS_FILLED.swap(true, Ordering::Relaxed);
    let mut held = Held::by::<UstrHolder>(texts);
    held.unseen = is_first.then(|| ustr::total_capacity() as u64);
    held
}

/// Returns the number of distinct texts of each length: exact if all of them are known, else estimated.
fn distinct(field: &Field) -> Lengths {
    let values = &field.values;
    let sample = values.sample();
    let mut sampled = Lengths::default();
    for value in &sample {
        sampled.add(value.bytes, 1);
    }
    let distinct = values.distinct();
    if distinct.error == 0.0 {
        return sampled;
    }
    scaled(&sampled, distinct.estimate, &field.lengths)
}

/// Estimates the number of distinct texts of each length from a sample of them, of `distinct` in all, and
/// from the lengths of all texts.
///
/// Of the lengths from a power of two to the next, the sample tells the number of distinct texts. There are
/// no more of them than texts, and each length has one at least: a long text that the sample lacks, or has
/// by chance, counts once.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn scaled(sampled: &Lengths, distinct: f64, all: &Lengths) -> Lengths {
    // Lengths that types keep inline are told apart.
    let band = |bytes: u64| {
        if bytes <= 64 {
            bytes
        } else {
            bytes.next_power_of_two()
        }
    };
    let count = |lengths: &Lengths, of: u64| -> u64 {
        let inside = lengths.iter().filter(|&(bytes, _)| band(bytes) == of);
        inside.map(|(_, count)| count).sum()
    };
    let scale = distinct / sampled.count() as f64;
    let mut result = Lengths::default();
    let mut last = None;
    for (bytes, texts) in all.iter() {
        let (of, share) = match last {
            Some((of, share)) if of == band(bytes) => (of, share),
            _ => {
                let of = band(bytes);
                (
                    of,
                    count(sampled, of) as f64 * scale / count(all, of) as f64,
                )
            }
        };
        last = Some((of, share));
        let estimate = (texts as f64 * share).round() as u64;
        result.add(bytes, estimate.clamp(1, texts));
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::candidate::counted::tests::{alone, assert_close};

    #[test]
    fn tables_grow_as_their_crates_let_them() {
        let _alone = alone();
        let texts: Vec<String> = (0..3000)
            .map(|n| n.to_string().repeat(1 + n % 40))
            .collect();
        for count in (0..40).chain([50, 56, 57, 100, 113, 500, 1000, 3000]) {
            let texts: Vec<&str> = texts.iter().take(count).map(String::as_str).collect();
            let field = Field::of(&texts);
            for one in candidates().iter().filter(|one| one.id != "ustr") {
                assert_close(one, &field, &texts, &count.to_string());
            }
        }
    }

    #[test]
    fn a_sample_tells_the_distinct_texts_of_each_length() {
        let lengths = |of: &[(u64, u64)]| {
            let mut lengths = Lengths::default();
            for &(bytes, count) in of {
                lengths.add(bytes, count);
            }
            lengths
        };
        let sampled = lengths(&[(10, 2048), (20, 2048)]);
        let all = lengths(&[(10, 100_000), (20, 20_480)]);
        let expected = lengths(&[(10, 20_480), (20, 20_480)]);
        assert_eq!(scaled(&sampled, 40_960.0, &all), expected);

        // A long text that the sample lacks counts once, as does one that it has by chance.
        let all = lengths(&[(10, 2_000_000), (100_000_000, 1)]);
        let expected = lengths(&[(10, 1_000_000), (100_000_000, 1)]);
        assert_eq!(scaled(&lengths(&[(10, 4096)]), 1e6, &all), expected);
        let sampled = lengths(&[(10, 4096), (100_000_000, 1)]);
        assert_eq!(scaled(&sampled, 1_000_244.0, &all), expected);

        // The lengths of a power of two are told together.
        let each: Vec<(u64, u64)> = (1025..=2048).map(|bytes| (bytes, 100)).collect();
        let result = scaled(&lengths(&[(1500, 3), (1600, 1)]), 51_200.0, &lengths(&each));
        assert_eq!(result.count(), 51_200);
    }
}
