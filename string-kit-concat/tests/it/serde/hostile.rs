//! Hostile nodes: the error that names the fault, each limit at its edge, an unchanged arena after an error.

use std::error::Error;

use proptest::prelude::*;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_test::{Token, assert_de_tokens, assert_de_tokens_error};
use string_kit_concat::serde::arena::Texts;
use string_kit_concat::serde::{LimitError, Limits, NodeError, limited};
use string_kit_concat::{ConcatArena, ConcatStr, FrozenConcat, MeasuredConcatStr};

use super::cases;
use super::fields::{Arena, Frozen, Many, One, in_all_formats};

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
        let message = error_of::<One<ConcatStr>>(&json);
        assert!(message.starts_with(&error.to_string()), "{message}");
        let message = error_of::<One<MeasuredConcatStr>>(&json);
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
        let found = error_of::<Many<ConcatStr>>(json);
        assert!(found.starts_with(message), "{found}");
    }
    let json = r#"{"version":1,"texts":[1],"nodes":[[0,0]],"more":{},"leaves":["na"]}"#;
    assert_eq!(
        serde_json::from_str::<One<ConcatStr>>(json).unwrap().0,
        "nana"
    );
}

#[test]
fn fields_are_named_by_strings_bytes_and_indexes() {
    let nana = One(ConcatStr::from("nana"));
    let list = [Token::Seq { len: None }, Token::U64(0), Token::SeqEnd];
    let tokens = [
        &[Token::Map { len: None }, Token::Bytes(b"nodes")][..],
        &[Token::Seq { len: None }, Token::SeqEnd],
        &[Token::U64(2)],
        &list,
        &[Token::Bytes(b"\xFF"), Token::Unit, Token::U64(3)],
        &list,
        &[Token::BorrowedStr("leaves"), Token::Seq { len: None }],
        &[Token::Str("nana"), Token::SeqEnd, Token::MapEnd],
    ];
    assert_de_tokens(&nana, &tokens.concat());
    let twice = [tokens[0], tokens[1], &[Token::U64(1)]].concat();
    assert_de_tokens_error::<One<ConcatStr>>(&twice, "duplicate field `nodes`");
}

