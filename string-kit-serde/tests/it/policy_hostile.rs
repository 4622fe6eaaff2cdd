//! Null and nested values in maps of strings, where they are hostile or memory is short: limits end
//! data without an end, skipped values allocate nothing, and each failure is an error.

use std::iter;

use serde::de::value::{BytesDeserializer, MapAccessDeserializer, SeqDeserializer};
use serde::de::{DeserializeSeed, Deserializer, IntoDeserializer, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};
use serde_json::{Value, json};
use string_kit::StringBuf;
use string_kit_conformance::count;
use string_kit_serde::{Handling, LimitError, Limits};

use crate::hostile::fails_until_it_fits;
use crate::policy::{as_text, policy, seed};
use crate::support::{FalseLength, StackError};

/// Data without an end: each level holds one more level, and each map one more entry.
#[derive(Clone, Copy)]
enum Endless {
    Seq,
    Map,
    Some,
    Newtype,
    Wide,
    Nulls,
}

impl IntoDeserializer<'_, StackError> for Endless {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Endless {
    type Error = StackError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, StackError> {
        match self {
            Self::Seq => visitor.visit_seq(FalseLength(usize::MAX, self)),
            Self::Wide => visitor.visit_seq(FalseLength(usize::MAX, true)),
            Self::Map => visitor.visit_map(FalseLength(usize::MAX, self)),
            Self::Some => visitor.visit_some(self),
            Self::Newtype => visitor.visit_newtype_struct(self),
            Self::Nulls => visitor.visit_unit(),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option
        unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}

#[test]
fn endless_nesting_is_an_error() {
    let too_deep = LimitError::TooDeep { max: 128 }.to_string() + " at key \"k\"";
    for endless in [Endless::Seq, Endless::Map, Endless::Some, Endless::Newtype] {
        assert_eq!(as_text(endless).unwrap_err().message(), too_deep);
    }
    let nested = |levels: usize| {
        let mut value = Value::Null;
        for _ in 0..levels {
            value = json!([value]);
        }
        seed::<String>(policy(Handling::AsJson, Handling::AsJson)).deserialize(&json!({"k": value}))
    };
    assert_eq!(nested(128).unwrap()[0].1.len(), 128 + 4 + 128);
    assert!(nested(129).unwrap_err().to_string().starts_with(&too_deep));
}

/// Limits end data without an end, and little memory is used until then.
#[test]
fn endless_data_stops_at_a_limit() {
    let limits = Limits::new().max_len(1_000).max_items(100);
    let read = |endless: Endless, policy| {
        let seed = limits
            .map::<Vec<(StringBuf<16>, StringBuf<16>)>>()
            .policy(policy);
        let map = MapAccessDeserializer::new(FalseLength(usize::MAX, endless));
        let (read, counts) = count(|| seed.deserialize(map));
        assert!(counts.peak_bytes < 3_000, "{counts:?}");
        let error: StackError = read.unwrap_err();
        error.message().to_owned()
    };
    let text = policy(Handling::AsJson, Handling::AsJson);
    let message = read(Endless::Wide, text);
    let expected = "a string of 1001 bytes exceeds the limit of 1000 (max_len) at key \"id\"";
    assert_eq!(message, expected);
    // Skipped entries count as items: a flood of nulls ends too.
    let skip = policy(Handling::Skip, Handling::Skip);
    let items = LimitError::TooManyItems { max: 100 }.to_string();
    assert_eq!(read(Endless::Nulls, skip), items);
}

/// A skipped value allocates nothing, and no entry is kept for it.
#[test]
fn a_skipped_value_allocates_nothing() {
    let value = json!({"a": null, "b": [1, "a text of more than 24 bytes", {"k": []}], "c": {}});
    let seed = seed::<StringBuf<16>>(policy(Handling::Skip, Handling::Skip));
    let (read, counts) = count(|| seed.deserialize(&value).unwrap());
    assert!(read.is_empty());
    assert_eq!((counts.allocations, counts.reallocations), (0, 0));

    // From JSON: only what serde's own `IgnoredAny` costs at most.
    let json = value.to_string();
    let mut from = serde_json::Deserializer::from_str(&json);
    let (_, ignored) = count(|| serde::de::IgnoredAny::deserialize(&mut from).unwrap());
    let mut from = serde_json::Deserializer::from_str(&json);
    let (read, counts) = count(|| seed.deserialize(&mut from).unwrap());
    assert!(read.is_empty());
    assert!(
        counts.allocations <= ignored.allocations + 1,
        "{counts:?}, {ignored:?}"
    );
}

/// One buffer serves all nested values of a map; besides it, they cost what strings cost.
#[test]
fn nested_values_share_one_buffer() {
    let nested: serde_json::Map<_, _> =
        (0..100).map(|n| (n.to_string(), json!([n, "x"]))).collect();
    let strings: serde_json::Map<_, _> = nested
        .iter()
        .map(|(key, value)| (key.clone(), Value::from(value.to_string())))
        .collect();
    let (nested, strings) = (Value::from(nested), Value::from(strings));
    let seed = seed::<Box<str>>(policy(Handling::Reject, Handling::AsJson));
    let (from_strings, needed) = count(|| seed.deserialize(&strings).unwrap());
    let (from_nested, counts) = count(|| seed.deserialize(&nested).unwrap());
    assert_eq!(from_nested, from_strings);
    assert_eq!(counts.allocations, needed.allocations + 1);
    assert_eq!(counts.live_bytes, needed.live_bytes);
}

/// A collection that keeps the last pair and allocates nothing.
#[derive(Debug, Default)]
struct Last(Option<(String, String)>);

impl Extend<(String, String)> for Last {
    fn extend<I: IntoIterator<Item = (String, String)>>(&mut self, pairs: I) {
        self.0 = pairs.into_iter().last().or(self.0.take());
    }
}

impl IntoIterator for Last {
    type Item = (String, String);
    type IntoIter = std::option::IntoIter<(String, String)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

#[test]
fn out_of_memory_in_a_nested_value_is_an_error() {
    let items = [true; 20];
    let (read, blocks) = fails_until_it_fits(|| {
        let items = SeqDeserializer::<_, StackError>::new(items.into_iter());
        let map = serde::de::value::MapDeserializer::new(iter::once((
            "k",
            serde::de::value::SeqAccessDeserializer::new(items),
        )));
        let seed = Limits::new()
            .map::<Last>()
            .policy(policy(Handling::Reject, Handling::AsJson));
        seed.deserialize(map)
    });
    assert_eq!(read.0.unwrap().1, json!(items).to_string());
    // The key, the text, and the buffer, which grows.
    assert!(blocks >= 3, "{blocks}");
}

/// A value that is one byte, which is not UTF-8.
struct Bytes;

impl<'de> IntoDeserializer<'de, StackError> for Bytes {
    type Deserializer = BytesDeserializer<'de, StackError>;

    fn into_deserializer(self) -> Self::Deserializer {
        BytesDeserializer::new(b"\xFF")
    }
}

/// Data that ends in the middle of a nested value is the format's own error, and so are bytes that
/// are not UTF-8.
#[test]
fn broken_nested_values_are_errors() {
    let read = |json| {
        let seed = seed::<String>(policy(Handling::AsJson, Handling::AsJson));
        seed.deserialize(&mut serde_json::Deserializer::from_str(json))
    };
    for json in [
        r#"{"k":["#,
        r#"{"k":[1,"#,
        r#"{"k":{"a""#,
        r#"{"k":{"a":"#,
        r#"{"k":[1}"#,
    ] {
        assert!(read(json).unwrap_err().is_syntax() || read(json).unwrap_err().is_eof());
    }
    let message = "invalid value: byte array, expected valid UTF-8 (invalid from byte 0 on)";
    let expected = format!("{message} at key \"k\"");
    assert_eq!(as_text(vec![Bytes]).unwrap_err().message(), expected);
    assert_eq!(as_text(Bytes).unwrap_err().message(), expected);
}
