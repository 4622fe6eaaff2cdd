//! Every adapter with every type, in formats of each kind, against serde's own impls for `String`.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;

use proptest::prelude::*;
use serde::de::value::{BorrowedBytesDeserializer, BytesDeserializer, Error, StringDeserializer};
use serde::de::{Deserialize, DeserializeOwned, IntoDeserializer};
use serde::ser::Serialize;
use serde_test::{
    Token, assert_de_tokens, assert_de_tokens_error, assert_ser_tokens, assert_tokens,
};
use string_kit::{CapturedStr, SharedStr, StrList, StringBuf};
use string_kit_serde::{Captured, captured, map, seq};

use crate::chosen::{Chosen, for_each, for_each_type};
use crate::support::{Field, Plain, Record};

const TEXTS: [&str; 4] = [
    "",
    "id",
    "naïve",
    "a text that no type keeps inline, for it is too long",
];

/// Checks that every token of a text is read, and that any other token is an error.
fn check_tokens() {
    for text in TEXTS {
        assert_ser_tokens(&Field::<Chosen>::new(text), &[Token::Str(text)]);
        for token in [
            Token::Str(text),
            Token::BorrowedStr(text),
            Token::String(text),
            Token::Bytes(text.as_bytes()),
            Token::BorrowedBytes(text.as_bytes()),
            Token::ByteBuf(text.as_bytes()),
        ] {
            assert_de_tokens(&Field::<Chosen>::new(text), &[token]);
        }
    }
    assert_de_tokens(&Field::<Chosen>::new("€"), &[Token::Char('€')]);
    for (token, found) in [
        (Token::U8(1), "integer `1`"),
        (Token::I64(-1), "integer `-1`"),
        (Token::F32(1.5), "floating point `1.5`"),
        (Token::Bool(true), "boolean `true`"),
        (Token::None, "Option value"),
        (Token::Unit, "unit value"),
    ] {
        let message = format!("invalid type: {found}, expected a string");
        assert_de_tokens_error::<Field<Chosen>>(&[token], &message);
    }
    for token in [
        Token::Bytes(b"id\xFF"),
        Token::BorrowedBytes(b"id\xFF"),
        Token::ByteBuf(b"id\xFF"),
    ] {
        let message = "invalid value: byte array, expected valid UTF-8 (invalid from byte 2 on)";
        assert_de_tokens_error::<Field<Chosen>>(&[token], message);
    }
}

/// Reads and writes containers as tokens with their lengths, which binary formats need.
fn check_container_tokens() {
    let strings = [
        Token::Seq { len: Some(2) },
        Token::Str("id"),
        Token::Str("42"),
        Token::SeqEnd,
    ];
    let text = |text| Captured(Chosen::from_text(text));
    assert_tokens(&vec![text("id"), text("42")], &strings);
    assert_tokens(&StrList::from(["id", "42"]), &strings);
    let pairs = [
        Token::Map { len: Some(1) },
        Token::Str("id"),
        Token::Str("42"),
        Token::MapEnd,
    ];
    assert_tokens(&BTreeMap::from([(text("id"), text("42"))]), &pairs);
    assert_tokens(&Some(text("id")), &[Token::Some, Token::Str("id")]);
}

/// Reads owned and borrowed text.
fn check_value<'de>(text: &'de str) {
    let owned: StringDeserializer<Error> = text.to_owned().into_deserializer();
    let expected = Field::<Chosen>::new(text);
    assert_eq!(Field::deserialize(owned).unwrap(), expected);
    let bytes: BytesDeserializer<'_, Error> = text.as_bytes().into_deserializer();
    assert_eq!(Field::deserialize(bytes).unwrap(), expected);
    let bytes = BorrowedBytesDeserializer::<'de, Error>::new(text.as_bytes());
    assert_eq!(Field::deserialize(bytes).unwrap(), expected);
}

fn from_cbor<T: DeserializeOwned>(bytes: &[u8]) -> T {
    ciborium::from_reader(bytes).unwrap()
}

