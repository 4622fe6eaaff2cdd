//! The allocations of nodes that serde reads and writes, with false lengths and with an allocator that
//! fails.

use std::io;

use serde::Serialize;
use string_kit_concat::serde::Limits;
use string_kit_concat::{ConcatArena, ConcatStr, MeasuredConcatStr};
use string_kit_conformance::{count, with_budget};

use super::alone;
use super::fields::{Arena, Frozen, Many, One, Text};

/// Runs `work` with 0 blocks, then with 1, and so on, until it succeeds; before that it returns an error and
/// keeps nothing. Returns the number of blocks too.
fn fails_until_it_fits<T>(mut work: impl FnMut() -> postcard::Result<T>) -> (T, usize) {
    // NOTE: a thread keeps the block of the slab that it took nodes from last. It has one with room now.
    drop(work());
    for budget in 0..200 {
        let (result, counts) = count(|| with_budget(budget, &mut work));
        if let Ok(value) = result {
            return (value, budget);
        }
        assert_eq!(counts.live_bytes, 0, "{budget} blocks");
    }
    panic!("200 blocks are not enough");
}

/// Returns the bytes of a value, and the number of blocks that writing took beside those for the bytes.
fn written_until_it_fits(value: &impl Serialize) -> (Vec<u8>, usize) {
    let mut buffer = vec![0; 10_000];
    let (len, blocks) = fails_until_it_fits(|| Ok(postcard::to_slice(value, &mut buffer)?.len()));
    buffer.truncate(len);
    (buffer, blocks)
}

/// Returns versions of a text, each the one before it and a leaf.
fn versions<T: Text>() -> Vec<T> {
    let mut texts = vec![T::from("the first version".to_owned())];
    for version in 0..40 {
        let leaf = T::from(format!(", and then version {version}"));
        texts.push(texts[version].try_concat(&leaf).unwrap());
    }
    texts
}

#[test]
fn an_allocator_with_no_room() {
    alone(|| {
        fn check<T: Text>() {
            let many = Many(versions::<T>());
            let (bytes, blocks) = written_until_it_fits(&many);
            assert!(blocks > 3);
            let (read, blocks) = fails_until_it_fits(|| postcard::from_bytes::<Many<T>>(&bytes));
            // Of each leaf one.
            assert!(blocks > 41);
            assert_eq!(read.0, many.0);
            let (arena, blocks) = fails_until_it_fits(|| postcard::from_bytes::<Arena>(&bytes));
            assert!(blocks > 3);
            let Arena((arena, ids)) = arena;
            for (id, text) in ids.iter().zip(&many.0) {
                assert_eq!(arena.get(*id).unwrap(), text.view());
            }

            let (frozen, _) = arena.freeze().unwrap();
            let (bytes, _) = written_until_it_fits(&Frozen(frozen));
            fails_until_it_fits(|| postcard::from_bytes::<Frozen>(&bytes));

            // As text: what is still to come of the pieces.
            let text = many.0.last().unwrap();
            let (_, blocks) = written_until_it_fits(text);
            assert!(blocks > 1);
            let flat = postcard::to_stdvec("a text that no node keeps inline").unwrap();
            fails_until_it_fits(|| postcard::from_bytes::<T>(&flat));
        }
        check::<ConcatStr>();
        check::<MeasuredConcatStr>();
    });
}

#[test]
fn an_arena_is_as_before_where_there_was_no_room() {
    alone(|| {
        let texts = versions::<ConcatStr>();
        let bytes = postcard::to_stdvec(&Many(texts.clone())).unwrap();
        let mut arena = ConcatArena::new()
            .with_lengths()
            .with_fingerprints()
            .hash_consed();
        let first = arena.leaf("the first version");
        for budget in 0.. {
            let mut read = postcard::Deserializer::from_bytes(&bytes);
            let ids = with_budget(budget, || Limits::new().read_into(&mut arena, &mut read));
            assert_eq!(arena.get(first).unwrap(), "the first version");
            if let Ok(ids) = ids {
                assert_eq!(ids[0], first);
                assert_eq!(arena.get(ids[40]).unwrap(), texts[40].view());
                break;
            }
            assert_eq!((arena.leaves(), arena.concatenations()), (1, 0));
            assert_eq!(arena.leaf_bytes(), 17);
        }
        assert_eq!((arena.leaves(), arena.concatenations()), (41, 40));
    });
}

