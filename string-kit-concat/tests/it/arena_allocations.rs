//! What a `ConcatArena` asks of the allocator, and that one that refuses loses nothing.

use string_kit_concat::{ConcatArena, ConcatError, ConcatId};
use string_kit_conformance::{count, with_budget};

/// An empty arena with the columns that these bits say.
fn with_columns(columns: u8) -> ConcatArena {
    let mut arena = ConcatArena::new();
    if columns & 1 != 0 {
        arena = arena.with_lengths();
    }
    if columns & 2 != 0 {
        arena = arena.with_fingerprints();
    }
    if columns & 4 != 0 {
        arena = arena.hash_consed();
    }
    arena
}

/// An arena with each set of columns, a text of it and that text.
fn arenas() -> impl Iterator<Item = (ConcatArena, ConcatId, String)> {
    (0..8).map(|columns: u8| {
        let mut arena = with_columns(columns);
        let mut chain = arena.leaf("");
        let mut text = String::new();
        for n in 0..100 {
            let piece = ["a", "bc", "é"][n * n % 3];
            chain = arena.append(chain, piece);
            text += piece;
        }
        arena.shrink_to_fit();
        (arena, chain, text)
    })
}

/// Tries with more and more blocks until it is done; an error must be `Alloc` and change nothing.
#[track_caller]
fn refuse<R>(
    arena: &mut ConcatArena,
    chain: ConcatId,
    text: &str,
    mut work: impl FnMut(&mut ConcatArena) -> Result<R, ConcatError>,
) -> R {
    let sizes = |arena: &ConcatArena| (arena.concatenations(), arena.leaves(), arena.leaf_bytes());
    for budget in 0..1000 {
        let before = sizes(arena);
        match with_budget(budget, || work(arena)) {
            Ok(done) => {
                assert_eq!(arena.get(chain).unwrap(), text);
                return done;
            }
            Err(error) => {
                assert_eq!(error, ConcatError::Alloc);
                assert_eq!(sizes(arena), before);
                assert_eq!(arena.get(chain).unwrap(), text);
            }
        }
    }
    unreachable!("a thousand blocks are enough");
}

#[test]
fn an_allocator_that_refuses_loses_nothing() {
    for (mut arena, chain, text) in arenas() {
        let mut other = ConcatArena::new();
        let foreign = other.concat_pieces(["x", "y", "z"]);
        let arena = &mut arena;
        let leaf = refuse(arena, chain, &text, |arena| arena.try_leaf("more"));
        assert_eq!(arena.get(leaf).unwrap(), "more");
        arena.shrink_to_fit();
        let both = refuse(arena, chain, &text, |arena| arena.try_concat(chain, leaf));
        assert_eq!(arena.get(both).unwrap(), *(text.clone() + "more"));
        arena.shrink_to_fit();
        let both = refuse(arena, chain, &text, |arena| arena.try_append(chain, "some"));
        assert_eq!(arena.get(both).unwrap(), *(text.clone() + "some"));
        arena.shrink_to_fit();
        let part = refuse(arena, chain, &text, |arena| arena.try_substr(chain, 3..60));
        assert_eq!(arena.get(part).unwrap(), text[3..60]);
        arena.shrink_to_fit();
        let same = refuse(arena, chain, &text, |arena| arena.try_rebalance(chain));
        assert_eq!(arena.get(same).unwrap(), *text);
        arena.shrink_to_fit();
        let xyz = other.get(foreign).unwrap();
        let xyz = refuse(arena, chain, &text, |arena| arena.try_import(xyz));
        assert_eq!(arena.get(xyz).unwrap(), "xyz");
        arena.shrink_to_fit();
        let pieces = ["one", "two", "three"];
        let pieces = refuse(arena, chain, &text, |arena| arena.try_concat_pieces(pieces));
        assert_eq!(arena.get(pieces).unwrap(), "onetwothree");
        refuse(arena, chain, &text, ConcatArena::try_keep_lengths);
        refuse(arena, chain, &text, ConcatArena::try_keep_fingerprints);
        refuse(arena, chain, &text, ConcatArena::try_hash_cons);
        let again = arena.concat(chain, leaf);
        assert_eq!(arena.get(again).unwrap(), *(text.clone() + "more"));
    }
}

#[test]
fn what_is_reported_is_what_was_asked() {
    for columns in 0..8_u8 {
        let ((mut arena, last), counts) = count(|| {
            let mut arena = with_columns(columns);
            let mut chain = arena.leaf("");
            for _ in 0..1000 {
                chain = arena.append(chain, "na");
            }
            (arena, chain)
        });
        assert_eq!(counts.live_bytes, arena.heap_size().cast_signed());
        let ((), counts) = count(|| arena.shrink_to_fit());
        assert!(counts.live_bytes < 0);
        assert_eq!(arena.get(last).unwrap(), *"na".repeat(1000));
        let size = arena.heap_size();
        if columns == 0 {
            // 8 bytes a concatenation and a leaf, and the empty leaf.
            assert_eq!(size, 999 * 8 + 1001 * 8 + 2000);
        }
    }
}

#[test]
fn no_concatenation_asks_for_a_block_of_its_own() {
    let mut arena = ConcatArena::with_capacity(1000, 1);
    let mut text = arena.leaf("a");
    let ((), counts) = count(|| {
        for _ in 0..1000 {
            text = arena.concat(text, text);
        }
    });
    assert_eq!(counts.allocations, 0);
}