#[test]
fn each_limit_at_its_edge() {
    let json = r#"{"leaves":["leaf","a"],"nodes":[[0,1],[2,2]],"texts":[3]}"#;
    let late = r#"{"texts":[3],"nodes":[[0,1],[2,2]],"leaves":["leaf","a"]}"#;
    let fits = Limits::new().max_len(4).max_items(5).max_bytes(5);
    for (limits, error) in [
        (fits, None),
        (
            fits.max_len(3),
            Some(LimitError::LeafTooLong { len: 4, max: 3 }),
        ),
        (fits.max_items(4), Some(LimitError::TooManyItems { max: 4 })),
        (fits.max_items(0), Some(LimitError::TooManyItems { max: 0 })),
        (fits.max_bytes(4), Some(LimitError::TooManyBytes { max: 4 })),
    ] {
        for json in [json, late] {
            let from = || serde_json::Deserializer::from_str(json);
            for found in [
                limits.read_text::<ConcatStr, _>(&mut from()).err(),
                limits.read_seq::<MeasuredConcatStr, _>(&mut from()).err(),
                limits.read_arena(&mut from()).err(),
                limits.read_into(&mut ConcatArena::new(), &mut from()).err(),
            ] {
                match (found.map(|found| found.to_string()), error) {
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

#[derive(Debug, Deserialize)]
#[allow(clippy::large_enum_variant)] // Each is read once.
enum Limited {
    Text(#[serde(deserialize_with = "limited::text::<4, 5, 6, _, _>")] ConcatStr),
    Seq(#[serde(deserialize_with = "limited::seq::<4, 5, 6, _, _, _>")] Box<[MeasuredConcatStr]>),
    Arena(#[serde(deserialize_with = "limited::arena::<4, 5, 6, _>")] Texts),
}

#[test]
fn attributes_have_their_limits_in_the_documented_order() {
    for (leaves, nodes, error) in [
        (r#""leaf","ab""#, "[0,1],[2,2]", None),
        (
            r#""leafs""#,
            "",
            Some(LimitError::LeafTooLong { len: 5, max: 4 }),
        ),
        (
            r#""leaf","ab""#,
            "[0,1],[2,2],[2,2]",
            Some(LimitError::TooManyItems { max: 5 }),
        ),
        (
            r#""leaf","abc""#,
            "",
            Some(LimitError::TooManyBytes { max: 6 }),
        ),
    ] {
        for kind in ["Text", "Seq", "Arena"] {
            let json =
                format!(r#"{{"{kind}":{{"leaves":[{leaves}],"nodes":[{nodes}],"texts":[0]}}}}"#);
            let is_right = match (serde_json::from_str(&json), error) {
                (Ok(Limited::Text(text)), None) => text == "leaf",
                (Ok(Limited::Seq(texts)), None) => texts[0] == "leaf",
                (Ok(Limited::Arena((arena, ids))), None) => arena.get(ids[0]).unwrap() == "leaf",
                (Err(found), Some(error)) => found.to_string().starts_with(&error.to_string()),
                (read, error) => panic!("{read:?}, where it should be {error:?}"),
            };
            assert!(is_right, "{json}");
        }
    }
}

#[test]
fn an_arena_that_nodes_are_read_into_takes_all_or_nothing() {
    let mut arena = ConcatArena::new();
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
        let ids = Limits::new().read_into(&mut arena, &mut json);
        assert_eq!(ids.is_ok(), is_ok);
        if let Ok(ids) = ids {
            assert_eq!(arena.get(ids[0]).unwrap(), "ab");
            assert_eq!(arena.get(ids[1]).unwrap(), "a");
        }
    }
    assert_eq!(arena.get(first).unwrap(), "first");
    assert_eq!((arena.leaves(), arena.concatenations()), (3, 1));
}

#[test]
fn frozen_bytes_that_are_not_those_that_were_saved() {
    let mut arena = ConcatArena::new();
    let leaf = arena.leaf("a leaf of a text");
    arena.concat(leaf, leaf);
    let (frozen, _) = arena.freeze().unwrap();
    let mut bytes = frozen.to_bytes();
    bytes.pop();
    let message = error_of::<Frozen>(&serde_json::to_string(&bytes).unwrap());
    let fault = FrozenConcat::from_bytes(&bytes).unwrap_err();
    assert!(message.starts_with(&fault.to_string()), "{message}");
    let message = error_of::<Frozen>("\"text\"");
    assert!(message.starts_with("this is no frozen") || message.starts_with("the bytes end"));
    let message = error_of::<Frozen>("1");
    let expected = "invalid type: integer `1`, expected the bytes of a frozen concatenation";
    assert!(message.starts_with(expected), "{message}");
    let message = error_of::<Frozen>("[256]");
    assert!(
        message.starts_with("invalid value: integer `256`"),
        "{message}"
    );
}

#[test]
fn errors_display_as_words() {
    fn shown(error: impl Error) -> String {
        error.to_string()
    }
    let part = NodeError::Part { node: 2, part: 3 };
    assert_eq!(shown(part), "node 2 has the part 3, which is not before it");
    let text = NodeError::Text { text: 2, nodes: 1 };
    assert_eq!(shown(text), "the text 2 is none of 1 nodes");
    let texts = NodeError::Texts { texts: 2 };
    assert_eq!(shown(texts), "the data has 2 texts and not one");
}

proptest! {
    #![proptest_config(cases(64))]

    /// No numbers make it panic, and texts that were read can be written and read again.
    #[test]
    fn any_numbers(
        leaves in proptest::collection::vec(".{0,12}", 0..6),
        nodes in proptest::collection::vec((0..6_u64, 0..6_u64), 0..5),
        texts in proptest::collection::vec(0..6_u64, 0..4),
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
        let read = serde_json::from_str::<Many<ConcatStr>>(&json);
        assert_eq!(read.is_ok(), are_before && are_nodes, "{json}");
        assert_eq!(serde_json::from_str::<Arena>(&json).is_ok(), read.is_ok());
        if let Ok(read) = read {
            in_all_formats(&read, |again: Many<ConcatStr>| assert_eq!(again.0, read.0));
        }
    }
}
