//! Tests of the inside: ids at their limit, foreign ids, state after a failure, blocks and hashes.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::blocks::Blocks;
use super::cons::Key;
use super::leaves::Span;
use super::{ConcatArena, ConcatId};
use crate::ConcatError;
use crate::dag::{ConcatRef, Dag, Nodes, Part};
use crate::mix::mix;

/// An arena of 8 concatenations and 8 leaves, the empty one among them, at most.
fn tiny() -> ConcatArena {
    let mut arena = ConcatArena::new();
    arena.most_ids = 8;
    arena
}

/// Such an arena with every column.
fn tiny_with_columns() -> ConcatArena {
    let mut arena = tiny();
    arena.try_keep_fingerprints().unwrap();
    arena.try_hash_cons().unwrap();
    arena
}

fn expand<D: Dag>(text: ConcatRef<'_, D>) -> String {
    let (mut out, mut pending) = (String::new(), Vec::from([text.node]));
    while let Some(node) = pending.pop() {
        match text.dag.part(node) {
            Part::Leaf(text) => out += text,
            Part::Concat(left, right) => pending.extend([right, left]),
        }
    }
    out
}

/// The levels above the deepest leaf.
fn depth(arena: &ConcatArena, id: ConcatId) -> usize {
    let (mut deepest, mut pending) = (0, Vec::from([(id.index, 0)]));
    while let Some((node, level)) = pending.pop() {
        deepest = deepest.max(level);
        if let Part::Concat(left, right) = arena.part(node) {
            pending.extend([(left, level + 1), (right, level + 1)]);
        }
    }
    deepest
}

#[test]
fn more_concatenations_than_ids_are_an_error_and_change_nothing() {
    for mut arena in [tiny(), tiny_with_columns()] {
        let a = arena.leaf("a");
        let mut text = a;
        for _ in 0..8 {
            text = arena.concat(text, a);
        }
        assert_eq!(arena.try_concat(text, text), Err(ConcatError::Full));
        assert_eq!(arena.try_append(text, "b"), Err(ConcatError::Full));
        assert_eq!((arena.concatenations(), arena.leaves()), (8, 1));
        assert_eq!(expand(arena.get(text).unwrap()), "a".repeat(9));
        assert_eq!(arena.try_rebalance(text), Err(ConcatError::Full));
        assert_eq!(arena.concatenations(), 8);
        // Nothing new is needed for these.
        assert_eq!(arena.try_substr(text, ..8).map(|id| id.index), Ok(6));
        let empty = arena.leaf("");
        assert_eq!(arena.try_concat(text, empty), Ok(text));
    }
}

#[test]
fn more_leaves_than_ids_are_an_error_and_change_nothing() {
    for mut arena in [tiny(), tiny_with_columns()] {
        let ids: Vec<_> = ["", "a", "b", "c", "d", "e", "f", "g"]
            .map(|text| arena.leaf(text))
            .into();
        assert_eq!(arena.try_leaf("h"), Err(ConcatError::Full));
        assert_eq!((arena.leaves(), arena.leaf_bytes()), (7, 7));
        let text = arena.try_concat_pieces(["i", "j"]);
        assert_eq!(text, Err(ConcatError::Full));
        for (id, text) in ids.iter().zip(["", "a", "b", "c", "d", "e", "f", "g"]) {
            assert_eq!(expand(arena.get(*id).unwrap()), text);
        }
    }
}

#[test]
fn what_fails_half_way_is_taken_back() {
    let mut arena = tiny_with_columns();
    let ab = arena.concat_pieces(["a", "b"]);
    let pieces = || (0..20).map(|n| char::from(b'c' + n).to_lowercase().collect::<String>());
    assert_eq!(arena.try_concat_pieces(pieces()), Err(ConcatError::Full));
    assert_eq!(
        (arena.concatenations(), arena.leaves(), arena.leaf_bytes()),
        (1, 2, 2)
    );

    let mut other = ConcatArena::new();
    let long = other.concat_pieces(pieces());
    let long = other.get(long).unwrap();
    assert_eq!(arena.try_import(long), Err(ConcatError::Full));
    assert_eq!(
        (arena.concatenations(), arena.leaves(), arena.leaf_bytes()),
        (1, 2, 2)
    );

    // What was taken back is not found again.
    let c = arena.leaf("c");
    let abc = arena.concat(ab, c);
    assert_eq!(expand(arena.get(abc).unwrap()), "abc");
    assert_eq!(arena.kept_len(abc.index), Some(3));
    let whole = other.leaf("abc");
    assert_eq!(arena.get(abc).unwrap(), other.get(whole).unwrap());
}

