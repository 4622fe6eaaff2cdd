//! Lists of keys and values that are maps in the data.

use proptest::collection::vec;
use proptest::{prop_assert_eq, proptest};
use serde::de::DeserializeSeed;
use serde::de::value::MapDeserializer;
use serde::{Deserialize, Serialize};
use serde_with::serde_as;
use string_kit::{StrList, TextErrorKind};
use string_kit_conformance::{count, with_budget};
use string_kit_serde::{Limits, Pairs, pairs};

use crate::support::{FalseLength, Format, StackError, cases};

#[serde_as]
#[derive(Debug, PartialEq, Deserialize, Serialize)]
struct Labels {
    #[serde_as(as = "Vec<Option<Pairs>>")]
    series: Vec<Option<StrList>>,
    #[serde(with = "string_kit_serde::pairs")]
    labels: StrList,
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn pairs_round_trip_in_their_order(model in vec((".{0,9}", ".{0,30}"), 0..20)) {
        let labels: StrList = model.iter().flat_map(|(key, value)| [key, value]).collect();
        let value = Labels { series: vec![Some(labels.clone())], labels };
        for format in [Format::Json, Format::JsonReader, Format::Cbor, Format::Postcard] {
            let read: Labels = format.read(&format.write(&value)).unwrap();
            prop_assert_eq!(&read, &value);
            prop_assert_eq!(read.labels.pairs().len(), model.len());
        }
    }
}

#[test]
fn a_key_without_a_value_and_data_that_is_no_map_are_errors() {
    let labels = |labels: &[&str]| Labels {
        series: vec![None],
        labels: labels.into(),
    };
    let error = serde_json::to_string(&labels(&["id", "42", "name"])).unwrap_err();
    assert_eq!(error.to_string(), r#"the key "name" has no value"#);
    let json = serde_json::to_string(&labels(&["id", "42"])).unwrap();
    assert_eq!(json, r#"{"series":[null],"labels":{"id":"42"}}"#);
    for (json, message) in [
        ("[]", "invalid type: sequence, expected a map of strings"),
        (
            r#"{"id":1}"#,
            "invalid type: integer `1`, expected a string in the value of entry 0",
        ),
        (r#"{"id":"1","#, "EOF while parsing"),
    ] {
        let error = pairs::deserialize(&mut serde_json::Deserializer::from_str(json)).unwrap_err();
        assert!(error.to_string().starts_with(message), "{error}");
    }
}

#[test]
fn limits_bound_the_pairs_and_their_texts() {
    let read = |limits: Limits| {
        let pairs = FalseLength([("id", "42"), ("name", "Ada")].into_iter());
        limits
            .pairs()
            .deserialize(MapDeserializer::<_, StackError>::new(pairs))
    };
    let allowed = Limits::new().max_items(2).max_len(4).max_bytes(11);
    assert_eq!(read(allowed).unwrap(), ["id", "42", "name", "Ada"]);
    for (limits, message) in [
        (
            allowed.max_items(1),
            "the data exceeds the limit of 1 items (max_items)",
        ),
        (
            allowed.max_len(3),
            "a string of 4 bytes exceeds the limit of 3 (max_len) in the key of entry 1",
        ),
        (
            allowed.max_bytes(10),
            "the strings exceed the limit of 10 bytes in total (max_bytes) in the value of entry 1",
        ),
    ] {
        assert_eq!(read(limits).unwrap_err().message(), message);
    }
}

#[test]
fn a_map_takes_one_allocation_and_without_it_is_an_error() {
    let read = || {
        let pairs = [("a key of some length", "and its value"); 3].into_iter();
        pairs::deserialize(MapDeserializer::<_, StackError>::new(pairs))
    };
    let (labels, counts) = count(read);
    assert_eq!((labels.unwrap().len(), counts.allocations), (6, 1));
    let (error, counts) = count(|| with_budget(0, read).unwrap_err());
    let expected = string_kit::TextError::from(TextErrorKind::Alloc).to_string();
    assert_eq!((error.message(), counts.live_bytes), (&*expected, 0));
}
