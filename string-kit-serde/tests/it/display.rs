//! Scalars read as text, in each format and into every type, against `to_string`.

use std::collections::{BTreeMap, BTreeSet};

use proptest::num::f64::{NORMAL, SUBNORMAL, ZERO};
use proptest::prelude::*;
use serde::de::value::Error;
use serde::de::{DeserializeOwned, Deserializer, IntoDeserializer};
use serde::{Deserialize, Serialize};
use string_kit::{CapturedStr, StrList};
use string_kit_serde::rules::{
    AsJson, DeserializeAs, Map, Reject, Scalars, Seq, Set, Skip, Strings, Text,
};
use string_kit_serde::{As, display};

use crate::chosen::{Chosen, for_each, for_each_type};

#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Tags {
    #[serde(with = "display")]
    one: Chosen,
    #[serde(default, with = "display::option")]
    option: Option<Chosen>,
    #[serde(with = "display::map")]
    map: BTreeMap<Chosen, Chosen>,
    #[serde(with = "display::list")]
    list: StrList,
    #[serde(with = "display::seq")]
    seq: Vec<Chosen>,
    #[serde(default, with = "display::map::option")]
    some_map: Option<BTreeMap<Chosen, Chosen>>,
    #[serde(default, with = "display::list::option")]
    some_list: Option<StrList>,
    #[serde(default, with = "display::seq::option")]
    some_seq: Option<Vec<Chosen>>,
}

#[derive(Deserialize)]
struct One(#[serde(with = "display")] Chosen);

/// The same fields, as scalars of type `T`.
#[derive(Serialize)]
struct Data<T> {
    one: T,
    option: Option<T>,
    map: BTreeMap<&'static str, T>,
    list: Vec<T>,
    seq: [T; 1],
    some_map: Option<BTreeMap<&'static str, T>>,
    some_list: Option<Vec<T>>,
    some_seq: Option<[T; 1]>,
}

impl Tags {
    fn new(text: &str) -> Self {
        Self {
            one: Chosen::from_text(text),
            option: Some(Chosen::from_text(text)),
            map: BTreeMap::from([(Chosen::from_text("key"), Chosen::from_text(text))]),
            list: StrList::from([text, text]),
            seq: vec![Chosen::from_text(text)],
            some_map: Some(BTreeMap::from([(
                Chosen::from_text("key"),
                Chosen::from_text(text),
            )])),
            some_list: Some(StrList::from([text])),
            some_seq: Some(vec![Chosen::from_text(text)]),
        }
    }
}

fn read<'de>(from: impl Deserializer<'de, Error = Error>) -> Chosen {
    display::deserialize(from).unwrap()
}

/// Reads a value from its own deserializer and from each self-describing format.
fn check<T>(value: T)
where
    T: Clone + ToString + Serialize + DeserializeOwned + for<'de> IntoDeserializer<'de, Error>,
{
    let text = value.to_string();
    assert_eq!(read(value.clone().into_deserializer()).as_str(), text);
    check_formats(value);
}

fn check_formats<T>(value: T)
where
    T: Clone + ToString + Serialize + DeserializeOwned,
{
    // `serde_json` may read a float as the float next to it: its own result is the control.
    let json = serde_json::to_string(&value).unwrap();
    let in_json: T = serde_json::from_str(&json).unwrap();
    let text = value.to_string();

    let data = Data {
        one: value.clone(),
        option: Some(value.clone()),
        map: BTreeMap::from([("key", value.clone())]),
        list: vec![value.clone(), value.clone()],
        some_map: Some(BTreeMap::from([("key", value.clone())])),
        some_list: Some(vec![value.clone()]),
        some_seq: Some([value.clone()]),
        seq: [value],
    };
    let json = serde_json::to_string(&data).unwrap();
    let read: Tags = serde_json::from_str(&json).unwrap();
    assert_eq!(read, Tags::new(&in_json.to_string()));
    let mut cbor = Vec::new();
    ciborium::into_writer(&data, &mut cbor).unwrap();
    let read: Tags = ciborium::from_reader(&cbor[..]).unwrap();
    assert_eq!(read, Tags::new(&text));
}

/// Reads integers of 128 bits from CBOR: `serde_json` does not read them.
fn check_wide<T>(value: T)
where
    T: Copy + ToString + Serialize + for<'de> IntoDeserializer<'de, Error>,
{
    assert_eq!(read(value.into_deserializer()).as_str(), value.to_string());
    let mut cbor = Vec::new();
    ciborium::into_writer(&value, &mut cbor).unwrap();
    let read: One = ciborium::from_reader(&cbor[..]).unwrap();
    assert_eq!(read.0.as_str(), value.to_string());
}

/// Checks that every scalar is written as a string, and read back as the same text.
fn writes_text() {
    let tags: Tags = serde_json::from_str(
        r#"{"one":1.0,"option":null,"map":{"a":true,"b":-0.0},"list":[1,"x"],"seq":[2]}"#,
    )
    .unwrap();
    let json = serde_json::to_string(&tags).unwrap();
    assert_eq!(
        json,
        r#"{"one":"1","option":null,"map":{"a":"true","b":"-0"},"list":["1","x"],"seq":["2"],"#
            .to_owned()
            + r#""some_map":null,"some_list":null,"some_seq":null}"#
    );
    assert_eq!(serde_json::from_str::<Tags>(&json).unwrap(), tags);
}