fn to_cbor<T: Serialize>(value: &T) -> Vec<u8> {
    let mut bytes = Vec::new();
    ciborium::into_writer(value, &mut bytes).unwrap();
    bytes
}

/// Checks in every format that data of the adapters reads as `String`s, and the reverse.
fn check_formats(texts: &[String]) {
    let plain = Plain::new(texts);
    let record = Record::<Chosen>::new(&plain);

    let json = serde_json::to_string(&record).unwrap();
    assert_eq!(serde_json::from_str::<Plain>(&json).unwrap(), plain);
    let json = serde_json::to_string_pretty(&plain).unwrap();
    let value = serde_json::to_value(&record).unwrap();
    let reads: [Record<Chosen>; 5] = [
        serde_json::from_str(&json).unwrap(),
        serde_json::from_slice(json.as_bytes()).unwrap(),
        serde_json::from_reader(json.as_bytes()).unwrap(),
        Record::deserialize(&value).unwrap(),
        serde_json::from_value(value).unwrap(),
    ];
    assert!(reads.iter().all(|read| *read == record));

    let toml = toml::to_string(&record).unwrap();
    assert_eq!(toml::from_str::<Plain>(&toml).unwrap(), plain);
    assert_eq!(toml::from_str::<Record<Chosen>>(&toml).unwrap(), record);

    let cbor = to_cbor(&record);
    assert_eq!(from_cbor::<Plain>(&cbor), plain);
    assert_eq!(from_cbor::<Record<Chosen>>(&cbor), record);

    let postcard = postcard::to_stdvec(&record).unwrap();
    assert_eq!(postcard::from_bytes::<Plain>(&postcard).unwrap(), plain);
    let read: Record<Chosen> = postcard::from_bytes(&postcard).unwrap();
    assert_eq!(read, record);
}

/// Reads texts that are longer than the buffer of the format's reader.
fn check_long() {
    let long = Field::<Chosen>::new(&"naïve ".repeat(2_000));
    assert_eq!(from_cbor::<Field<Chosen>>(&to_cbor(&long)), long);

    // Each text fits this buffer, all together do not.
    let strings = vec![Captured(Chosen::from_text(&"x".repeat(60))); 10];
    let postcard = postcard::to_stdvec(&strings).unwrap();
    let reader = (&postcard[..], &mut [0; 64][..]);
    let (read, _) = postcard::from_io::<Vec<Captured<Chosen>>, _>(reader).unwrap();
    assert_eq!(read, strings);
}

/// Checks that the first document, null, is `None`, and an empty sequence or map is not.
fn check_optional<T>(documents: &[(&str, T)], expected: &str)
where
    T: Debug + DeserializeOwned + PartialEq + Serialize,
{
    for (json, value) in documents {
        let read: T = serde_json::from_str(json).unwrap();
        assert_eq!(read, *value);
        assert_eq!(serde_json::to_string(&read).unwrap(), *json);
        let postcard = postcard::to_stdvec(&read).unwrap();
        assert_eq!(postcard::from_bytes::<T>(&postcard).unwrap(), read);
        assert_eq!(from_cbor::<T>(&to_cbor(&read)), read);
    }
    assert_de_tokens(&documents[0].1, &[Token::Unit]);
    let message = format!("invalid type: integer `1`, expected {expected} or null");
    assert_de_tokens_error::<T>(&[Token::U8(1)], &message);
}