#[test]
fn ids_of_another_arena_are_rejected() {
    let (mut here, mut there) = (ConcatArena::new(), ConcatArena::new());
    let [own, foreign] = [here.leaf("here"), there.leaf("there")];
    let foreign_concat = there.concat(foreign, foreign);
    for id in [foreign, foreign_concat] {
        assert_eq!(here.get(id).unwrap_err(), ConcatError::Foreign);
        assert_eq!(here.try_concat(own, id), Err(ConcatError::Foreign));
        assert_eq!(here.try_concat(id, own), Err(ConcatError::Foreign));
        assert_eq!(here.try_substr(id, ..), Err(ConcatError::Foreign));
        assert_eq!(here.try_rebalance(id), Err(ConcatError::Foreign));
        assert_eq!(here.try_append(id, "x"), Err(ConcatError::Foreign));
        assert!(!here.contains(id));
    }
    assert_eq!((here.leaves(), here.concatenations()), (1, 0));
}

#[test]
fn an_id_beyond_what_there_is_is_rejected_whatever_its_brand() {
    let mut arena = ConcatArena::new();
    let a = arena.leaf("a");
    let aa = arena.concat(a, a);
    let beyond = [aa.index + 1, a.index + 1, u32::MAX];
    for index in beyond {
        let id = ConcatId {
            brand: arena.brand,
            index,
        };
        assert_eq!(arena.get(id).unwrap_err(), ConcatError::Foreign);
        assert_eq!(arena.try_concat(aa, id), Err(ConcatError::Foreign));
    }
}

#[test]
fn a_long_text_is_several_leaves() {
    let text = "é".repeat(3 << 20);
    let mut arena = ConcatArena::new();
    let id = arena.leaf(&text);
    assert_eq!(expand(arena.get(id).unwrap()), text);
    assert!(arena.leaves() <= 8 && depth(&arena, id) <= 3);
    assert_eq!(arena.leaf_bytes(), text.len());
    let part = arena.substr(id, 2..text.len() - 2);
    assert_eq!(expand(arena.get(part).unwrap()), text[2..text.len() - 2]);
    assert_eq!(arena.leaf_bytes(), text.len());
}

#[test]
fn a_leaf_has_less_than_a_mebibyte() {
    for (len, leaves) in [(Span::MAX_LEN, 1), (Span::MAX_LEN + 1, 2)] {
        let text = "a".repeat(len);
        let mut arena = ConcatArena::new();
        let id = arena.leaf(&text);
        assert_eq!(expand(arena.get(id).unwrap()), text);
        assert_eq!((arena.leaves(), arena.leaf_bytes()), (leaves, len));
    }
}

#[test]
fn an_empty_range_is_the_empty_text() {
    for mut arena in [tiny(), tiny_with_columns()] {
        let text = arena.concat_pieces(["abc", "def"]);
        let empty = arena.leaf("");
        for at in 0..=6 {
            assert_eq!(arena.try_substr(text, at..at), Ok(empty));
        }
        assert_eq!((arena.leaves(), arena.concatenations()), (2, 1));
    }
}

#[test]
fn columns_that_come_later_are_as_if_they_had_always_been() {
    let build = |mut arena: ConcatArena| {
        let mut ids = Vec::from([arena.leaf("a"), arena.leaf(""), arena.leaf("bc")]);
        for n in 0..200 {
            ids.push(arena.concat(ids[n], ids[(n * 7 + 2) % ids.len()]));
        }
        let last = *ids.last().unwrap();
        (arena, last)
    };
    let (early, id) = build(ConcatArena::new().with_fingerprints());
    let (late, late_id) = build(ConcatArena::new());
    let late = late.with_fingerprints();
    assert_eq!(early.kept_print(id.index), late.kept_print(late_id.index));
    assert!(early.kept_print(id.index).is_some());

    let (plain, id) = build(ConcatArena::new());
    let mut consed = plain.hash_consed();
    let (left, right) = match consed.part(id.index) {
        Part::Concat(left, right) => (consed.id(left), consed.id(right)),
        Part::Leaf(_) => unreachable!(),
    };
    assert_eq!(consed.concat(left, right), id);
}