/// Checks that data that is not a scalar is an error, which names it.
fn rejects() {
    for (json, found) in [("null", "null"), ("[]", "sequence"), ("{}", "map")] {
        let mut json = serde_json::Deserializer::from_str(json);
        let error = display::deserialize::<Chosen, _>(&mut json).unwrap_err();
        let expected = format!("invalid type: {found}, expected a string, a number or a boolean");
        assert!(error.to_string().starts_with(&expected), "{error}");
    }
    let mut json = serde_json::Deserializer::from_str(r#"{"a":null}"#);
    assert!(display::map::deserialize::<BTreeMap<Chosen, Chosen>, _>(&mut json).is_err());
}

fn extreme_floats() {
    for float in [
        1.0,
        -0.0,
        0.1,
        1e21,
        1e-7,
        f64::MAX,
        f64::MIN_POSITIVE,
        -f64::MIN_POSITIVE,
        5e-324,
    ] {
        check(float);
    }
    for float in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        assert_eq!(read(float.into_deserializer()).as_str(), float.to_string());
    }
    assert_eq!(read(0.1_f32.into_deserializer()).as_str(), "0.1");
}

for_each_type! {
    scalars_are_written_as_strings: writes_text;
    other_data_is_an_error: rejects;
    extreme_floats_read_as_text: extreme_floats;
}

proptest! {
    #![proptest_config(crate::support::cases(32))]

    #[test]
    fn integers_read_as_text(a: i8, b: u64, c: i64, d: u128, e: i128) {
        for_each(|| {
            check(a);
            check(b);
            check(c);
            check_wide(d);
            check_wide(e);
        });
    }

    #[test]
    fn floats_read_as_text(a in NORMAL | SUBNORMAL | ZERO, b: f32) {
        for_each(|| {
            check(a);
            assert_eq!(read(b.into_deserializer()).as_str(), b.to_string());
        });
    }

    #[test]
    fn bools_chars_and_strings_read_as_text(a: bool, b: char, c: String) {
        for_each(|| {
            check(a);
            check(b);
            check(c.clone());
        });
    }
}

#[test]
fn toml_scalars_read_as_text() {
    let toml = "one = 1.0\nlist = [1, true]\nseq = [1.5]\nmap = { a = 'x', b = 7 }";
    let tags: Tags = toml::from_str(toml).unwrap();
    assert_eq!(tags.one.as_str(), "1");
    assert_eq!(tags.option, None);
    assert_eq!(tags.list, ["1", "true"]);
    assert!(tags.seq.iter().map(Chosen::as_str).eq(["1.5"]));
    assert_eq!(tags.map["b"].as_str(), "7");
}

/// The numbers of `serde_json`'s feature `arbitrary_precision` come as maps with one key; behind `flatten`
/// too.
#[test]
fn numbers_of_any_precision_are_numbers() {
    type Pairs = Vec<(String, String)>;

    #[derive(Deserialize)]
    struct Event {
        #[serde(flatten, with = "As::<Map<Scalars, Skip, AsJson>>")]
        fields: BTreeMap<String, String>,
    }

    fn read<A: DeserializeAs<T>, T>(json: &str) -> serde_json::Result<T> {
        As::<A>::deserialize(&mut serde_json::Deserializer::from_str(json))
    }

    let number = |digits: &str| format!(r#"{{"$serde_json::private::Number":"{digits}"}}"#);
    for (digits, text) in [
        ("1", "1"),
        ("-1", "-1"),
        ("1.50", "1.5"),
        ("-0", "-0"),
        ("1e3", "1000"),
        ("12345678901234567890123", "12345678901234567890123"),
        ("-12345678901234567890123", "-12345678901234567890123"),
    ] {
        let json = number(digits);
        let (seq, map) = (format!("[{json}]"), format!(r#"{{"a":{json}}}"#));
        assert_eq!(read::<Text<Scalars>, String>(&json).unwrap(), text);
        assert_eq!(read::<Seq<Scalars>, Vec<String>>(&seq).unwrap(), [text]);
        let set: BTreeSet<String> = read::<Set<Scalars>, _>(&seq).unwrap();
        assert!(set.contains(text));
        macro_rules! policies {
            ($($policy:ty),*) => {$(
                let pairs: Pairs = read::<Map<Scalars, $policy, $policy>, _>(&map).unwrap();
                assert_eq!(pairs, [("a".to_owned(), text.to_owned())]);
                let error = read::<Map<Strings, $policy, $policy>, Pairs>(&map).unwrap_err();
                assert!(error.to_string().contains("expected a string"));
            )*};
        }
        policies!(Reject, Skip, AsJson);
        let event: Event = serde_json::from_str(&map).unwrap();
        assert_eq!(event.fields["a"], text);
    }
    let json = format!(r#"{{"a":[{},{{"b":{}}}]}}"#, number("1.0"), number("7"));
    let fields = serde_json::from_str::<Event>(&json).unwrap().fields;
    assert_eq!(fields["a"], r#"[1.0,{"b":7}]"#);
    for wrong in ["1".repeat(40), "x".to_owned(), String::new()] {
        let read = read::<Text<Scalars>, String>(&number(&wrong));
        assert!(read.is_err(), "{wrong}");
    }
    for wrong in ["1e400", "-1e400", "inf", "nan"].map(number) {
        let nested = format!(r#"{{"a":[{wrong}]}}"#);
        for error in [
            read::<Text<Scalars>, String>(&wrong).unwrap_err(),
            serde_json::from_str::<Event>(&nested).err().unwrap(),
        ] {
            let expected = "a number is outside the range of an f64";
            assert!(error.to_string().starts_with(expected), "{wrong}: {error}");
        }
    }
}
