//! Every way to capture, with every representation, against `to_string`. The laws examine the texts
//! after the capture.

use std::fmt::Display;
use std::net::IpAddr;
use std::time::Duration;

use proptest::collection::vec;
use proptest::prelude::{any, prop_oneof};
use proptest::strategy::{Just, Strategy as Arbitrary};
use proptest::test_runner::{Config, TestRunner};
use string_kit::{CaptureErrorKind, capture_all, capture_shared};
use string_kit::{try_capture_all, try_capture_shared};
use string_kit_subjects::Representation;
use string_kit_subjects::strategy::{
    Native, OnePass, StackBuffer, Strategy, ThreadLocalBuffer, ToStringThenConvert,
};

/// Runs a test with random values of a strategy.
fn run<A: Arbitrary>(values: A, test: impl Fn(A::Value)) {
    let config = Config {
        cases: 64,
        failure_persistence: None,
        ..Config::default()
    };
    TestRunner::new(config)
        .run(&values, |value| {
            test(value);
            Ok(())
        })
        .unwrap();
}

/// Returns a strategy for short texts, texts of characters of every width, and white space.
fn any_text() -> impl Arbitrary<Value = String> {
    prop_oneof![
        vec(any::<char>(), 0..40).prop_map(String::from_iter),
        (0..300_usize, 1..=4_usize).prop_map(|(len, width)| crate::support::text_of(len, width)),
        "[ \n]{0,60}",
    ]
}

/// Asserts that every way to capture one value has the text of `to_string`.
fn captures<S: Representation, D: Display + ?Sized>(value: &D) {
    let text = value.to_string();
    assert_eq!(S::capture(value).as_str(), text);
    assert_eq!(S::try_capture(value).unwrap().as_str(), text);
    assert_eq!(ToStringThenConvert::capture::<S, D>(value).as_str(), text);
    assert_eq!(ThreadLocalBuffer::capture::<S, D>(value).as_str(), text);
    assert_eq!(StackBuffer::capture::<S, D>(value).as_str(), text);
    assert_eq!(OnePass::capture::<S, D>(value).as_str(), text);
    assert_eq!(Native::capture::<S, D>(value).as_str(), text);
}

/// Asserts that a capture with a limit has the text of `to_string` up to the limit, or is an error.
fn captures_under_a_limit<S: Representation, D: Display + ?Sized>(value: &D, max: usize) {
    let text = value.to_string();
    let kept = &text[..text.floor_char_boundary(max)];
    for field in [
        S::capture_bounded(value, max),
        S::try_capture_bounded(value, max).unwrap(),
    ] {
        assert_eq!(field.text.as_str(), kept);
        assert_eq!(field.truncated, text.len() > max);
    }
    match S::try_capture_within(value, max) {
        Ok(whole) => {
            assert!(text.len() <= max);
            assert_eq!(whole.as_str(), text);
        }
        Err(error) => {
            assert!(text.len() > max);
            assert_eq!(error, CaptureErrorKind::TooLong.into());
        }
    }
}

/// Asserts that every way to capture a slice has the texts of `to_string`.
fn captures_slices<S: Representation>(values: &[&dyn Display]) {
    let texts: Vec<String> = values.iter().map(ToString::to_string).collect();
    let same = |captured: &[S]| {
        assert!(captured.iter().map(S::as_str).eq(texts.iter()));
    };
    let boxes = [
        capture_all::<S>(values),
        try_capture_all::<S>(values).unwrap(),
        ToStringThenConvert::capture_all::<S>(values),
        ThreadLocalBuffer::capture_all::<S>(values),
        StackBuffer::capture_all::<S>(values),
        OnePass::capture_all::<S>(values),
        Native::capture_all::<S>(values),
    ];
    for captured in boxes {
        same(&captured);
    }
    same(&capture_shared::<S>(values));
    same(&try_capture_shared::<S>(values).unwrap());
}

/// A value of a type that people capture. It is captured as that type.
#[derive(Clone, Debug)]
enum Value {
    Signed(i128),
    Small(u8),
    Double(f64),
    Single(f32),
    Bool(bool),
    Char(char),
    Text(String),
    Address(IpAddr),
    Duration(Duration),
}

