//! Concatenations as text and as nodes: against `String`, with what was shared still shared, and data
//! that lies.
#![cfg(feature = "concat")]
#![allow(missing_docs)]

mod support;

use std::fmt::Debug;

use proptest::prelude::*;
use serde::de::{DeserializeOwned, DeserializeSeed};
use serde::{Deserialize, Serialize};
use serde_test::{Token, assert_de_tokens, assert_de_tokens_error, assert_tokens};
use string_kit::concat::{
    ConcatArena, ConcatId, ConcatNodes, ConcatStr, FrozenConcat, FrozenId, Narrow, Wide, Width,
};
use string_kit_serde::concat::{self, AppendNodes, NodeError, Nodes};
use string_kit_serde::{LimitError, Limits};

/// A text, as its nodes.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(transparent, bound = "")]
struct One<W: Width>(#[serde(with = "concat")] ConcatStr<W>);

/// Texts, as the nodes that they share.
#[derive(Debug, Deserialize, Serialize)]
#[serde(transparent, bound = "")]
struct Many<W: Width>(#[serde(with = "concat::seq")] Vec<ConcatStr<W>>);

#[derive(Deserialize, Serialize)]
#[serde(transparent, bound = "")]
struct Arena<W: Width>(#[serde(with = "concat::arena")] (ConcatArena<W>, Vec<ConcatId<W>>));

#[derive(Debug, Deserialize, Serialize)]
#[serde(transparent, bound = "")]
struct Frozen<W: Width>(#[serde(with = "concat::frozen")] FrozenConcat<W>);

/// What each format makes of a value, handed to a check.
fn in_all_formats<T: Serialize, U: DeserializeOwned>(value: &T, check: impl Fn(U)) {
    let json = serde_json::to_string(value).unwrap();
    check(serde_json::from_str(&json).unwrap());
    check(serde_json::from_reader(json.as_bytes()).unwrap());
    check(serde_json::from_value(serde_json::to_value(value).unwrap()).unwrap());
    let mut cbor = Vec::new();
    ciborium::into_writer(value, &mut cbor).unwrap();
    check(ciborium::from_reader(&cbor[..]).unwrap());
    let postcard = postcard::to_stdvec(value).unwrap();
    check(postcard::from_bytes(&postcard).unwrap());
}

/// How many leaves and concatenations there are.
fn size<W: Width>(texts: &[ConcatStr<W>]) -> (usize, usize) {
    let nodes = ConcatNodes::of(texts.iter().map(ConcatStr::view)).unwrap();
    (nodes.leaves().len(), nodes.concats().len())
}

/// Texts, each a leaf or of two that were before it, and the same as `String`s.
fn build<W: Width>(shape: &[(String, usize, usize)]) -> (Vec<ConcatStr<W>>, Vec<String>) {
    let (mut texts, mut controls) = (Vec::<ConcatStr<W>>::new(), Vec::<String>::new());
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

fn arena_of<W: Width>(texts: &[ConcatStr<W>]) -> (ConcatArena<W>, Vec<ConcatId<W>>) {
    let mut arena = ConcatArena::new();
    let ids = arena
        .try_import_all(texts.iter().map(ConcatStr::view))
        .unwrap();
    (arena, ids)
}

fn check_shape<W: Width>(shape: &[(String, usize, usize)]) {
    let (texts, controls) = build::<W>(shape);

    in_all_formats(&texts, |read: Vec<String>| assert_eq!(read, controls));
    in_all_formats(&controls, |read: Vec<ConcatStr<W>>| {
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
            assert_eq!(size(&[read]), size(&[text.clone()]));
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
    #![proptest_config(support::cases(32))]

    #[test]
    fn round_trips(
        shape in proptest::collection::vec((".{0,20}", 0..64_usize, 0..64_usize), 0..40),
    ) {
        check_shape::<Narrow>(&shape);
        check_shape::<Wide>(&shape);
    }

    /// Whatever the numbers are: no panic, and what is read can be written and read again.
    #[test]
    fn any_numbers(
        leaves in proptest::collection::vec(".{0,12}", 0..4),
        nodes in proptest::collection::vec((0..12_u64, 0..12_u64), 0..8),
        texts in proptest::collection::vec(0..12_u64, 0..4),
        order in any::<u8>(),
    ) {
        let mut fields = [
            format!(r#""leaves":{}"#, serde_json::to_string(&leaves).unwrap()),
            format!(r#""nodes":{}"#, serde_json::to_string(&nodes).unwrap()),
            format!(r#""texts":{}"#, serde_json::to_string(&texts).unwrap()),
        ];
        let count = leaves.len() as u64;
        let are_before = nodes.iter().zip(count..).all(|(&(l, r), node)| l < node && r < node);
        let are_nodes = texts.iter().all(|&text| text < count + nodes.len() as u64);
        fields.rotate_left(usize::from(order % 3));
        let json = format!("{{{}}}", fields.join(","));
        let read = serde_json::from_str::<Many<Narrow>>(&json);
        assert_eq!(read.is_ok(), are_before && are_nodes, "{json}");
        assert_eq!(serde_json::from_str::<Arena<Wide>>(&json).is_ok(), read.is_ok());
        if let Ok(read) = read {
            in_all_formats(&read, |again: Many<Narrow>| assert_eq!(again.0, read.0));
        }
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
    fn check<W: Width>() {
        let mut text: ConcatStr<W> = ConcatStr::from("a text of 16 B..");
        for _ in 0..60 {
            text = text.concat(&text);
        }
        let json = serde_json::to_string(&One(text.clone())).unwrap();
        assert_eq!(json.len(), 514);
        in_all_formats(&One(text.clone()), |One(read): One<W>| {
            assert_eq!(read.len_u128().unwrap(), 1 << 64);
            assert_eq!(read, text);
            assert_eq!(size(&[read]), (1, 60));
        });
    }
    check::<Narrow>();
    check::<Wide>();
}

#[test]
fn a_text_that_no_memory_holds_is_an_error_before_a_byte_is_written() {
    fn check<W: Width>() {
        for doublings in [59, 60, 64, 130] {
            let mut text: ConcatStr<W> = ConcatStr::from("a text of 16 B..");
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
    check::<Narrow>();
    check::<Wide>();
}

/// Leaning to the left and to the right: nothing recurses.
#[test]
fn a_chain_of_a_million_nodes() {
    const NODES: usize = 1_000_000;
    fn check<W: Width>(join: impl Fn(&ConcatStr<W>, &ConcatStr<W>) -> ConcatStr<W>) {
        let leaf: ConcatStr<W> = ConcatStr::from("a leaf of 16 B..");
        let mut text = leaf.clone();
        for _ in 0..NODES {
            text = join(&text, &leaf);
        }
        let postcard = postcard::to_stdvec(&One(text.clone())).unwrap();
        let One(read) = postcard::from_bytes::<One<W>>(&postcard).unwrap();
        assert_eq!(read, text);
        assert_eq!(size(&[read]), (1, NODES));
        let Arena((arena, ids)) = postcard::from_bytes::<Arena<W>>(&postcard).unwrap();
        assert_eq!(arena.concatenations(), NODES);
        let again = postcard::to_stdvec(&Arena((arena, ids))).unwrap();
        assert!(again == postcard);
        let flat = postcard::to_stdvec(&text).unwrap();
        assert_eq!(postcard::from_bytes::<ConcatStr<W>>(&flat).unwrap(), text);
    }
    check::<Narrow>(|text, leaf| text.concat(leaf));
    check::<Wide>(|text, leaf| leaf.concat(text));
}

#[test]
fn the_same_handle_twice_is_one_node() {
    let text: ConcatStr = ConcatStr::from("a longer text").concat(&"another long one".into());
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
    let mut both: ConcatArena = ConcatArena::new();
    let ids = both.try_import_all(refs).unwrap();
    assert_eq!(both.get(ids[1]).unwrap(), "there");

    let error = serde_json::to_string(&Arena((a, vec![there]))).unwrap_err();
    let foreign = "the id is not one of this arena's";
    assert_eq!(error.to_string(), foreign);
}

#[test]
fn empty_texts() {
    let empty = ConcatStr::<Narrow>::new();
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
    fn check<W: Width>() {
        for text in ["", "id", "a text that no node keeps inline"] {
            assert_tokens(&ConcatStr::<W>::from(text), &[Token::Str(text)]);
            for token in [
                Token::BorrowedStr(text),
                Token::String(text),
                Token::Bytes(text.as_bytes()),
                Token::BorrowedBytes(text.as_bytes()),
                Token::ByteBuf(text.as_bytes()),
            ] {
                assert_de_tokens(&ConcatStr::<W>::from(text), &[token]);
            }
        }
        let message = "invalid type: integer `1`, expected a string";
        assert_de_tokens_error::<ConcatStr<W>>(&[Token::U8(1)], message);
        let message =
            "invalid value: byte array, expected text in UTF-8, which it is not at byte 2";
        assert_de_tokens_error::<ConcatStr<W>>(&[Token::Bytes(b"id\xFF")], message);
        let pieces: ConcatStr<W> = ConcatStr::from("a \"text\" of ").concat(&"two pieces\n".into());
        let json = serde_json::to_string(&pieces).unwrap();
        assert_eq!(json, r#""a \"text\" of two pieces\n""#);
    }
    check::<Narrow>();
    check::<Wide>();
}

fn error_of<T: DeserializeOwned>(json: &str) -> String {
    serde_json::from_str::<T>(json)
        .err()
        .expect(json)
        .to_string()
}

#[test]
fn numbers_that_are_no_nodes() {
    let part = |node, part| NodeError::Part { node, part };
    let text = |text, nodes| NodeError::Text { text, nodes };
    let texts = |texts| NodeError::Texts { texts };
    let huge = u64::MAX;
    for (json, error) in [
        // Itself, a later one, and one that there is not.
        (r#"["a"],"nodes":[[0,1]],"texts":[0]"#, part(1, 1)),
        (r#"["a"],"nodes":[[2,0],[0,0]],"texts":[0]"#, part(1, 2)),
        (r#"["a"],"nodes":[[1,0],[0,0]],"texts":[0]"#, part(1, 1)),
        (
            &format!(r#"["a"],"nodes":[[0,{huge}]],"texts":[0]"#),
            part(1, huge),
        ),
        (r#"[],"nodes":[[0,0]],"texts":[0]"#, part(0, 0)),
        (r#"["a"],"nodes":[],"texts":[1]"#, text(1, 1)),
        (r#"["a"],"nodes":[[0,0]],"texts":[2]"#, text(2, 2)),
        (r#"[],"nodes":[],"texts":[0]"#, text(0, 0)),
        (r#"["a"],"nodes":[],"texts":[]"#, texts(0)),
        (r#"["a"],"nodes":[],"texts":[0,0,0]"#, texts(3)),
    ] {
        let json = format!(r#"{{"leaves":{json}}}"#);
        let message = error_of::<One<Narrow>>(&json);
        assert!(message.starts_with(&error.to_string()), "{message}");
        let message = error_of::<One<Wide>>(&json);
        assert!(message.starts_with(&error.to_string()), "{message}");
    }
}

#[test]
fn data_that_is_no_nodes() {
    for (json, message) in [
        ("{}", "missing field `leaves`"),
        (r#"{"leaves":["a"],"nodes":[]}"#, "missing field `texts`"),
        (r#"{"leaves":[],"leaves":[]}"#, "duplicate field `leaves`"),
        (
            r#"[["a"],[]]"#,
            "invalid length 2, expected leaves, nodes and texts",
        ),
        (
            "1",
            "invalid type: integer `1`, expected the leaves, nodes and texts of concatenations",
        ),
        (
            r#"{"leaves":[1]}"#,
            "invalid type: integer `1`, expected a string",
        ),
        (
            r#"{"leaves":"a"}"#,
            "invalid type: string \"a\", expected a sequence of the leaves' texts",
        ),
        (
            r#"{"nodes":[[0]]}"#,
            "invalid length 1, expected a tuple of size 2",
        ),
        (r#"{"nodes":[[0,-1]]}"#, "invalid value: integer `-1`"),
        (
            r#"{"texts":0}"#,
            "invalid type: integer `0`, expected a sequence of numbers of nodes",
        ),
    ] {
        let found = error_of::<Many<Narrow>>(json);
        assert!(found.starts_with(message), "{found}");
    }
    let json = r#"{"version":1,"texts":[1],"nodes":[[0,0]],"more":{},"leaves":["na"]}"#;
    assert_eq!(serde_json::from_str::<One<Narrow>>(json).unwrap().0, "nana");
}

#[test]
fn each_limit_at_its_edge() {
    let json = r#"{"leaves":["leaf","a"],"nodes":[[0,1],[2,2]],"texts":[3]}"#;
    let late = r#"{"texts":[3],"nodes":[[0,1],[2,2]],"leaves":["leaf","a"]}"#;
    let fits = Limits::new().max_len(4).max_items(5).max_bytes(5);
    fn check<T>(seed: impl for<'de> DeserializeSeed<'de, Value = T>, json: &str) -> Option<String> {
        let read = seed.deserialize(&mut serde_json::Deserializer::from_str(json));
        read.err().map(|error| error.to_string())
    }
    for (limits, error) in [
        (fits, None),
        (
            fits.max_len(3),
            Some(LimitError::TooLong { len: 4, max: 3 }),
        ),
        (fits.max_items(4), Some(LimitError::TooManyItems { max: 4 })),
        (fits.max_items(0), Some(LimitError::TooManyItems { max: 0 })),
        (fits.max_bytes(4), Some(LimitError::TooManyBytes { max: 4 })),
    ] {
        for json in [json, late] {
            for found in [
                check(limits.concat::<Narrow>(), json),
                check(limits.concat_seq::<Wide>(), json),
                check(limits.concat_arena::<Narrow>(), json),
            ] {
                match (found, error) {
                    (None, None) => {}
                    (Some(found), Some(error)) => {
                        assert!(found.starts_with(&error.to_string()), "{found}");
                    }
                    (found, error) => panic!("{found:?}, where it should be {error:?}"),
                }
            }
        }
    }
}

#[test]
fn an_arena_that_is_appended_to_takes_all_or_nothing() {
    fn check<W: Width>() {
        let mut arena: ConcatArena<W> = ConcatArena::new();
        let first = arena.leaf("first");
        for (json, is_ok) in [
            (
                r#"{"leaves":["a","b"],"nodes":[[0,1],[9,9]],"texts":[0]}"#,
                false,
            ),
            (r#"{"leaves":["a","b"],"nodes":[[0,1]],"texts":[7]}"#, false),
            (r#"{"leaves":["a","b"#, false),
            (
                r#"{"leaves":["a","b"],"nodes":[[0,1]],"texts":[2,0]}"#,
                true,
            ),
        ] {
            assert_eq!((arena.leaves(), arena.concatenations()), (1, 0));
            let mut json = serde_json::Deserializer::from_str(json);
            let ids = AppendNodes(&mut arena).deserialize(&mut json);
            assert_eq!(ids.is_ok(), is_ok);
            if let Ok(ids) = ids {
                assert_eq!(arena.get(ids[0]).unwrap(), "ab");
                assert_eq!(arena.get(ids[1]).unwrap(), "a");
            }
        }
        assert_eq!(arena.get(first).unwrap(), "first");
        assert_eq!((arena.leaves(), arena.concatenations()), (3, 1));
    }
    check::<Narrow>();
    check::<Wide>();
}

#[test]
fn frozen_bytes_that_are_not_those_that_were_saved() {
    let (texts, _) = build::<Narrow>(&[("a leaf of a text".into(), 0, 0), (String::new(), 0, 0)]);
    let (frozen, _) = arena_of(&texts).0.freeze().unwrap();
    let mut bytes = frozen.to_bytes();
    bytes.pop();
    let message = error_of::<Frozen<Narrow>>(&serde_json::to_string(&bytes).unwrap());
    let fault = FrozenConcat::<Narrow>::from_bytes(&bytes).unwrap_err();
    assert!(message.starts_with(&fault.to_string()), "{message}");
    let message = error_of::<Frozen<Narrow>>("\"text\"");
    assert!(message.starts_with("this is no frozen") || message.starts_with("the bytes end"));
    let message = error_of::<Frozen<Narrow>>("1");
    let expected = "invalid type: integer `1`, expected the bytes of a frozen concatenation";
    assert!(message.starts_with(expected), "{message}");
    let message = error_of::<Frozen<Narrow>>("[256]");
    assert!(
        message.starts_with("invalid value: integer `256`"),
        "{message}"
    );
}

#[test]
fn errors_display_as_words() {
    fn shown(error: impl Debug + std::error::Error) -> String {
        error.to_string()
    }
    let part = NodeError::Part { node: 2, part: 3 };
    assert_eq!(shown(part), "node 2 has the part 3, which is not before it");
    let text = NodeError::Text { text: 2, nodes: 1 };
    assert_eq!(shown(text), "the text 2 is none of 1 nodes");
    let texts = NodeError::Texts { texts: 2 };
    assert_eq!(shown(texts), "2 texts, where there must be one");
}