#[test]
fn a_rebalanced_text_is_as_deep_as_its_logarithm() {
    for count in [1_usize, 2, 3, 100, 1000, 4096, 5000] {
        for shape in 0..3 {
            let mut arena = ConcatArena::new();
            let mut chain = arena.leaf("");
            for n in 0..count {
                let leaf = arena.leaf(if n % 3 == 0 { "x" } else { "é" });
                let to_left = shape == 0 || shape == 2 && n % 5 < 2;
                chain = if to_left {
                    arena.concat(leaf, chain)
                } else {
                    arena.concat(chain, leaf)
                };
            }
            let before = arena.concatenations();
            let balanced = arena.rebalance(chain);
            let (old, new) = (arena.get(chain).unwrap(), arena.get(balanced).unwrap());
            assert_eq!(expand(old), expand(new));
            assert!(arena.concatenations() - before <= count);
            assert!(depth(&arena, balanced) <= count.next_power_of_two().ilog2() as usize);
            assert_eq!(arena.rebalance(balanced), balanced);
        }
    }
}

#[test]
fn a_rebalanced_text_with_shared_parts_grows_by_little() {
    for consed in [false, true] {
        // A Fibonacci text, whose parts differ in length by a third, with a chain in front.
        let mut arena = ConcatArena::new();
        if consed {
            arena = arena.hash_consed();
        }
        let (mut last, mut text) = (arena.leaf("b"), arena.leaf("a"));
        for _ in 0..18 {
            (last, text) = (text, arena.concat(text, last));
        }
        for _ in 0..100 {
            let a = arena.leaf("a");
            text = arena.concat(a, text);
            text = arena.concat(text, last);
        }
        let before = arena.concatenations();
        let balanced = arena.rebalance(text);
        let (old, new) = (arena.get(text).unwrap(), arena.get(balanced).unwrap());
        let whole = expand(new);
        assert_eq!(expand(old), whole);
        let bound = 144 * whole.len().ilog2() as usize / 100 + 2;
        assert!(depth(&arena, balanced) <= bound);
        assert!(arena.concatenations() - before < 218 * 20);
    }
}

#[test]
fn a_text_that_no_depth_allows_is_too_long_to_balance() {
    let mut arena = ConcatArena::new();
    let a = arena.leaf("a");
    let mut text = arena.concat_pieces(["b", "c", "d"]);
    for _ in 0..400 {
        let longer = arena.concat(text, text);
        text = arena.concat(longer, a);
    }
    let before = arena.concatenations();
    assert_eq!(arena.try_rebalance(text), Err(ConcatError::TooLong));
    assert_eq!(arena.concatenations(), before);
}

#[test]
fn ids_are_equal_if_they_are_one_node_of_one_arena() {
    let [mut one, mut other] = [ConcatArena::new(), ConcatArena::new()];
    let [first, second, foreign] = [one.leaf("a"), one.leaf("b"), other.leaf("a")];
    assert_eq!(first, first);
    assert_ne!(first, second);
    assert_ne!(first, foreign);
}

#[test]
fn equal_texts_stay_equal_after_a_range_that_cuts_a_character() {
    // One end adds a leaf, and then the other cuts a character.
    for pieces in [["abc", "é"], ["é", "abc"]] {
        for consed in [false, true] {
            let mut arena = ConcatArena::new().with_fingerprints();
            if consed {
                arena = arena.hash_consed();
            }
            let text = arena.concat_pieces(pieces);
            let error = arena.try_substr(text, 1..4);
            assert_eq!(error, Err(ConcatError::NotCharBoundary));
            assert_eq!((arena.leaves(), arena.concatenations()), (2, 1));
            let [left, right, whole] = ["xy", "z", "xyz"].map(|text| arena.leaf(text));
            let both = arena.concat(left, right);
            assert_eq!(arena.get(both).unwrap(), arena.get(whole).unwrap());
        }
    }
}

#[test]
fn a_failure_in_an_empty_arena_leaves_it_empty() {
    let mut arena = ConcatArena::new();
    arena.most_ids = 2;
    arena.try_keep_fingerprints().unwrap();
    arena.try_hash_cons().unwrap();
    let failed = arena.try_concat_pieces(["", "a", "b"]);
    assert_eq!(failed, Err(ConcatError::Full));
    assert_eq!(arena.leaves.len(), 0);
    let [empty, b] = [arena.leaf(""), arena.leaf("b")];
    assert_eq!(expand(arena.get(empty).unwrap()), "");
    assert_eq!(expand(arena.get(b).unwrap()), "b");
    assert_eq!(arena.leaf("b"), b);
    assert_eq!(arena.get(b).unwrap(), "b");
}