fn any_value() -> impl Arbitrary<Value = Value> {
    let doubles = [
        f64::NAN,
        f64::INFINITY,
        -0.0,
        0.0,
        1.0,
        1e16,
        1e21,
        5e-324,
        0.1,
    ];
    let singles = [f32::NAN, f32::NEG_INFINITY, -0.0, 1.0, 1e16, 1e-45];
    prop_oneof![
        any::<i128>().prop_map(Value::Signed),
        any::<u8>().prop_map(Value::Small),
        any::<u64>().prop_map(|bits| Value::Double(f64::from_bits(bits))),
        any::<u32>().prop_map(|bits| Value::Single(f32::from_bits(bits))),
        (0..doubles.len()).prop_map(move |at| Value::Double(doubles[at])),
        (0..singles.len()).prop_map(move |at| Value::Single(singles[at])),
        any::<bool>().prop_map(Value::Bool),
        any::<char>().prop_map(Value::Char),
        any_text().prop_map(Value::Text),
        any::<[u8; 16]>().prop_map(|bytes| Value::Address(bytes.into())),
        any::<[u8; 4]>().prop_map(|bytes| Value::Address(bytes.into())),
        any::<u64>().prop_map(|nanos| Value::Duration(Duration::from_nanos(nanos))),
        Just(Value::Duration(Duration::MAX)),
    ]
}

impl Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Value::Signed(value) => value.fmt(f),
            Value::Small(value) => value.fmt(f),
            Value::Double(value) => value.fmt(f),
            Value::Single(value) => value.fmt(f),
            Value::Bool(value) => value.fmt(f),
            Value::Char(value) => value.fmt(f),
            Value::Text(value) => value.fmt(f),
            Value::Address(value) => value.fmt(f),
            Value::Duration(value) => std::fmt::Debug::fmt(value, f),
        }
    }
}

fn captures_value<S: Representation>(value: &Value) {
    match value {
        Value::Signed(value) => captures::<S, _>(value),
        Value::Small(value) => captures::<S, _>(value),
        Value::Double(value) => {
            captures::<S, _>(value);
            captures::<S, _>(&format_args!("{value:+10.3}"));
        }
        Value::Single(value) => captures::<S, _>(value),
        Value::Bool(value) => captures::<S, _>(value),
        Value::Char(value) => captures::<S, _>(value),
        Value::Text(value) => {
            captures::<S, str>(value);
            captures::<S, String>(value);
            captures::<S, _>(&format_args!("{value:^70}"));
            captures::<S, _>(&format_args!("{value:.5}"));
        }
        Value::Address(value) => captures::<S, _>(value),
        Value::Duration(value) => captures::<S, _>(&format_args!("{value:?}")),
    }
    captures::<S, dyn Display>(value);
}

fn captures_each_length<S: Representation>() {
    let texts = crate::support::texts();
    for text in texts {
        captures::<S, str>(text);
        captures::<S, _>(&crate::support::Chars(text));
        for max in [0, 1, text.len() / 2, text.len().saturating_sub(1)] {
            captures_under_a_limit::<S, str>(text, max);
        }
        captures_under_a_limit::<S, _>(&crate::support::Chars(text), text.len());
    }
    let all: Vec<&dyn Display> = texts.iter().map(|text| text as _).collect();
    captures_slices::<S>(&all);
}

fn captures_random_values<S: Representation>() {
    run(any_value(), |value| captures_value::<S>(&value));
    run((any_value(), 0..80_usize), |(value, max)| {
        captures_under_a_limit::<S, _>(&value, max);
        captures_under_a_limit::<S, _>(&value, usize::MAX);
    });
    run(vec(any_value(), 0..8), |values| {
        let values: Vec<&dyn Display> = values.iter().map(|value| value as _).collect();
        captures_slices::<S>(&values);
    });
}

for_each_type! { $
    captures_at_each_length_where_a_layout_changes: captures_each_length;
    random_values_limits_and_slices_are_captured_as_to_string: captures_random_values;
}
