//! Null and nested values in maps of strings: each treatment in each format, against
//! `serde_json::Value`, and each kind of nested value as text.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::iter;

use proptest::prelude::*;
use serde::de::{DeserializeSeed, Deserializer, IntoDeserializer};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use string_kit::CapturedStr;
use string_kit_serde::rules::{AsJson, Limited, Map, Reject, Scalars, Skip};
use string_kit_serde::seed::MapSeed;
use string_kit_serde::{As, Handling, LimitError, Limits, Policy};

use crate::chosen::{Chosen, for_each, for_each_type};
use crate::support::StackError;

const HANDLINGS: [Handling; 3] = [Handling::Reject, Handling::Skip, Handling::AsJson];

/// Returns the policy with these treatments.
pub(crate) fn policy(null: Handling, nested: Handling) -> Policy {
    Policy::new().null(null).nested(nested)
}

/// Returns the seed of a map of strings and scalars, read by a policy.
pub(crate) fn seed<S: CapturedStr>(policy: Policy) -> MapSeed<Vec<(S, S)>> {
    Limits::new().scalars().map().policy(policy)
}

/// Returns any value, with floats that `serde_json` and `Debug` write alike.
fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<i32>().prop_map(|eighths| Value::from(f64::from(eighths) / 8.0)),
        any::<String>().prop_map(Value::from),
        "[\0-\u{20}\"\\\\\u{7F}a]{0,9}".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(any::<String>(), inner, 0..6)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

fn fields() -> impl Strategy<Value = serde_json::Map<String, Value>> {
    let map = prop::collection::btree_map(any::<String>(), values(), 0..6);
    map.prop_map(|map| map.into_iter().collect())
}

/// Returns the pairs that a policy keeps, or `None` if it rejects a value.
fn expected(
    fields: &serde_json::Map<String, Value>,
    null: Handling,
    nested: Handling,
) -> Option<Vec<(String, String)>> {
    let mut pairs = Vec::new();
    for (key, value) in fields {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Bool(value) => value.to_string(),
            Value::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
                Some(float) => float.to_string(),
                None => number.to_string(),
            },
            other => match if other.is_null() { null } else { nested } {
                Handling::Reject => return None,
                Handling::Skip => continue,
                Handling::AsJson => other.to_string(),
            },
        };
        pairs.push((key.clone(), text));
    }
    Some(pairs)
}

#[track_caller]
fn assert_read<E: Debug>(
    read: Result<Vec<(Chosen, Chosen)>, E>,
    expected: Option<&Vec<(String, String)>>,
) {
    match (read, expected) {
        (Ok(read), Some(expected)) => {
            let read = read
                .iter()
                .map(|(key, value)| (key.as_str(), value.as_str()));
            let expected = expected.iter().map(|(key, value)| (&**key, &**value));
            assert!(read.eq(expected));
        }
        (Err(_), None) => {}
        (read, expected) => panic!("{:?}, expected {expected:?}", read.map(|read| read.len())),
    }
}

/// Reads the fields by every policy from a value, from JSON and from CBOR.
fn check(fields: &serde_json::Map<String, Value>) {
    let value = Value::Object(fields.clone());
    let json = value.to_string();
    for null in HANDLINGS {
        for nested in HANDLINGS {
            let seed = seed::<Chosen>(policy(null, nested));
            let expected = expected(fields, null, nested);
            assert_read(seed.deserialize(&value), expected.as_ref());
            assert_read(seed.deserialize(value.clone()), expected.as_ref());
            let mut from = serde_json::Deserializer::from_str(&json);
            assert_read(seed.deserialize(&mut from), expected.as_ref());
            let mut from = serde_json::Deserializer::from_reader(json.as_bytes());
            assert_read(seed.deserialize(&mut from), expected.as_ref());
            let read = in_cbor(fields, policy(null, nested));
            assert_read(read, expected.as_ref());
        }
    }
}

thread_local! {
    // ciborium's function takes a type and no seed, so the type takes the policy from here.
    static POLICY: std::cell::Cell<Policy> = const { std::cell::Cell::new(Policy::new()) };
}

struct Pairs(Vec<(Chosen, Chosen)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        seed(POLICY.get()).deserialize(from).map(Self)
    }
}

/// Writes the fields in CBOR, and reads them by a policy.
fn in_cbor(fields: &impl Serialize, policy: Policy) -> Result<Vec<(Chosen, Chosen)>, String> {
    let mut cbor = Vec::new();
    ciborium::into_writer(fields, &mut cbor).unwrap();
    POLICY.set(policy);
    let read = ciborium::from_reader::<Pairs, _>(&cbor[..]);
    read.map(|pairs| pairs.0).map_err(|error| error.to_string())
}

