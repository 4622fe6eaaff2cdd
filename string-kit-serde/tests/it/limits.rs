//! Data at each limit and beyond it, for every seed: limits are checked before memory is allocated.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

use serde::de::value::MapDeserializer;
use serde::de::{DeserializeSeed, Deserializer, IntoDeserializer, Visitor};
use serde::{Deserialize, forward_to_deserialize_any};
use string_kit::StrList;
use string_kit_conformance::count;
use string_kit_serde::seed::Optional;
use string_kit_serde::{LimitError, Limits};

use crate::support::{StackError, strings};

/// The limits are checked before a text reaches its type, so one type stands for all.
type Kept = Arc<str>;
type Read<T> = Result<T, StackError>;

/// Asserts that the result is an error that begins with the message of `limit`, before its place.
#[track_caller]
fn assert_over<T: Debug>(read: Read<T>, limit: LimitError) {
    let error = read.unwrap_err();
    let message = limit.to_string();
    assert!(error.message().starts_with(&message), "{error}");
}

/// A deserializer that hands over bytes.
struct OwnedBytes(Vec<u8>);

impl<'de> Deserializer<'de> for OwnedBytes {
    type Error = StackError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, StackError> {
        visitor.visit_byte_buf(self.0)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

fn text(limits: Limits, text: &str) -> Read<Kept> {
    limits.text().deserialize(text.into_deserializer())
}

fn texts(limits: Limits, texts: &[&str]) -> Read<Vec<Kept>> {
    limits.seq().deserialize(strings(texts))
}

fn list(limits: Limits, texts: &[&str]) -> Read<StrList> {
    limits.list().deserialize(strings(texts))
}

fn map(limits: Limits, pairs: &[(&str, &str)]) -> Read<Vec<(Kept, Kept)>> {
    limits
        .map()
        .deserialize(MapDeserializer::new(pairs.iter().copied()))
}

#[test]
fn max_len_bounds_each_string() {
    for len in [0, 1, 23, 24, 64] {
        let string = "x".repeat(len);
        let limits = Limits::new().max_len(len);
        assert_eq!(text(limits, &string).unwrap(), Kept::from(&*string));
        let longer = string.clone() + "x";
        let limit = LimitError::TooLong {
            len: len + 1,
            max: len,
        };
        assert_over(text(limits, &longer), limit);
        assert_over(texts(limits, &[&string, &longer]), limit);
        assert_over(list(limits, &[&string, &longer]), limit);
        assert_over(map(limits, &[(&string, &longer)]), limit);
        assert_over(map(limits, &[(&longer, &string)]), limit);
        let owned: Read<Kept> = limits
            .text()
            .deserialize(longer.clone().into_deserializer());
        assert_over(owned, limit);
        let bytes: Read<Kept> = limits
            .text()
            .deserialize(longer.as_bytes().into_deserializer());
        assert_over(bytes, limit);
        // One string counts towards the bytes in total too.
        let limit = LimitError::TooManyBytes { max: len };
        assert_over(text(Limits::new().max_bytes(len), &longer), limit);
    }
    // Bytes that the format hands over count too.
    let owned = Limits::new().max_len(4).text::<Kept>();
    let read = owned.deserialize(OwnedBytes(b"four".into()));
    assert_eq!(&*read.unwrap(), "four");
    let limit = LimitError::TooLong { len: 5, max: 4 };
    assert_over(owned.deserialize(OwnedBytes(b"fives".into())), limit);
    // Lengths are in bytes, not in characters.
    assert!(text(Limits::new().max_len(1), "é").is_err());
    assert!(text(Limits::new().max_items(0), "one").is_ok());
}

#[test]
fn max_items_bounds_strings_and_pairs() {
    for max in [0, 1, 3, 100] {
        let limits = Limits::new().max_items(max);
        let enough = vec!["id"; max];
        assert_eq!(texts(limits, &enough).unwrap().len(), max);
        assert_eq!(list(limits, &enough).unwrap().len(), max);
        let pairs = vec![("id", "42"); max];
        assert_eq!(map(limits, &pairs).unwrap().len(), max);

        let limit = LimitError::TooManyItems { max };
        assert_over(texts(limits, &vec!["id"; max + 1]), limit);
        assert_over(list(limits, &vec!["id"; max + 1]), limit);
        assert_over(map(limits, &vec![("id", "42"); max + 1]), limit);
    }
}

#[test]
fn max_bytes_bounds_the_total() {
    for max in [0, 1, 7, 100] {
        let limits = Limits::new().max_bytes(max);
        let enough = vec!["x"; max];
        assert_eq!(texts(limits, &enough).unwrap().len(), max);
        assert_eq!(list(limits, &enough).unwrap().len(), max);
        let limit = LimitError::TooManyBytes { max };
        assert_over(texts(limits, &vec!["x"; max + 1]), limit);
        assert_over(list(limits, &vec!["x"; max + 1]), limit);
        // Empty strings add no bytes, at the limit and beyond it.
        assert_eq!(list(limits, &vec![""; max + 9]).unwrap().len(), max + 9);
    }
    // Keys count as well as values.
    let limits = Limits::new().max_bytes(4);
    assert!(map(limits, &[("id", "42")]).is_ok());
    assert_over(
        map(limits, &[("id", "420")]),
        LimitError::TooManyBytes { max: 4 },
    );
}

/// Integers and booleans count as their texts, for every seed.
#[test]
fn scalars_count_as_their_texts() {
    fn read<T>(
        seed: impl for<'de> DeserializeSeed<'de, Value = T>,
        json: &str,
    ) -> Result<T, String> {
        seed.deserialize(&mut serde_json::Deserializer::from_str(json))
            .map_err(|error| error.to_string())
    }
    let limits = Limits::new().scalars().max_len(4).max_bytes(8).max_items(3);
    let map = || limits.map::<Vec<(Kept, Kept)>>();
    assert_eq!(&*read(limits.text::<Kept>(), "-123").unwrap(), "-123");
    let texts = ["id", "42", "true"];
    assert_eq!(
        read(limits.seq::<String>(), r#"["id",42,true]"#).unwrap(),
        texts
    );
    assert_eq!(read(limits.list(), r#"["id",42,true]"#).unwrap(), texts);
    let pair = [(Kept::from("id"), Kept::from("true"))];
    assert_eq!(read(map(), r#"{"id":true}"#).unwrap(), pair);

    let long = LimitError::TooLong { len: 5, max: 4 };
    let bytes = LimitError::TooManyBytes { max: 8 };
    let items = LimitError::TooManyItems { max: 3 };
    let assert_error = |error: Option<String>, limit: LimitError| {
        let error = error.unwrap();
        assert!(error.starts_with(&limit.to_string()), "{error}");
    };
    assert_error(read(limits.text::<Kept>(), "12345").err(), long);
    for (json, limit) in [
        ("[1,12345]", long),
        ("[1000,true,1]", bytes),
        ("[1,2,3,4]", items),
    ] {
        assert_error(read(limits.seq::<Kept>(), json).err(), limit);
        assert_error(read(limits.list(), json).err(), limit);
    }
    assert_error(read(map(), r#"{"id":12345}"#).err(), long);
    assert_error(read(map(), r#"{"a":1000,"b":true}"#).err(), bytes);
    assert_error(read(map(), r#"{"a":1,"b":1,"c":1,"d":1}"#).err(), items);
    // Without `scalars` a number is an error.
    let error = read(Limits::new().text::<Kept>(), "1").unwrap_err();
    assert!(
        error.starts_with("invalid type: integer `1`, expected a string"),
        "{error}"
    );
}

/// Functions in attributes set limits, and an optional field has the same ones.
#[test]
fn attributes_set_limits() {
    const LIMITS: Limits = Limits::new().max_len(4).max_items(2).max_bytes(6);

    fn title<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Kept>, D::Error> {
        Optional(LIMITS.text()).deserialize(from)
    }
    fn vec<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Kept>, D::Error> {
        LIMITS.seq().deserialize(from)
    }
    fn list<'de, D: Deserializer<'de>>(from: D) -> Result<Option<StrList>, D::Error> {
        Optional(LIMITS.list()).deserialize(from)
    }
    fn map<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<Kept, Kept>, D::Error> {
        LIMITS.map().deserialize(from)
    }
    #[derive(Debug, Default, Deserialize, PartialEq)]
    #[serde(default)]
    struct Post {
        #[serde(deserialize_with = "title")]
        title: Option<Kept>,
        #[serde(deserialize_with = "vec")]
        vec: Vec<Kept>,
        #[serde(deserialize_with = "list")]
        list: Option<StrList>,
        #[serde(deserialize_with = "map")]
        map: BTreeMap<Kept, Kept>,
    }

    let read = serde_json::from_str::<Post>;
    let post = read(r#"{"title":"four","vec":["a","b"],"list":["four","42"],"map":{"a":"b"}}"#);
    let expected = Post {
        title: Some("four".into()),
        vec: vec!["a".into(), "b".into()],
        list: Some(["four", "42"].into()),
        map: BTreeMap::from([("a".into(), "b".into())]),
    };
    assert_eq!(post.unwrap(), expected);
    for json in [r#"{"title":null,"list":null}"#, "{}"] {
        assert_eq!(read(json).unwrap(), Post::default());
    }
    assert_eq!(read(r#"{"list":[]}"#).unwrap().list, Some(StrList::new()));

    let long = LimitError::TooLong { len: 5, max: 4 }.to_string();
    let items = LimitError::TooManyItems { max: 2 }.to_string();
    let bytes = LimitError::TooManyBytes { max: 6 }.to_string();
    for (json, message) in [
        (r#"{"title":"fives"}"#, &*long),
        (r#"{"vec":["fives"]}"#, &long),
        (r#"{"vec":["a","b","c"]}"#, &items),
        (r#"{"list":["four","123"]}"#, &bytes),
        (r#"{"list":["fives"]}"#, &long),
        (r#"{"list":["a","b","c"]}"#, &items),
        (r#"{"map":{"a":"b","c":"d","e":"f"}}"#, &items),
        (r#"{"map":{"four":"123"}}"#, &bytes),
        (
            r#"{"title":1}"#,
            "invalid type: integer `1`, expected a string",
        ),
        (
            r#"{"vec":1}"#,
            "invalid type: integer `1`, expected a sequence of strings",
        ),
        (
            r#"{"list":1}"#,
            "invalid type: integer `1`, expected a sequence of strings",
        ),
        (
            r#"{"map":1}"#,
            "invalid type: integer `1`, expected a map of strings",
        ),
    ] {
        let error = read(json).unwrap_err().to_string();
        assert!(error.starts_with(message), "{json}: {error}");
    }
}

/// The message ends with the index, or with the key and no more than 40 characters of it.
#[test]
fn errors_name_the_place() {
    let limits = Limits::new().max_len(60);
    let long = "x".repeat(61);
    let over = LimitError::TooLong { len: 61, max: 60 };
    let message = |place: &str| format!("{over}{place}");

    let error = list(limits, &["id", "42", &long]).unwrap_err();
    assert_eq!(error.message(), message(" at index 2"));
    let error = texts(limits, &[&long]).unwrap_err();
    assert_eq!(error.message(), message(" at index 0"));
    let error = text(limits, &long).unwrap_err();
    assert_eq!(error.message(), message(""));
    let error = map(limits, &[("a", ""), ("\"b\n", &long)]).unwrap_err();
    assert_eq!(error.message(), message(r#" at key "\"b\n""#));
    let error = map(limits, &[("a", ""), (&long, "")]).unwrap_err();
    assert_eq!(error.message(), message(" in the key of entry 1"));
    let key = "é".repeat(40);
    let error = map(Limits::new().max_len(80), &[(&key, &long.repeat(2))]).unwrap_err();
    assert!(error.message().ends_with(&format!(" at key {key:?}")));
    let longer = key.clone() + "é";
    let error = map(Limits::new().max_len(82), &[(&longer, &long.repeat(2))]).unwrap_err();
    assert!(
        error
            .message()
            .ends_with(&format!(" at a key that begins with {key:?}"))
    );

    let read = |json| {
        limits
            .list()
            .deserialize(&mut serde_json::Deserializer::from_str(json))
    };
    let error = read(r#"["id", null]"#).unwrap_err().to_string();
    assert!(
        error.starts_with("invalid type: null, expected a string at index 1"),
        "{error}"
    );
    let read = |json| {
        let seed = limits.map::<Vec<(String, String)>>();
        seed.deserialize(&mut serde_json::Deserializer::from_str(json))
    };
    let error = read(r#"{"id": null}"#).unwrap_err().to_string();
    let expected = r#"invalid type: null, expected a string at key "id""#;
    assert!(error.starts_with(expected), "{error}");
}

/// A string beyond the limit is not copied.
#[test]
fn limits_are_checked_before_memory_is_allocated() {
    #[track_caller]
    fn refused<T>(read: impl FnOnce() -> Read<T>) {
        let (is_error, counts) = count(|| read().is_err());
        assert_eq!((is_error, counts.allocations), (true, 0));
    }
    let huge = "x".repeat(1 << 20);
    for limits in [Limits::new().max_len(9), Limits::new().max_bytes(9)] {
        refused(|| text(limits, &huge));
        refused(|| list(limits, &[&huge]));
        refused(|| map(limits, &[(&huge, &huge)]));
    }
    refused(|| texts(Limits::new().max_items(0), &[&huge]));
}

/// The first item beyond the limit is not read: here it is not even a string.
#[test]
fn the_item_beyond_the_limit_is_not_read() {
    let read = |json| {
        let mut json = serde_json::Deserializer::from_str(json);
        Limits::new().max_items(1).list().deserialize(&mut json)
    };
    let error = read(r#"["id",{"deep":["#).unwrap_err();
    let limit = LimitError::TooManyItems { max: 1 }.to_string();
    assert!(error.to_string().starts_with(&limit), "{error}");
}

#[test]
fn limits_compare_by_value_and_errors_display_as_messages() {
    let limits = Limits::new().max_len(1).max_items(2).max_bytes(3);
    assert_eq!(
        limits,
        Limits::default().max_bytes(3).max_items(2).max_len(1)
    );
    assert_ne!(limits, Limits::new());
    assert_ne!(limits, limits.scalars());
    let error: &dyn std::error::Error = &LimitError::TooLong { len: 5, max: 4 };
    assert_eq!(
        error.to_string(),
        "a string of 5 bytes exceeds the limit of 4 (max_len)"
    );
    assert_eq!(
        LimitError::TooManyItems { max: 4 }.to_string(),
        "the data exceeds the limit of 4 items (max_items)"
    );
    assert_eq!(
        LimitError::TooManyBytes { max: 4 }.to_string(),
        "the strings exceed the limit of 4 bytes in total (max_bytes)"
    );
}

/// A seed can be used again, for types that are not `Copy` too.
#[test]
fn seeds_are_copy_and_debug_shows_their_limits() {
    fn twice<'de, D: DeserializeSeed<'de> + Copy + Debug>(seed: D) -> (D, String) {
        let copy = seed;
        #[allow(clippy::clone_on_copy, reason = "the impl of `Clone` itself")]
        (copy.clone(), format!("{seed:?}"))
    }
    let limits = Limits::new().max_len(7);
    let (text, shown) = twice(limits.text::<String>());
    assert!(shown.starts_with("TextSeed(Limits { len: 7,"));
    let read: Read<String> = text.deserialize("id".into_deserializer());
    assert_eq!(read.unwrap(), "id");
    assert!(twice(limits.seq::<String>()).1.starts_with("VecSeed"));
    let map = limits.map::<Vec<(String, String)>>();
    assert!(twice(map).1.starts_with("MapSeed"));
    assert!(
        twice(Optional(limits.list()))
            .1
            .starts_with("Optional(ListSeed")
    );
}
