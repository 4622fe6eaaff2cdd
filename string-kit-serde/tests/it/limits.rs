//! Data at each limit and beyond it, for every seed: limits are checked before memory is allocated.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::Arc;

use serde::de::value::MapDeserializer;
use serde::de::{DeserializeOwned, DeserializeSeed, IntoDeserializer};
use serde::{Deserialize, Serialize};
use serde_test::{Token, assert_de_tokens, assert_de_tokens_error};
use string_kit::{CapturedStr, StrList};
use string_kit_conformance::count;
use string_kit_serde::rules::{DeserializeAs, Limited, List, Map, Scalars, Seq, Text};
use string_kit_serde::seed::Optional;
use string_kit_serde::{As, LimitError, Limits, limited};

use crate::chosen::{Chosen, for_each_type};
use crate::support::{StackError, strings};

type Read<T> = Result<T, StackError>;

/// Asserts that the result is an error that begins with the message of `limit`, before its place.
#[track_caller]
fn assert_over<T: Debug>(read: Read<T>, limit: LimitError) {
    let error = read.unwrap_err();
    let message = limit.to_string();
    assert!(error.message().starts_with(&message), "{error}");
}

fn text(limits: Limits, text: &str) -> Read<Chosen> {
    limits.text().deserialize(text.into_deserializer())
}

fn texts(limits: Limits, texts: &[&str]) -> Read<Vec<Chosen>> {
    limits.seq().deserialize(strings(texts))
}

fn list(limits: Limits, texts: &[&str]) -> Read<StrList> {
    limits.list().deserialize(strings(texts))
}

fn map(limits: Limits, pairs: &[(&str, &str)]) -> Read<Vec<(Chosen, Chosen)>> {
    limits
        .map()
        .deserialize(MapDeserializer::new(pairs.iter().copied()))
}

fn one_string() {
    for len in [0, 1, 23, 24, 64] {
        let string = "x".repeat(len);
        let limits = Limits::new().max_len(len);
        assert_eq!(text(limits, &string).unwrap(), Chosen::from_text(&string));
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
        let owned: Read<Chosen> = limits
            .text()
            .deserialize(longer.clone().into_deserializer());
        assert_over(owned, limit);
        let bytes: Read<Chosen> = limits
            .text()
            .deserialize(longer.as_bytes().into_deserializer());
        assert_over(bytes, limit);
        // One string counts towards the bytes in total too.
        let limit = LimitError::TooManyBytes { max: len };
        assert_over(text(Limits::new().max_bytes(len), &longer), limit);
    }
    // Lengths are in bytes, not in characters.
    assert!(text(Limits::new().max_len(1), "é").is_err());
    assert!(text(Limits::new().max_items(0), "one").is_ok());
}

