//! Concatenations as text and as nodes: against `String`, with what was shared still shared.

mod fields;
mod hostile;

use std::slice;

use proptest::prelude::*;
use proptest::test_runner::Config;
use serde_test::{Token, assert_de_tokens, assert_de_tokens_error, assert_tokens};
use string_kit_concat::serde::Nodes;
use string_kit_concat::{ConcatArena, ConcatId, ConcatNodes, ConcatStr, FrozenId};

use fields::{Arena, Frozen, Many, One, in_all_formats};

/// Runs so many cases of a property, and writes no file if one fails.
fn cases(cases: u32) -> Config {
    Config {
        failure_persistence: None,
        cases,
        ..Config::default()
    }
}

/// How many leaves and concatenations there are.
fn size(texts: &[ConcatStr]) -> (usize, usize) {
    let nodes = ConcatNodes::of(texts.iter().map(ConcatStr::view)).unwrap();
    (nodes.leaves().len(), nodes.concats().len())
}

/// Texts, each a leaf or of two that were before it, and the same as `String`s.
fn build(shape: &[(String, usize, usize)]) -> (Vec<ConcatStr>, Vec<String>) {
    let (mut texts, mut controls) = (Vec::<ConcatStr>::new(), Vec::<String>::new());
    for (leaf, left, right) in shape {
        let (left, right) = (left % (texts.len() + 1), right % (texts.len() + 1));
        match (controls.get(left), controls.get(right)) {
            (Some(a), Some(b)) if a.len() + b.len() < 1_000 => {
                controls.push(a.clone() + b);
                texts.push(texts[left].concat(&texts[right]));
            }
            _ => {
                controls.push(leaf.clone());
                texts.push(ConcatStr::from(leaf));
            }
        }
    }
    (texts, controls)
}

fn arena_of(texts: &[ConcatStr]) -> (ConcatArena, Vec<ConcatId>) {
    let mut arena = ConcatArena::new();
    let ids = arena
        .try_import_all(texts.iter().map(ConcatStr::view))
        .unwrap();
    (arena, ids)
}

fn check_shape(shape: &[(String, usize, usize)]) {
    let (texts, controls) = build(shape);

    in_all_formats(&texts, |read: Vec<String>| assert_eq!(read, controls));
    in_all_formats(&controls, |read: Vec<ConcatStr>| {
        assert_eq!(read, controls);
    });

    in_all_formats(&Many(texts.clone()), |Many(read): Many<W>| {
        assert_eq!(read, controls);
        assert_eq!(size(&read), size(&texts));
    });
    in_all_formats(&Many(texts.clone()), |Many(read): Many<Narrow>| {
        assert_eq!(read, controls);
    });
    if let (Some(text), Some(control)) = (texts.last(), controls.last()) {
        in_all_formats(&One(text.clone()), |One(read): One<W>| {
            assert_eq!(read, **control);
            assert_eq!(size(&[read]), size(slice::from_ref(text)));
        });
    }

    let (arena, ids) = arena_of(&texts);
    let (leaves, concats) = (arena.leaves(), arena.concatenations());
    let (frozen, frozen_ids) = arena.freeze().unwrap();
    in_all_formats(&Frozen(frozen), |Frozen(read): Frozen<W>| {
        for (id, control) in ids.iter().zip(&controls) {
            let id = FrozenId::from_bits(frozen_ids.of(*id).unwrap().to_bits());
            assert_eq!(read.get(id).unwrap(), **control);
        }
    });
    let of_arena = |Arena((arena, ids)): Arena<W>| {
        assert_eq!((arena.leaves(), arena.concatenations()), (leaves, concats));
        assert_eq!(ids.len(), controls.len());
        for (id, control) in ids.iter().zip(&controls) {
            assert_eq!(arena.get(*id).unwrap(), **control);
            let text = serde_json::to_string(&arena.get(*id).unwrap()).unwrap();
            assert_eq!(text, serde_json::to_string(control).unwrap());
        }
    };
    in_all_formats(&Arena((arena, ids.clone())), of_arena);
    in_all_formats(&Many(texts), of_arena);
}

proptest! {
    #![proptest_config(cases(32))]

    #[test]
    fn round_trips(
        shape in proptest::collection::vec((".{0,20}", 0..64_usize, 0..64_usize), 0..40),
    ) {
        check_shape::<Narrow>(&shape);
        check_shape::<Wide>(&shape);
    }
}

#[test]
fn toml_has_the_nodes_too() {
    let (texts, _) = build::<Narrow>(&[
        ("a text of some length".into(), 0, 0),
        (String::new(), 0, 0),
        (String::new(), 1, 1),
    ]);
    let toml = toml::to_string(&Many(texts.clone())).unwrap();
    assert_eq!(toml::from_str::<Many<Narrow>>(&toml).unwrap().0, texts);
}

/// One text and its length, which nobody can have in memory, in some hundred bytes.
#[test]
fn sixty_doublings_are_sixty_nodes() {
    fn check() {
        let mut text = ConcatStr::from("a text of 16 B..");
        for _ in 0..60 {
            text = text.concat(&text);
        }
        let json = serde_json::to_string(&One(text.clone())).unwrap();
        assert_eq!(json.len(), 514);
        let postcard = postcard::to_stdvec(&One(text.clone())).unwrap();
        assert_eq!(postcard.len(), 141);
        in_all_formats(&One(text.clone()), |One(read): One<W>| {
            assert_eq!(read.len_u128().unwrap(), 1 << 64);
            assert_eq!(read, text);
            assert_eq!(size(&[read]), (1, 60));
        });
    }
    check();
    check::<Wide>();
}