/// Checks that the text of a nested value counts as a string, to the byte.
fn check_limits(value: &Value) {
    let text = value.to_string();
    let fields = json!({ "": value });
    let read = |limits: Limits| {
        let policy = policy(Handling::AsJson, Handling::AsJson);
        let seed = limits
            .scalars()
            .map::<Vec<(Chosen, Chosen)>>()
            .policy(policy);
        seed.deserialize(&fields).map_err(|error| error.to_string())
    };
    let len = read(Limits::new()).unwrap()[0].1.as_str().len();
    assert!(value.is_string() || value.is_number() || len == text.len());
    assert!(read(Limits::new().max_len(len).max_bytes(len)).is_ok());
    if let Some(max) = len.checked_sub(1) {
        let error = read(Limits::new().max_len(max)).unwrap_err();
        assert!(error.contains(&format!("exceeds the limit of {max} (max_len) at key \"\"")));
        let error = read(Limits::new().max_bytes(max)).unwrap_err();
        assert!(error.contains(&LimitError::TooManyBytes { max }.to_string()));
    }
}

/// Checks that each marker in an attribute does what the policy does at run time, and that a
/// written map reads back.
fn markers() {
    #[derive(Deserialize, Serialize)]
    struct Event {
        #[serde(with = "As::<Map<Limited<Scalars, 9, 4, 40>, Skip, AsJson>>")]
        a: BTreeMap<Chosen, Chosen>,
        #[serde(with = "As::<Map<Scalars, AsJson, Skip>>")]
        b: Vec<(Chosen, Chosen)>,
        #[serde(default, with = "As::<Option<Map<Scalars, AsJson, Reject>>>")]
        c: Option<BTreeMap<Chosen, Chosen>>,
    }

    let read = serde_json::from_str::<Event>;
    let fields = r#"{"n":null,"l":[1,{}],"s":"x","f":1.0}"#;
    let json = format!(r#"{{"a":{fields},"b":{fields},"c":{{"n":null}}}}"#);
    let event = read(&json).unwrap();
    let json = concat!(
        r#"{"a":{"f":"1","l":"[1,{}]","s":"x"},"b":{"n":"null","s":"x","f":"1"},"#,
        r#""c":{"n":"null"}}"#
    );
    assert_eq!(serde_json::to_string(&event).unwrap(), json);
    assert_eq!(serde_json::to_string(&read(json).unwrap()).unwrap(), json);
    for (json, message) in [
        (r#"{"a":{"k":[1,2,3,4,5]}}"#, "(max_len) at key \"k\""),
        (
            r#"{"a":{"a":null,"b":null,"c":null,"d":null,"e":null}}"#,
            "limit of 4 items",
        ),
        (
            r#"{"a":{},"b":{},"c":{"k":[]}}"#,
            "invalid type: sequence, expected a string, a number or a boolean, or null at key \"k\"",
        ),
    ] {
        let error = read(json).err().unwrap().to_string();
        assert!(error.contains(message), "{error}");
    }
}

for_each_type! {
    attributes_set_the_policy: markers;
}

proptest! {
    #![proptest_config(crate::support::cases(16))]

    #[test]
    fn every_policy_reads_what_the_value_holds(fields in fields()) {
        for_each(|| check(&fields));
    }

    #[test]
    fn limits_count_the_text_of_nested_values(value in values()) {
        for_each(|| check_limits(&value));
    }
}

/// Reads one value as text, in a map of one entry.
pub(crate) fn as_text<'de, D>(from: D) -> Result<String, StackError>
where
    D: IntoDeserializer<'de, StackError>,
{
    let map = serde::de::value::MapDeserializer::new(iter::once(("k", from)));
    let read = seed::<String>(policy(Handling::AsJson, Handling::AsJson)).deserialize(map)?;
    Ok(read.into_iter().next().unwrap().1)
}

proptest! {
    #![proptest_config(crate::support::cases(256))]

    #[test]
    fn nested_floats_are_json_that_reads_back_the_same(float: f64, single: f32) {
        let text = as_text(vec![float]).unwrap();
        let inner = text.trim_matches(['[', ']']);
        assert!(serde_json::from_str::<[Option<f64>; 1]>(&text).is_ok(), "{text}");
        if float.is_finite() {
            assert_eq!(inner.parse::<f64>().unwrap().to_bits(), float.to_bits());
        } else {
            assert_eq!(inner, "null");
        }
        let text = as_text(vec![single]).unwrap();
        if single.is_finite() {
            assert_eq!(text, format!("[{single:?}]"));
        } else {
            assert_eq!(text, "[null]");
        }
    }

    #[test]
    fn nested_integers_keep_their_digits(a: u128, b: i128) {
        assert_eq!(as_text(vec![a]).unwrap(), format!("[{a}]"));
        assert_eq!(as_text(vec![b]).unwrap(), format!("[{b}]"));
    }
}

/// Keys of CBOR may be any scalar. JSON has them in quotes.
#[test]
fn nested_keys_are_quoted() {
    let read = |value: ciborium::Value| {
        let fields = ciborium::Value::Map(vec![("k".into(), value)]);
        let read = in_cbor(&fields, policy(Handling::Skip, Handling::AsJson));
        read.map(|pairs| pairs[0].1.to_string())
    };
    let pairs = |pairs: &[(ciborium::Value, ciborium::Value)]| ciborium::Value::Map(pairs.to_vec());
    let scalars = pairs(&[
        (1.into(), true.into()),
        (true.into(), 1.into()),
        (1.5.into(), ciborium::Value::Null),
        ("\u{1}\u{8}\u{C}\n\r\t\"\\é".into(), "/".into()),
        (ciborium::Value::Bytes(b"id".to_vec()), "".into()),
        (1.into(), 2.into()),
    ]);
    assert_eq!(
        read(scalars).unwrap(),
        r#"{"1":true,"true":1,"1.5":null,"\u0001\b\f\n\r\t\"\\é":"/","id":"","1":2}"#
    );
    for key in [
        ciborium::Value::Null,
        ciborium::Value::Array(vec![]),
        pairs(&[]),
    ] {
        let error = read(pairs(&[(key, 1.into())])).unwrap_err();
        let message = "expected a nested key that is a string, a number or a boolean at key ";
        assert!(error.contains(message), "{error}");
    }
    let bytes = ciborium::Value::Array(vec![ciborium::Value::Bytes(b"id\xFF".to_vec())]);
    let error = read(bytes).unwrap_err();
    assert!(
        error.contains("valid UTF-8 (invalid from byte 2 on) at key "),
        "{error}"
    );
}

/// A tag of CBOR is an enum to serde: it can be skipped, and does not become text.
#[test]
fn a_tagged_value_is_skipped_or_an_error() {
    let tagged = ciborium::Value::Tag(99, Box::new(ciborium::Value::Array(vec![1.into()])));
    let fields = ciborium::Value::Map(vec![("k".into(), tagged)]);
    let read = |nested| in_cbor(&fields, policy(Handling::Reject, nested));
    assert!(read(Handling::Skip).unwrap().is_empty());
    for nested in [Handling::Reject, Handling::AsJson] {
        let error = read(nested).unwrap_err();
        assert!(error.contains("invalid type: enum"), "{error}");
    }
}

/// If the last value of a repeated key is skipped, a map keeps the value before it.
#[test]
fn a_skipped_value_does_not_replace_an_earlier_one() {
    let json = r#"{"a":"1","b":"2","a":null,"b":"3","a":[4]}"#;
    let seed = Limits::new()
        .map::<BTreeMap<String, String>>()
        .policy(policy(Handling::Skip, Handling::Skip));
    let mut from = serde_json::Deserializer::from_str(json);
    let map = seed.deserialize(&mut from).unwrap();
    assert_eq!((&*map["a"], &*map["b"]), ("1", "3"));
}

/// A policy reads numbers only with `scalars`; inside a nested value it always does.
#[test]
fn a_policy_accepts_no_scalars_by_itself() {
    let seed = Limits::new()
        .map::<Vec<(String, String)>>()
        .policy(policy(Handling::AsJson, Handling::AsJson));
    let read = |json| seed.deserialize(&mut serde_json::Deserializer::from_str(json));
    assert_eq!(read(r#"{"k":[1,true]}"#).unwrap()[0].1, "[1,true]");
    let error = read(r#"{"k":1}"#).unwrap_err().to_string();
    let expected = "invalid type: integer `1`, expected a string at key \"k\"";
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn toml_reads_by_a_policy() {
    let read = |null, nested| {
        let toml = "a = 1\nb = [true, 'x']\nc = { d = 1.5 }";
        seed::<String>(policy(null, nested))
            .deserialize(toml::Deserializer::parse(toml).unwrap())
            .unwrap()
    };
    let pair = |key: &str, value: &str| (key.to_owned(), value.to_owned());
    let text = read(Handling::Reject, Handling::AsJson);
    let expected = [
        pair("a", "1"),
        pair("b", r#"[true,"x"]"#),
        pair("c", r#"{"d":1.5}"#),
    ];
    assert_eq!(text, expected);
    assert_eq!(read(Handling::Reject, Handling::Skip), expected[..1]);
}

#[test]
fn a_format_that_does_not_describe_itself_is_an_error() {
    let bytes = postcard::to_stdvec(&BTreeMap::from([("k", "v")])).unwrap();
    let read = |policy| {
        seed::<String>(policy).deserialize(&mut postcard::Deserializer::from_bytes(&bytes))
    };
    assert!(read(policy(Handling::Skip, Handling::Reject)).is_err());
    // Without scalars and with the default policy, postcard works.
    let seed = Limits::new()
        .map::<Vec<(String, String)>>()
        .policy(Policy::new());
    let read = seed.deserialize(&mut postcard::Deserializer::from_bytes(&bytes));
    assert_eq!(read.unwrap(), [("k".to_owned(), "v".to_owned())]);
}

#[test]
fn policies_compare_by_value() {
    assert_eq!(
        policy(Handling::Reject, Handling::Reject),
        Policy::default()
    );
    assert_ne!(policy(Handling::Skip, Handling::Reject), Policy::new());
    assert_eq!(
        LimitError::TooDeep { max: 128 }.to_string(),
        "a nested value exceeds the limit of 128 levels"
    );
}
