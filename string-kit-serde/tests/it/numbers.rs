//! Scalars as text: `CapturedDisplay` keeps the value of each, or returns an error.

use std::collections::BTreeMap;

use proptest::prelude::*;
use serde::de::value::Error;
use serde::de::{DeserializeOwned, DeserializeSeed, Deserializer, IntoDeserializer};
use serde::{Deserialize, Serialize};
use serde_with::{As, serde_as};
use string_kit_serde::{Captured, CapturedDisplay, Limits};

use crate::support::{Control, Format, Record};

type Marked = Record<Box<str>, CapturedDisplay>;

/// A string by each marker.
#[serde_as]
#[derive(Debug, Deserialize, Serialize)]
struct Display {
    #[serde_as(as = "CapturedDisplay")]
    id: String,
}

#[serde_as]
#[derive(Debug, Deserialize, Serialize)]
struct Strings {
    #[serde_as(as = "Captured")]
    id: String,
}

#[derive(Debug, Deserialize)]
struct Flat<T> {
    #[serde(flatten)]
    inner: T,
}

fn read(from: impl IntoDeserializer<'static, Error>) -> Result<String, Error> {
    As::<CapturedDisplay>::deserialize(from.into_deserializer())
}

/// Checks that a value has the text of `to_string` in every shape, format and form of data.
fn check<T>(value: T)
where
    T: Clone + ToString + Ord + Serialize + IntoDeserializer<'static, Error>,
{
    let text = value.to_string();
    assert_eq!(read(value.clone()).unwrap(), text);
    let (data, texts) = (Control::new(&[value]), Control::new(&[text]));
    for format in [Format::Json, Format::JsonValue, Format::Cbor] {
        format.check::<Marked>(&data, &texts);
    }
}

/// Checks integers of 128 bits, which of these formats only CBOR has.
fn check_wide<T>(value: T)
where
    T: Copy + ToString + Ord + Serialize + IntoDeserializer<'static, Error>,
{
    let text = value.to_string();
    assert_eq!(read(value).unwrap(), text);
    Format::Cbor.check::<Marked>(&Control::new(&[value]), &Control::new(&[text]));
}

proptest! {
    #![proptest_config(crate::support::cases(32))]

    #[test]
    fn integers_keep_their_value(a: i8, b: u64, c: i64, d: u128, e: i128) {
        check(a);
        check(b);
        check(c);
        check_wide(d);
        check_wide(e);
    }

    #[test]
    fn bools_chars_and_strings_keep_their_text(a: bool, b: char, c: String) {
        // As a key a boolean is not JSON.
        prop_assert_eq!(read(a).unwrap(), a.to_string());
        check(b);
        check(c);
    }

    #[test]
    fn floats_are_errors(a: f64, b: f32) {
        assert_inexact(&read(a).unwrap_err().to_string());
        assert_inexact(&read(b).unwrap_err().to_string());
        let cbor = Format::Cbor.write(&Data { id: a });
        assert_inexact(&Format::Cbor.read::<Display>(&cbor).unwrap_err());
    }
}

#[derive(Serialize)]
struct Data<T> {
    id: T,
}

/// Asserts that the error says what to do about a float.
#[track_caller]
fn assert_inexact(error: &str) {
    let expected = "expected a string, an integer or a boolean: a float may have lost digits, so \
                    write the number as a string, read it as an f64, or turn on serde_json's \
                    feature arbitrary_precision";
    assert!(error.contains("invalid type: floating point"), "{error}");
    assert!(error.contains(expected), "{error}");
}