#[test]
fn a_text_that_no_memory_holds_is_an_error_before_a_byte_is_written() {
    fn check() {
        for doublings in [59, 60, 64, 130] {
            let mut text = ConcatStr::from("a text of 16 B..");
            for _ in 0..doublings {
                text = text.concat(&text);
            }
            let mut out = Vec::new();
            let error = serde_json::to_writer(&mut out, &text).unwrap_err();
            assert_eq!(error.to_string(), "the text is longer than the limit");
            assert_eq!(out, b"");
            let error = ciborium::into_writer(&text, &mut out).unwrap_err();
            assert!(error.to_string().contains("longer than the limit"));
            assert_eq!(out, b"");
            assert!(postcard::to_stdvec(&text.view()).is_err());
        }
    }
    check();
    check::<Wide>();
}

/// Leaning to the left and to the right: nothing recurses.
#[test]
fn a_deep_chain() {
    const NODES: usize = 200_000;
    fn check(join: impl Fn(&ConcatStr, &ConcatStr) -> ConcatStr) {
        let leaf = ConcatStr::from("a leaf of 16 B..");
        let mut text = leaf.clone();
        for _ in 0..NODES {
            text = join(&text, &leaf);
        }
        let postcard = postcard::to_stdvec(&One(text.clone())).unwrap();
        let One(read) = postcard::from_bytes::<One<W>>(&postcard).unwrap();
        assert!(postcard::to_stdvec(&One(read)).unwrap() == postcard);
        let Arena((arena, ids)) = postcard::from_bytes::<Arena<W>>(&postcard).unwrap();
        assert_eq!(arena.concatenations(), NODES);
        assert!(postcard::to_stdvec(&Arena((arena, ids))).unwrap() == postcard);
        let flat = postcard::to_stdvec(&text).unwrap();
        let flat: &str = postcard::from_bytes(&flat).unwrap();
        assert!(flat == text.to_text(flat.len()).unwrap());
    }
    check::<Narrow>(|text, leaf| text.concat(leaf));
    check::<Wide>(|text, leaf| leaf.concat(text));
}

#[test]
fn the_same_handle_twice_is_one_node() {
    let text = ConcatStr::from("a longer text").concat("another long one");
    let refs = [text.view(), text.view()];
    let nodes = ConcatNodes::of(refs).unwrap();
    assert_eq!((nodes.leaves().len(), nodes.concats().len()), (2, 1));
    assert_eq!(nodes.texts(), [2, 2]);
}

#[test]
fn texts_of_two_arenas_are_told_apart() {
    let [mut a, mut b]: [ConcatArena; 2] = [ConcatArena::new(), ConcatArena::new()];
    let (here, there) = (a.leaf("here"), b.leaf("there"));
    let refs = [a.get(here).unwrap(), b.get(there).unwrap()];
    let json = serde_json::to_string(&Nodes(&ConcatNodes::of(refs).unwrap())).unwrap();
    assert_eq!(
        json,
        r#"{"leaves":["here","there"],"nodes":[],"texts":[0,1]}"#
    );
    let mut both = ConcatArena::new();
    let ids = both.try_import_all(refs).unwrap();
    assert_eq!(both.get(ids[1]).unwrap(), "there");

    let error = serde_json::to_string(&Arena((a, vec![there]))).unwrap_err();
    let foreign = "the id is not one of this arena's";
    assert_eq!(error.to_string(), foreign);
}

#[test]
fn empty_texts() {
    let empty = ConcatStr::new();
    assert_tokens(&empty, &[Token::Str("")]);
    let json = serde_json::to_string(&Many(vec![empty.clone(), "a".into(), empty])).unwrap();
    assert_eq!(json, r#"{"leaves":["a",""],"nodes":[],"texts":[1,0,1]}"#);
    in_all_formats(&Many::<Narrow>(vec![]), |read: Many<Narrow>| {
        assert_eq!(read.0, [] as [&str; 0]);
    });
    let json = r#"{"leaves":["",""],"nodes":[[0,1],[2,2]],"texts":[3]}"#;
    let One(read) = serde_json::from_str::<One<Narrow>>(json).unwrap();
    assert!(read.is_empty());
}

#[test]
fn a_text_takes_the_forms_that_a_string_takes() {
    fn check() {
        for text in ["", "id", "a text that no node keeps inline"] {
            assert_tokens(&ConcatStr::from(text), &[Token::Str(text)]);
            for token in [
                Token::BorrowedStr(text),
                Token::String(text),
                Token::Bytes(text.as_bytes()),
                Token::BorrowedBytes(text.as_bytes()),
                Token::ByteBuf(text.as_bytes()),
            ] {
                assert_de_tokens(&ConcatStr::from(text), &[token]);
            }
        }
        let message = "invalid type: integer `1`, expected a string";
        assert_de_tokens_error::<ConcatStr>(&[Token::U8(1)], message);
        let message = "invalid value: byte array, expected valid UTF-8 (invalid from byte 2 on)";
        assert_de_tokens_error::<ConcatStr>(&[Token::Bytes(b"id\xFF")], message);
        let pieces = ConcatStr::from("a \"text\" of ").concat("two pieces\n");
        let json = serde_json::to_string(&pieces).unwrap();
        assert_eq!(json, r#""a \"text\" of two pieces\n""#);
    }
    check();
    check::<Wide>();
}