fn items() {
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

fn bytes() {
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

/// Checks for every seed that numbers and booleans count as their texts.
fn scalars() {
    fn read<T>(
        seed: impl for<'de> DeserializeSeed<'de, Value = T>,
        json: &str,
    ) -> Result<T, String> {
        seed.deserialize(&mut serde_json::Deserializer::from_str(json))
            .map_err(|error| error.to_string())
    }
    let limits = Limits::new().scalars().max_len(4).max_bytes(8).max_items(3);
    assert_eq!(
        read(limits.text::<Chosen>(), "-0.5").unwrap().as_str(),
        "-0.5"
    );
    let seq = read(limits.seq::<Chosen>(), r#"["id",42,true]"#).unwrap();
    assert!(seq.iter().map(Chosen::as_str).eq(["id", "42", "true"]));
    let list = read(limits.list(), r#"["id",42,true]"#).unwrap();
    assert_eq!(list, ["id", "42", "true"]);
    let map = read(limits.map::<Vec<(Chosen, Chosen)>>(), r#"{"id":true}"#).unwrap();
    assert_eq!((map[0].0.as_str(), map[0].1.as_str()), ("id", "true"));

    let long = LimitError::TooLong { len: 309, max: 4 }.to_string();
    let bytes = LimitError::TooManyBytes { max: 8 }.to_string();
    let items = LimitError::TooManyItems { max: 3 }.to_string();
    let assert_error = |error: Option<String>, limit: &str| {
        let error = error.unwrap();
        assert!(error.starts_with(limit), "{error}");
    };
    assert_error(read(limits.text::<Chosen>(), "1e308").err(), &long);
    assert_error(read(limits.seq::<Chosen>(), "[1,1e308]").err(), &long);
    assert_error(read(limits.seq::<Chosen>(), "[1000,true,1]").err(), &bytes);
    assert_error(read(limits.seq::<Chosen>(), "[1,2,3,4]").err(), &items);
    assert_error(read(limits.list(), "[1,1e308]").err(), &long);
    assert_error(read(limits.list(), "[1000,true,1]").err(), &bytes);
    assert_error(read(limits.list(), "[1,2,3,4]").err(), &items);
    let map = || limits.map::<Vec<(Chosen, Chosen)>>();
    assert_error(read(map(), r#"{"id":1e308}"#).err(), &long);
    assert_error(read(map(), r#"{"a":1000,"b":true}"#).err(), &bytes);
    // Without `scalars` a number is an error.
    let error = read(Limits::new().text::<Chosen>(), "1").unwrap_err();
    assert!(error.starts_with("invalid type"), "{error}");
}

/// Checks that bytes that the format hands over count too.
fn owned_bytes() {
    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(transparent)]
    struct Row(#[serde(deserialize_with = "limited::text::<4, _, _>")] Chosen);

    let bytes = [Token::ByteBuf(b"four")];
    assert_de_tokens(&Row(Chosen::from_text("four")), &bytes);
    let limit = LimitError::TooLong { len: 5, max: 4 };
    assert_de_tokens_error::<Row>(&[Token::ByteBuf(b"fives")], &limit.to_string());
}

/// Checks that the fields `title`, `vec`, `list` and `map` of a type are limited to 4 bytes a string, 2 items,
/// and 6 bytes in total.
fn assert_limited<T: DeserializeOwned>() {
    let long = LimitError::TooLong { len: 5, max: 4 };
    let items = LimitError::TooManyItems { max: 2 };
    let bytes = LimitError::TooManyBytes { max: 6 };
    for (json, limit) in [
        (r#"{"title":"fives"}"#, long),
        (r#"{"vec":["fives"]}"#, long),
        (r#"{"vec":["a","b","c"]}"#, items),
        (r#"{"list":["four","123"]}"#, bytes),
        (r#"{"list":["fives"]}"#, long),
        (r#"{"list":["a","b","c"]}"#, items),
        (r#"{"map":{"a":"b","c":"d","e":"f"}}"#, items),
        (r#"{"map":{"four":"123"}}"#, bytes),
    ] {
        let error = serde_json::from_str::<T>(json).err().unwrap().to_string();
        assert!(error.starts_with(&limit.to_string()), "{json}: {error}");
    }
}

/// Checks that functions in attributes set limits.
fn by_attribute() {
    #[derive(Debug, Deserialize)]
    struct Post {
        #[serde(default, deserialize_with = "limited::text::<4, _, _>")]
        title: Chosen,
        #[serde(default, deserialize_with = "limited::seq::<4, 2, 6, _, _, _>")]
        vec: Arc<[Chosen]>,
        #[serde(default, deserialize_with = "limited::list::<4, 2, 6, _>")]
        list: StrList,
        #[serde(default, deserialize_with = "limited::map::<4, 2, 6, _, _>")]
        map: BTreeMap<Chosen, Chosen>,
    }

    let json = r#"{"title":"four","vec":["a","b"],"list":["four","42"],"map":{"a":"b"}}"#;
    let post: Post = serde_json::from_str(json).unwrap();
    assert_eq!((post.title.as_str(), post.vec.len()), ("four", 2));
    assert_eq!((post.list.len(), post.map.len()), (2, 1));
    assert_limited::<Post>();
}

/// Checks for each shape that an absent field is `None`, and any other field has the same limits.
fn options() {
    #[derive(Debug, Default, Deserialize, PartialEq)]
    #[serde(default)]
    struct Post {
        #[serde(deserialize_with = "limited::option::text::<4, _, _>")]
        title: Option<Chosen>,
        #[serde(deserialize_with = "limited::option::seq::<4, 2, 6, _, _, _>")]
        vec: Option<Arc<[Chosen]>>,
        #[serde(deserialize_with = "limited::option::list::<4, 2, 6, _>")]
        list: Option<StrList>,
        #[serde(deserialize_with = "limited::option::map::<4, 2, 6, _, _>")]
        map: Option<Vec<(Chosen, Chosen)>>,
    }

    let read = serde_json::from_str::<Post>;
    let none = r#"{"title":null,"vec":null,"list":null,"map":null}"#;
    for json in [none, "{}"] {
        assert_eq!(read(json).unwrap(), Post::default());
    }
    let some = r#"{"title":"four","vec":["a","b"],"list":[],"map":{"a":"b"}}"#;
    let post = read(some).unwrap();
    assert_eq!(post.title, Some(Chosen::from_text("four")));
    assert_eq!(post.vec.unwrap().len(), 2);
    assert_eq!(post.list, Some(StrList::new()));
    assert_eq!(
        post.map.unwrap(),
        [(Chosen::from_text("a"), Chosen::from_text("b"))]
    );
    assert_limited::<Post>();
    for (json, expected) in [
        (r#"{"title":1}"#, "expected a string"),
        (r#"{"list":1}"#, "expected a sequence of strings"),
    ] {
        let error = read(json).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }

    // The same limits at run time.
    let seed = Optional(Limits::new().max_len(4).text::<Chosen>());
    let none: Read<Option<Chosen>> = seed.deserialize(().into_deserializer());
    assert_eq!(none.unwrap(), None);
}

/// Checks that one attribute sets limits, accepts scalars and `Option`, and writes the field.
fn one_attribute() {
    #[derive(Debug, Deserialize, Serialize)]
    #[serde(deny_unknown_fields)]
    struct Row {
        #[serde(default, with = "As::<Option<Text<Limited<Scalars, 4>>>>")]
        title: Option<Chosen>,
        #[serde(default, with = "As::<Seq<Limited<Scalars, 4, 2, 6>>>")]
        vec: Vec<Chosen>,
        #[serde(default, with = "As::<Option<List<Limited<Scalars, 4, 2, 6>>>>")]
        list: Option<StrList>,
        #[serde(default, with = "As::<Option<Map<Limited<Scalars, 4, 2, 6>>>>")]
        map: Option<BTreeMap<Chosen, Chosen>>,
    }

    let read = serde_json::from_str::<Row>;
    let json = r#"{"title":-1.5,"vec":[true,1],"list":[10,2.5],"map":{"a":1}}"#;
    let row = read(json).unwrap();
    assert_eq!(
        serde_json::to_string(&row).unwrap(),
        r#"{"title":"-1.5","vec":["true","1"],"list":["10","2.5"],"map":{"a":"1"}}"#
    );
    let empty = r#"{"title":null,"vec":[],"list":null,"map":null}"#;
    assert_eq!(serde_json::to_string(&read("{}").unwrap()).unwrap(), empty);
    assert_eq!(serde_json::to_string(&read(empty).unwrap()).unwrap(), empty);
    assert_limited::<Row>();
    let long = LimitError::TooLong { len: 5, max: 4 };
    let error = read(r#"{"title":12345}"#).unwrap_err().to_string();
    assert!(error.starts_with(&long.to_string()), "{error}");
}

for_each_type! {
    max_len_bounds_each_string: one_string;
    max_items_bounds_strings_and_pairs: items;
    max_bytes_bounds_the_total: bytes;
    scalars_count_as_their_texts: scalars;
    owned_bytes_count_too: owned_bytes;
    attributes_set_limits: by_attribute;
    optional_fields_have_the_same_limits: options;
    one_attribute_sets_limits_and_accepts_scalars: one_attribute;
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
    assert!(shown.starts_with("TextSeed { limits: Limits { len: 7,"));
    let read: Read<String> = text.deserialize("id".into_deserializer());
    assert_eq!(read.unwrap(), "id");
    assert!(twice(limits.seq::<String>()).1.starts_with("VecSeed"));
    assert!(
        twice(limits.map::<Vec<(String, String)>>())
            .1
            .contains("policy: Policy")
    );
    assert!(
        twice(Optional(limits.list()))
            .1
            .starts_with("Optional(ListSeed")
    );
}

/// Every shape names the data that it expects, and so does an `Option` of it.
#[test]
fn shapes_name_the_expected_data() {
    fn expected<A: DeserializeAs<T>, T>() -> String {
        std::fmt::from_fn(A::expecting).to_string()
    }
    assert_eq!(expected::<Text, String>(), "a string");
    assert_eq!(
        expected::<Option<Text>, Option<String>>(),
        "a string or null"
    );
    assert_eq!(
        expected::<Option<Seq<Scalars>>, Option<Vec<String>>>(),
        "a sequence of strings, numbers or booleans or null"
    );
    assert_eq!(expected::<List, StrList>(), "a sequence of strings");
    assert_eq!(
        expected::<Option<Map>, Option<BTreeMap<String, String>>>(),
        "a map of strings or null"
    );
}