/// Numbers that a float or its text would change: a decimal, an exponent, 22 digits, minus zero.
#[test]
fn a_number_without_its_digits_is_an_error() {
    for number in ["1.10", "1.0", "1e3", "1234567890123456789012", "-0", "0.1"] {
        let json = format!(r#"{{"id":{number}}}"#);
        for format in [Format::Json, Format::JsonReader, Format::JsonValue] {
            assert_inexact(&format.read::<Display>(json.as_bytes()).unwrap_err());
            assert_inexact(&format.read::<Flat<Display>>(json.as_bytes()).unwrap_err());
        }
    }
    assert_inexact(&Format::Toml.read::<Display>(b"id = 1.10").unwrap_err());
    let list = Limits::new().scalars().list();
    let error = list
        .deserialize(&mut serde_json::Deserializer::from_str("[1,1.5]"))
        .unwrap_err();
    let place = "floating point `1.5`, expected a string, an integer or a boolean at index 1: ";
    assert!(error.to_string().contains(place), "{error}");
}

/// The form in which `serde_json` passes on a number if it keeps its digits, behind `flatten` too.
#[test]
fn a_number_with_its_digits_is_kept_as_it_was_written() {
    let number = |digits: &str| format!(r#"{{"$serde_json::private::Number":"{digits}"}}"#);
    let record = |id: &str| format!(r#"{{"id":{id}}}"#).into_bytes();
    for digits in ["1", "-1", "1.50", "-0", "1e3", "1e400", &"1".repeat(40)] {
        let json = record(&number(digits));
        assert_eq!(Format::Json.read::<Display>(&json).unwrap().id, digits);
        assert_eq!(
            Format::Json.read::<Flat<Display>>(&json).unwrap().inner.id,
            digits
        );
        let error = Format::Json.read::<Strings>(&json).unwrap_err();
        assert!(
            error.starts_with("invalid type: map, expected a string"),
            "{error}"
        );
        let read = |json: &str| {
            let limits = Limits::new().scalars().max_len(digits.len());
            limits
                .list()
                .deserialize(&mut serde_json::Deserializer::from_str(json))
        };
        assert_eq!(read(&format!("[{}]", number(digits))).unwrap(), [digits]);
        let longer = format!("[{}]", number(&format!("{digits}0")));
        assert!(
            read(&longer)
                .unwrap_err()
                .to_string()
                .contains("exceeds the limit")
        );
    }
    for digits in ["", "x", "inf", "nan", "1 ", "1e", "--1"] {
        let error = Format::Json
            .read::<Display>(&record(&number(digits)))
            .unwrap_err();
        assert!(error.contains("expected the digits of a number"), "{error}");
    }
    for (other, found) in [
        ("null", "null"),
        ("[]", "sequence"),
        ("{}", "map"),
        (r#"{"a":1}"#, "map"),
    ] {
        let expected = format!("invalid type: {found}, expected a string, an integer or a boolean");
        let error = Format::Json.read::<Display>(&record(other)).unwrap_err();
        assert!(error.starts_with(&expected), "{error}");
    }
}

fn rows<T: DeserializeOwned>(ids: &str) -> Vec<Result<T, String>> {
    let mut csv = csv::Reader::from_reader(ids.as_bytes());
    csv.deserialize()
        .map(|row| row.map_err(|error| error.to_string()))
        .collect()
}

/// csv infers numbers for `CapturedDisplay`, and behind `flatten`, but not for `Captured`.
#[test]
fn csv_fields_are_kept_by_captured() {
    let ids = [
        "01234",
        "1e3",
        "1.10",
        "id",
        "+5",
        "1234567890123456789012",
        "true",
    ];
    let csv = format!("id\n{}\n", ids.join("\n"));
    let kept: Vec<String> = rows::<Strings>(&csv)
        .into_iter()
        .map(|row| row.unwrap().id)
        .collect();
    assert_eq!(kept, ids);

    let mut inferred = rows::<Display>(&csv).into_iter();
    // The leading zero is gone before this crate sees the number, as documented.
    assert_eq!(inferred.next().unwrap().unwrap().id, "1234");
    assert_inexact(&inferred.next().unwrap().unwrap_err());
    assert_inexact(&inferred.next().unwrap().unwrap_err());

    let error = rows::<Flat<Strings>>(&csv).remove(0).unwrap_err();
    assert!(
        error.ends_with("invalid type: integer `1234`, expected a string"),
        "{error}"
    );
    assert_eq!(
        rows::<Flat<Strings>>(&csv).remove(3).unwrap().inner.id,
        "id"
    );
}

/// A row of CSV as a map keeps its cells, and an error of a flattened one says no more than that a
/// number came: to read it as a number would lose digits.
#[test]
fn csv_rows_are_kept_by_a_map_that_is_not_flattened() {
    type Map = BTreeMap<String, String>;
    fn by_marker<'de, D: Deserializer<'de>>(from: D) -> Result<Map, D::Error> {
        As::<BTreeMap<Captured, Captured>>::deserialize(from)
    }
    fn by_seed<'de, D: Deserializer<'de>>(from: D) -> Result<Map, D::Error> {
        Limits::new().map().deserialize(from)
    }
    #[derive(Debug, Deserialize)]
    #[serde(transparent)]
    struct Row(#[serde(deserialize_with = "by_marker")] Map);
    #[derive(Debug, Deserialize)]
    struct Flattened {
        #[serde(flatten, deserialize_with = "by_marker")]
        #[allow(dead_code, reason = "it is never read")]
        marked: Map,
    }
    #[derive(Debug, Deserialize)]
    struct Seeded {
        #[serde(flatten, deserialize_with = "by_seed")]
        #[allow(dead_code, reason = "it is never read")]
        seeded: Map,
    }
    for id in ["01234", "1e3", "1.50", "+5"] {
        let csv = format!("id\n{id}\n");
        assert_eq!(rows::<Row>(&csv).remove(0).unwrap().0["id"], id);
        for (error, place) in [
            (rows::<Flattened>(&csv).remove(0).err().unwrap(), ""),
            (
                rows::<Seeded>(&csv).remove(0).err().unwrap(),
                " at key \"id\"",
            ),
        ] {
            let expected = format!("`, expected a string{place}");
            assert!(error.ends_with(&expected), "{error}");
        }
    }
}

#[test]
fn toml_integers_and_booleans_keep_their_value() {
    for (toml, text) in [
        ("1_000", "1000"),
        ("0xff", "255"),
        ("true", "true"),
        ("'x'", "x"),
    ] {
        let toml = format!("id = {toml}");
        assert_eq!(
            Format::Toml.read::<Display>(toml.as_bytes()).unwrap().id,
            text
        );
    }
    let error = Format::Toml
        .read::<Display>(b"id = 2024-01-31")
        .unwrap_err();
    assert!(
        error.contains("invalid type: map, expected a string"),
        "{error}"
    );
}

/// postcard does not say the type of a value, so only strings can be read.
#[test]
fn a_format_without_types_is_an_error() {
    let bytes = Format::Postcard.write(&Data { id: "id" });
    assert!(Format::Postcard.read::<Display>(&bytes).is_err());
    assert_eq!(Format::Postcard.read::<Strings>(&bytes).unwrap().id, "id");
}