#[test]
fn lengths_beyond_a_word_saturate_whenever_they_are_kept() {
    let doubled = |mut arena: ConcatArena| {
        let mut text = arena.leaf("aa");
        for _ in 0..70 {
            text = arena.concat(text, text);
        }
        (arena, text)
    };
    let (early, text) = doubled(ConcatArena::new().with_lengths());
    let late = doubled(ConcatArena::new()).0.with_lengths();
    for arena in [early, late] {
        assert_eq!(arena.kept_len(text.index), Some(u64::MAX));
        assert_eq!(arena.kept_len(61), Some(1 << 63));
        assert_eq!(arena.kept_len(62), Some(u64::MAX));
    }
}

#[test]
fn a_list_of_blocks_is_a_list() {
    let len = 20_000_usize;
    let mut list = Blocks::new();
    let check = |list: &Blocks<u64>, len: usize| {
        assert_eq!(list.len(), len);
        assert!(list.iter().copied().eq(0..len as u64));
    };
    let mut first = None;
    for at in 0..len {
        list.try_reserve().unwrap();
        list.push(at as u64);
        if at == 8_191 {
            first = Some(core::ptr::from_ref(&list[0]));
        }
    }
    assert_eq!(first, Some(core::ptr::from_ref(&list[0])), "no entry moved");
    check(&list, len);
    // Three blocks of 64 KiB, and a list of four.
    let size = 3 * 65_536 + 4 * size_of::<Vec<u64>>();
    assert_eq!(list.heap_size(), size);
    for len in [30_000, 20_000, 16_385, 16_384, 16_383, 8_192, 8_191, 1, 0] {
        let refill = |list: &mut Blocks<u64>| {
            for at in list.len()..20_000 {
                list.try_reserve().unwrap();
                list.push(at as u64);
            }
            check(list, 20_000);
        };
        list.truncate(len);
        check(&list, len.min(20_000));
        refill(&mut list);
        list.truncate(len);
        list.shrink_to_fit();
        let full = len.min(20_000) / 8_192 * size_of::<Vec<u64>>();
        assert!((0..=full).contains(&(list.heap_size() - 8 * len.min(20_000))));
        refill(&mut list);
    }
}

#[test]
fn room_in_a_block_is_made_at_once_and_never_for_more() {
    for (more, room) in [(1, 1), (1_000, 1_000), (8_192, 8_192), (usize::MAX, 8_192)] {
        let mut list = Blocks::<u64>::new();
        list.grow(more).unwrap();
        assert_eq!(list.heap_size(), 8 * room);
    }
}

/// A hash of a pair that needs no key, so that pairs can be chosen by it.
fn unkeyed([left, right]: [u32; 2]) -> u64 {
    mix(mix(left.into()) ^ u64::from(right))
}

#[test]
fn chosen_pairs_do_not_share_a_place_of_the_table() {
    const PLACES: u64 = 2048;
    let places = |hash: &dyn Fn([u32; 2]) -> u64, pairs: &[[u32; 2]]| {
        let places: BTreeSet<_> = pairs.iter().map(|&pair| hash(pair) % PLACES).collect();
        places.len()
    };
    // Pairs that one place of a table without a key would take.
    let all = (0..).flat_map(|left| (0..4096).map(move |right| [left, right]));
    let chosen: Vec<_> = all
        .filter(|&pair| unkeyed(pair).is_multiple_of(PLACES))
        .take(1024)
        .collect();
    assert_eq!(places(&unkeyed, &chosen), 1);
    let key = Key::of_process();
    // 806 of 2048 places are taken if each pair takes one at random.
    assert!(places(&|pair| key.hash(pair), &chosen) > 600);
    // One that knows another key gains nothing.
    let other = Key {
        factor: key.sum | 1,
        sum: key.factor,
    };
    let all = (0..).flat_map(|left| (0..4096).map(move |right| [left, right]));
    let chosen: Vec<_> = all
        .filter(|&pair| other.hash(pair).is_multiple_of(PLACES))
        .take(1024)
        .collect();
    assert_eq!(places(&|pair| other.hash(pair), &chosen), 1);
    assert!(places(&|pair| key.hash(pair), &chosen) > 600);
}