/// No memory is reserved by a length that the data states.
#[test]
fn a_length_that_lies() {
    alone(|| {
        // 2^42 leaves, or nodes of a leaf, or texts.
        let lie = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01];
        // NOTE: a thread keeps a block of the slab.
        let _node: ConcatStr = "a node".into();
        for before in [&[][..], &[1, 1, b'a'], &[1, 1, b'a', 0]] {
            let bytes = [before, &lie, &[0, 0]].concat();
            let (read, counts) = count(|| postcard::from_bytes::<Many<ConcatStr>>(&bytes).is_ok());
            assert!(!read);
            assert!(counts.peak_bytes < 1024, "{counts:?}");
            let (read, counts) = count(|| postcard::from_bytes::<Arena>(&bytes).is_ok());
            assert!(!read);
            assert!(counts.peak_bytes < 1024, "{counts:?}");
        }
        let (read, counts) = count(|| postcard::from_bytes::<Frozen>(&lie).is_ok());
        assert!(!read);
        assert_eq!(counts.peak_bytes, 0);
    });
}

/// A format that implements `collect_str` never needs the whole text in memory.
#[test]
fn a_long_text_is_written_piece_by_piece() {
    alone(|| {
        let text = ConcatStr::from("a text of 16 B..").repeat(1 << 20);
        let (written, counts) = count(|| serde_json::to_writer(io::sink(), &text));
        written.unwrap();
        assert!(counts.peak_bytes < 16_384, "{counts:?}");
        let leaf = ConcatStr::from("one leaf, however long it is");
        let (written, counts) = count(|| serde_json::to_writer(io::sink(), &leaf));
        written.unwrap();
        assert_eq!(counts.allocations, 0);
    });
}

/// Data within the limits, in three families, ten times as large: the bytes a node that an operation on it takes
/// stay below a constant.
#[test]
fn memory_of_operations_is_bounded_by_the_nodes_that_were_read() {
    /// Returns the parts of the concatenation with the number `node + 2`.
    type Family = fn(node: usize) -> [usize; 2];
    const FAMILIES: [Family; 3] = [
        // A chain.
        |node| [node + 1, 0],
        // Doublings, with a leaf after each.
        |node| [node + 1, if node % 2 == 0 { node + 1 } else { 0 }],
        // A leaf doubled 100 times, which a growing text has after each step.
        |node| [node + 1, if node < 100 { node + 1 } else { 101 }],
    ];

    fn check<T: Text>(family: Family, concats: usize) {
        let nodes: Vec<_> = (0..concats).map(family).collect();
        let leaves = ["another leaf, of 25 bytes", "a leaf of 16 B.."];
        let json = serde_json::json!({"leaves": leaves, "nodes": nodes, "texts": [concats + 1]});
        let json = json.to_string();
        let read = || {
            let mut from = serde_json::Deserializer::from_str(&json);
            let limits = Limits::new().max_items(concats + 3);
            limits.read_text::<T, _>(&mut from).unwrap()
        };
        let bounded = |most: usize, work: &dyn Fn()| {
            let ((), counts) = count(work);
            let bytes = counts.peak_bytes.unsigned_abs() / concats;
            assert!(bytes <= most, "{bytes} bytes a node, {counts:?}");
        };
        bounded(64, &|| drop(read()));
        let [one, two] = ["1", "2"].map(|end| read().try_concat(&T::from(end.into())).unwrap());
        bounded(64, &|| _ = one.view().try_len());
        bounded(64, &|| _ = one.view().byte_at(1 << 60));
        bounded(64, &|| {
            serde_json::to_writer(io::sink(), &One(one.clone())).unwrap();
        });
        bounded(256, &|| assert!(one != two));
        bounded(256, &|| _ = one.view().fingerprint());
    }

    alone(|| {
        for family in FAMILIES {
            for concats in [3_000, 30_000] {
                check::<ConcatStr>(family, concats);
                check::<MeasuredConcatStr>(family, concats);
            }
        }
    });
}