fn check_options() {
    #[derive(Debug, serde::Deserialize, PartialEq, serde::Serialize)]
    #[serde(transparent)]
    struct Text(#[serde(with = "captured::option")] Option<Chosen>);
    #[derive(Debug, serde::Deserialize, PartialEq, serde::Serialize)]
    #[serde(transparent)]
    struct Seq(#[serde(with = "seq::option")] Option<Vec<Chosen>>);
    #[derive(Debug, serde::Deserialize, PartialEq, serde::Serialize)]
    #[serde(transparent)]
    struct Map(#[serde(with = "map::option")] Option<BTreeMap<Chosen, Chosen>>);

    let [id, number] = ["id", "42"].map(Chosen::from_text);
    let pair = (id.clone(), number.clone());
    let documents = [("null", Text(None)), (r#""id""#, Text(Some(id.clone())))];
    check_optional(&documents, "a string");
    let documents = [
        ("null", Seq(None)),
        ("[]", Seq(Some(Vec::new()))),
        (r#"["id","42"]"#, Seq(Some(vec![id, number]))),
    ];
    check_optional(&documents, "a sequence of strings");
    let documents = [
        ("null", Map(None)),
        ("{}", Map(Some(BTreeMap::new()))),
        (r#"{"id":"42"}"#, Map(Some(BTreeMap::from([pair])))),
    ];
    check_optional(&documents, "a map of strings");
}

/// Checks that a missing field is `None` if it has a default, and that serde may buffer the field.
fn check_missing() {
    #[derive(Debug, serde::Deserialize)]
    struct Tags {
        #[serde(default, with = "captured::option")]
        tag: Option<Chosen>,
    }
    #[derive(Debug, serde::Deserialize)]
    struct Strict {
        #[serde(with = "captured::option")]
        #[allow(dead_code, reason = "the field is always missing")]
        tag: Option<Chosen>,
    }
    #[derive(serde::Deserialize)]
    struct Flat {
        #[serde(flatten)]
        tags: Tags,
    }
    // serde buffers a null as a unit.
    for (json, tag) in [
        (r#"{"tag":"id"}"#, Some(Chosen::from_text("id"))),
        (r#"{"tag":null}"#, None),
        ("{}", None),
    ] {
        assert_eq!(serde_json::from_str::<Tags>(json).unwrap().tag, tag);
        assert_eq!(serde_json::from_str::<Flat>(json).unwrap().tags.tag, tag);
    }
    let error = serde_json::from_str::<Strict>("{}")
        .unwrap_err()
        .to_string();
    assert!(error.starts_with("missing field `tag`"), "{error}");
}

/// Checks that a map keeps the last value of a repeated key, and a `Vec` every pair.
fn check_repeated_keys() {
    let json = r#"{"b":"1","a":"2","b":"3"}"#;
    let read = || serde_json::Deserializer::from_str(json);
    let pair = |key, value| (Chosen::from_text(key), Chosen::from_text(value));
    let tree: BTreeMap<Chosen, Chosen> = map::deserialize(&mut read()).unwrap();
    assert!(tree.into_iter().eq([pair("a", "2"), pair("b", "3")]));
    let hashed: HashMap<Chosen, Chosen> = map::deserialize(&mut read()).unwrap();
    assert_eq!(hashed, HashMap::from([pair("a", "2"), pair("b", "3")]));
    let pairs: Vec<(Chosen, Chosen)> = map::deserialize(&mut read()).unwrap();
    assert_eq!(pairs, [pair("b", "1"), pair("a", "2"), pair("b", "3")]);
}

/// Checks that the newtype compares, hashes and displays as its text.
fn check_newtype() {
    let id = Captured::from(Chosen::from_text("id"));
    assert_eq!(id, *"id");
    assert_eq!(id, "id");
    assert_eq!(*"id", id);
    assert_eq!("id", id);
    assert_eq!((id.as_ref(), id.to_string()), ("id", "id".into()));
    assert_eq!(format!("{id:?}"), format!("{:?}", *id));
    assert_eq!(HashMap::from([(id.clone(), 1)]).get("id"), Some(&1));
    assert_eq!(BTreeMap::from([(id.clone(), 1)]).get("id"), Some(&1));
    assert_eq!(id.into_inner(), Chosen::from_text("id"));
    assert_eq!(Captured::<Chosen>::default(), "");
}

for_each_type! {
    every_text_token_is_read: check_tokens, check_container_tokens;
    long_texts_are_read: check_long;
    null_is_none: check_missing, check_options;
    a_map_keeps_the_last_of_repeated_keys: check_repeated_keys;
    captured_behaves_as_its_text: check_newtype;
}

proptest! {
    #![proptest_config(crate::support::cases(32))]

    #[test]
    fn every_format_round_trips(
        texts in proptest::collection::vec(any::<String>(), 0..6),
    ) {
        for_each(|| {
            check_formats(&texts);
            for text in &texts {
                check_value(text);
            }
        });
    }
}

/// Types that implement serde's traits read the same tokens as the adapters, with the same errors.
#[test]
fn own_impls_read_the_same_tokens_as_adapters() {
    for token in [
        Token::Str("id"),
        Token::BorrowedStr("id"),
        Token::String("id"),
        Token::Bytes(b"id"),
        Token::BorrowedBytes(b"id"),
        Token::ByteBuf(b"id"),
    ] {
        assert_de_tokens(&StringBuf::<16>::from("id"), &[token]);
        assert_de_tokens(&SharedStr::from("id"), &[token]);
        let list = [Token::Seq { len: Some(1) }, token, Token::SeqEnd];
        assert_de_tokens(&StrList::from(["id"]), &list);
    }
    assert_tokens(&StringBuf::<16>::from("id"), &[Token::Str("id")]);
    assert_tokens(&SharedStr::from("id"), &[Token::Str("id")]);
    assert_ser_tokens(&SharedStr::from_static("id"), &[Token::Str("id")]);
    let message = "invalid type: integer `1`, expected a string";
    assert_de_tokens_error::<StringBuf<16>>(&[Token::U8(1)], message);
    assert_de_tokens_error::<SharedStr>(&[Token::U8(1)], message);
    let message = "invalid value: byte array, expected valid UTF-8 (invalid from byte 2 on)";
    for token in [Token::Bytes(b"id\xFF"), Token::ByteBuf(b"id\xFF")] {
        assert_de_tokens_error::<StringBuf<16>>(&[token], message);
        assert_de_tokens_error::<SharedStr>(&[token], message);
        assert_de_tokens_error::<StrList>(&[Token::Seq { len: Some(1) }, token], message);
    }
}

/// ciborium's `deserialize_str` reads no text of this length.
#[test]
fn own_impls_read_long_texts() {
    let long = "naïve ".repeat(2_000);
    let cbor = to_cbor(&long);
    assert_eq!(from_cbor::<StringBuf<16>>(&cbor), *long);
    assert_eq!(from_cbor::<SharedStr>(&cbor), *long);
    let cbor = to_cbor(&[&long, "id"]);
    assert_eq!(from_cbor::<StrList>(&cbor), [&long, "id"]);
}

/// A `SharedStr` and its clones are written and read as a `String` is, in every format.
#[test]
fn a_shared_str_is_written_and_read_as_a_string() {
    for text in TEXTS {
        let shared = SharedStr::from(text);
        let (clone, control) = (shared.clone(), text.to_owned());
        assert_eq!(shared.add_shards(), shared.heap_size() > 0);
        let after = shared.clone();
        for handle in [shared, clone, after] {
            assert_eq!(to_cbor(&handle), to_cbor(&control));
            assert_eq!(from_cbor::<SharedStr>(&to_cbor(&control)), handle);
            let json = serde_json::to_string(&control).unwrap();
            assert_eq!(serde_json::to_string(&handle).unwrap(), json);
            assert_eq!(serde_json::from_str::<SharedStr>(&json).unwrap(), handle);
            let postcard = postcard::to_stdvec(&control).unwrap();
            assert_eq!(postcard::to_stdvec(&handle).unwrap(), postcard);
            assert_eq!(
                postcard::from_bytes::<SharedStr>(&postcard).unwrap(),
                handle
            );
        }
    }
}

#[test]
fn the_error_names_the_expected_data() {
    let error = serde_json::from_str::<StrList>("1").unwrap_err();
    let expected = "invalid type: integer `1`, expected a sequence of strings";
    assert!(error.to_string().starts_with(expected), "{error}");
    let mut json = serde_json::Deserializer::from_str("1");
    let error = map::deserialize::<BTreeMap<String, String>, _>(&mut json).unwrap_err();
    let expected = "invalid type: integer `1`, expected a map of strings";
    assert!(error.to_string().starts_with(expected), "{error}");
}

#[test]
fn captured_can_be_changed_in_place() {
    let mut text = Captured(String::from("a"));
    text.push('b');
    assert_eq!(*text, "ab");
}
