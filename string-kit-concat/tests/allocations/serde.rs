//! The allocations of nodes that serde reads and writes, with false lengths and with an allocator that
//! fails.

use std::io;

use serde::Serialize;
use serde::de::DeserializeSeed;
use string_kit_concat::serde::AppendNodes;
use string_kit_concat::{ConcatArena, ConcatStr};
use string_kit_conformance::{count, with_budget};

use super::alone;
use super::fields::{Arena, Frozen, Many};

/// Gives `work` 0 blocks, then 1, and so on, until it is done: an error, and nothing kept, before that.
/// Says how many blocks it took.
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

/// The bytes of a value, and how many blocks it took to write them where none are taken for the bytes.
fn written_until_it_fits(value: &impl Serialize) -> (Vec<u8>, usize) {
    let mut buffer = vec![0; 10_000];
    let (len, blocks) = fails_until_it_fits(|| Ok(postcard::to_slice(value, &mut buffer)?.len()));
    buffer.truncate(len);
    (buffer, blocks)
}

/// Versions of a text, each of the one before it and a leaf.
fn versions() -> Vec<ConcatStr> {
    let mut texts = vec![ConcatStr::from("the first version")];
    for version in 0..40 {
        let leaf = ConcatStr::from(format!(", and then version {version}"));
        texts.push(texts[version].concat(&leaf));
    }
    texts
}

#[test]
fn an_allocator_with_no_room() {
    alone(|| {
        fn check() {
            let many = Many(versions());
            let (bytes, blocks) = written_until_it_fits(&many);
            assert!(blocks > 3);
            let (read, blocks) = fails_until_it_fits(|| postcard::from_bytes::<Many<W>>(&bytes));
            // Of each leaf one.
            assert!(blocks > 41);
            assert_eq!(read.0, many.0);
            let (arena, blocks) = fails_until_it_fits(|| postcard::from_bytes::<Arena<W>>(&bytes));
            assert!(blocks > 3);
            let Arena((arena, ids)) = arena;
            for (id, text) in ids.iter().zip(&many.0) {
                assert_eq!(arena.get(*id).unwrap(), text.view());
            }

            let (frozen, _) = arena.freeze().unwrap();
            let (bytes, _) = written_until_it_fits(&Frozen(frozen));
            fails_until_it_fits(|| postcard::from_bytes::<Frozen<W>>(&bytes));

            // As text: what is still to come of the pieces.
            let text = many.0.last().unwrap();
            let (_, blocks) = written_until_it_fits(text);
            assert!(blocks > 1);
            let flat = postcard::to_stdvec("a text that no node keeps inline").unwrap();
            fails_until_it_fits(|| postcard::from_bytes::<ConcatStr>(&flat));
        }
        check();
        check::<Wide>();
    });
}

#[test]
fn an_arena_is_as_before_where_there_was_no_room() {
    alone(|| {
        let texts = versions();
        let bytes = postcard::to_stdvec(&Many(texts.clone())).unwrap();
        let mut arena = ConcatArena::new()
            .with_lengths()
            .with_fingerprints()
            .hash_consed();
        let first = arena.leaf("the first version");
        for budget in 0.. {
            let mut read = postcard::Deserializer::from_bytes(&bytes);
            let ids = with_budget(budget, || AppendNodes(&mut arena).deserialize(&mut read));
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

/// Nothing is allocated on the word of the data.
#[test]
fn a_length_that_lies() {
    alone(|| {
        // 2^42 leaves, or nodes of a leaf, or texts.
        let lie = [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01];
        // NOTE: a thread keeps a block of the slab.
        let _node: ConcatStr = "a node".into();
        for before in [&[][..], &[1, 1, b'a'], &[1, 1, b'a', 0]] {
            let bytes = [before, &lie, &[0, 0]].concat();
            let (read, counts) = count(|| postcard::from_bytes::<Many<Narrow>>(&bytes).is_ok());
            assert!(!read);
            assert!(counts.peak_bytes < 1024, "{counts:?}");
            let (read, counts) = count(|| postcard::from_bytes::<Arena<Wide>>(&bytes).is_ok());
            assert!(!read);
            assert!(counts.peak_bytes < 1024, "{counts:?}");
        }
        let (read, counts) = count(|| postcard::from_bytes::<Frozen<Narrow>>(&lie).is_ok());
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
