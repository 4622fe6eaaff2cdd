//! The `captured` adapter, over every representation and the forms that formats give text in.
#![allow(missing_docs)]

use std::fmt::Debug;

use proptest::prelude::*;
use serde::de::value::{BorrowedBytesDeserializer, BytesDeserializer, Error, StringDeserializer};
use serde::de::{Deserialize, IntoDeserializer};
use serde_test::{Token, assert_de_tokens, assert_de_tokens_error, assert_ser_tokens};
use string_kit::CapturedStr;
use string_kit_alloc::{CountingAllocator, count};
use string_kit_serde::captured;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator::new();

#[derive(Debug, PartialEq, serde::Deserialize, serde::Serialize)]
#[serde(transparent, bound = "")]
struct Field<S: CapturedStr>(#[serde(with = "captured")] S);

fn field<S: CapturedStr>(text: &str) -> Field<S> {
    Field(S::from_text(text))
}

/// A text in every form that a format may give it in, and what is no text.
fn check_tokens<S: CapturedStr>() {
    for text in [
        "",
        "id",
        "naïve",
        "a text that no type keeps inline, for it is too long",
    ] {
        assert_ser_tokens(&field::<S>(text), &[Token::Str(text)]);
        for token in [
            Token::Str(text),
            Token::BorrowedStr(text),
            Token::String(text),
            Token::Bytes(text.as_bytes()),
            Token::BorrowedBytes(text.as_bytes()),
            Token::ByteBuf(text.as_bytes()),
        ] {
            assert_de_tokens(&field::<S>(text), &[token]);
        }
    }
    assert_de_tokens_error::<Field<S>>(
        &[Token::U8(1)],
        "invalid type: integer `1`, expected a string",
    );
    assert_de_tokens_error::<Field<S>>(
        &[Token::Bytes(b"\xFF")],
        "invalid value: byte array, expected text in UTF-8",
    );
}

fn check_json<S: CapturedStr>(text: &str) {
    let json = serde_json::to_string(&field::<S>(text)).unwrap();
    assert_eq!(json, serde_json::to_string(text).unwrap());
    let read: [Field<S>; 3] = [
        serde_json::from_str(&json).unwrap(),
        serde_json::from_slice(json.as_bytes()).unwrap(),
        serde_json::from_reader(json.as_bytes()).unwrap(),
    ];
    assert!(read.iter().all(|read| read.0.as_str() == text));
}

fn check_value<'de, S: CapturedStr + Debug>(text: &'de str) {
    let owned: StringDeserializer<Error> = text.to_owned().into_deserializer();
    assert_eq!(Field::<S>::deserialize(owned).unwrap(), field(text));
    let bytes: BytesDeserializer<'_, Error> = text.as_bytes().into_deserializer();
    assert_eq!(Field::<S>::deserialize(bytes).unwrap(), field(text));
    let bytes = BorrowedBytesDeserializer::<'de, Error>::new(text.as_bytes());
    assert_eq!(Field::<S>::deserialize(bytes).unwrap(), field(text));
}

/// No allocation for the field but what the representation's own copy of the text takes.
fn check_allocations<S: CapturedStr>() {
    for len in [5, 20, 30] {
        let json = format!("\"{}\"", "x".repeat(len));
        let (read, counts) = count(|| serde_json::from_str::<Field<S>>(&json).unwrap());
        let (copy, needed) = count(|| S::from_text(&json[1..=len]));
        assert_eq!(read.0, copy);
        assert_eq!(counts, needed, "{} with {len} bytes", S::PROFILE.name);
    }
}

macro_rules! adapter {
    ($name:ident, $ty:ty) => {
        mod $name {
            use super::*;

            #[test]
            fn tokens() {
                check_tokens::<$ty>();
            }

            #[test]
            fn allocations() {
                check_allocations::<$ty>();
            }

            proptest! {
                #![proptest_config(ProptestConfig { failure_persistence: None, cases: 64, ..ProptestConfig::default() })]

                #[test]
                fn round_trips(text in any::<String>()) {
                    check_json::<$ty>(&text);
                    check_value::<$ty>(&text);
                }
            }
        }
    };
}
string_kit::for_each_representation!(adapter);
