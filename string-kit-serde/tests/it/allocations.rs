//! The allocations of reading and writing, counted and never timed.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::de::value::{Error, I128Deserializer, StrDeserializer, StringDeserializer};
use serde::de::{DeserializeSeed, IntoDeserializer};
use serde::{Deserialize, Serialize};
use serde_with::{As, DeserializeAs, SerializeAs};
use string_kit::{CapturedStr, SharedStr, StrList, StrListBuilder, StringBuf};
use string_kit_conformance::{Counts, count, with_budget};
use string_kit_serde::seed::Optional;
use string_kit_serde::{AppendSeq, Captured, CapturedDisplay, Limits, Slice, captured};

use crate::formats::Field;
use crate::support::StackError;

/// Lengths that are inline in most types, in some, and in no type of 24 bytes.
const LENGTHS: [usize; 3] = [5, 20, 30];

/// A field that serde buffers first, because other fields may come before it.
#[derive(Deserialize)]
struct Flat<T> {
    #[serde(flatten)]
    inner: Named<T>,
}

#[derive(Deserialize)]
struct Named<T> {
    field: T,
}

/// A field that serde buffers first, to find the variant.
#[derive(Deserialize)]
#[serde(untagged)]
enum Untagged<T> {
    Named { field: T },
}

fn flat<'de, T: Deserialize<'de>>(json: &'de str) -> T {
    let flat: Flat<T> = serde_json::from_str(json).unwrap();
    flat.inner.field
}

fn untagged<'de, T: Deserialize<'de>>(json: &'de str) -> T {
    let Untagged::Named { field } = serde_json::from_str(json).unwrap();
    field
}

/// Reads JSON by a marker.
fn read<'de, A: DeserializeAs<'de, T>, T>(json: &'de str) -> T {
    As::<A>::deserialize(&mut serde_json::Deserializer::from_str(json)).unwrap()
}

#[track_caller]
fn assert_sum(counts: Counts, a: Counts, b: Counts) {
    assert_eq!(counts.allocations, a.allocations + b.allocations);
    assert_eq!(counts.reallocations, a.reallocations + b.reallocations);
    assert_eq!(counts.live_bytes, a.live_bytes + b.live_bytes);
}

/// Checks that reading a string allocates what the type's own copy of the text allocates.
fn reading_costs_one_copy<S: CapturedStr>() {
    for len in LENGTHS {
        let text = "x".repeat(len);
        let json = format!("\"{text}\"");
        let (copy, needed) = count(|| S::from_text(&text));
        let (field, counts) = count(|| serde_json::from_str::<Field<S>>(&json).unwrap());
        assert_eq!((field.0, counts), (copy.clone(), needed), "{len} bytes");
        let (marked, counts) = count(|| read::<Option<Captured>, Option<S>>(&json).unwrap());
        assert_eq!(
            (marked, counts),
            (copy.clone(), needed),
            "{len} bytes in an Option"
        );
        let (marked, counts) = count(|| read::<CapturedDisplay, S>(&json));
        assert_eq!(
            (marked, counts),
            (copy, needed),
            "{len} bytes by CapturedDisplay"
        );
    }
    // The first number has the longest text of all integers.
    for number in [i128::MIN, -12] {
        let text = number.to_string();
        let (_copy, needed) = count(|| S::from_text(&text));
        let from: I128Deserializer<Error> = number.into_deserializer();
        let (marked, counts) = count(|| CapturedDisplay::deserialize_as(from).unwrap());
        assert_eq!(
            (<S as CapturedStr>::as_str(&marked), counts),
            (&*text, needed)
        );
    }
}

/// Checks that reading costs one copy and serde's buffer, whose cost reading a `&str` shows.
fn buffered_data_costs_the_buffer_and_one_copy<S: CapturedStr>() {
    for len in LENGTHS {
        let text = "x".repeat(len);
        let json = format!(r#"{{"field":"{text}"}}"#);
        let (_copy, needed) = count(|| S::from_text(&text));
        let (_, buffer) = count(|| flat::<&str>(&json));
        let (_read, counts) = count(|| flat::<Field<S>>(&json));
        assert_sum(counts, buffer, needed);
        let (_, buffer) = count(|| untagged::<&str>(&json));
        let (_read, counts) = count(|| untagged::<Field<S>>(&json));
        assert_sum(counts, buffer, needed);
    }
}

/// Checks that a `String` that the format hands over costs what `From<String>` costs.
fn owned_string_costs_from_string<S: CapturedStr>() {
    for len in LENGTHS {
        let text = "x".repeat(len);
        let owned = text.clone();
        let (given, needed) = count(|| S::from(owned));
        let from = StringDeserializer::<Error>::new(text);
        let (kept, counts) = count(|| captured::deserialize::<S, _>(from).unwrap());
        assert_eq!((kept, counts), (given, needed), "{len} bytes");
    }
}

/// Checks that a container by the marker has the blocks that serde gives one of `String`s, with the
/// blocks of its strings in place of theirs, and that writing it allocates nothing.
fn containers_cost_what_those_of_strings_cost<S: CapturedStr>() {
    for len in LENGTHS {
        let texts: Vec<String> = ["a", "b", "c", "d"].map(|start| start.repeat(len)).into();
        let (strings, needed) = count(|| {
            texts
                .iter()
                .map(|text| S::from_text(text))
                .collect::<Vec<S>>()
        });
        let (_copies, copied) = count(|| texts.clone());
        let array = serde_json::to_string(&texts).unwrap();
        let map: BTreeMap<&String, &String> = texts.iter().zip(&texts).collect();
        let object = serde_json::to_string(&map).unwrap();
        macro_rules! check {
            ($json:expr, $times:literal, $more:literal, $marker:ty, $ty:ty, $control:ty) => {
                let (_control, control) =
                    count(|| serde_json::from_str::<$control>(&$json).unwrap());
                let (value, counts) = count(|| read::<$marker, $ty>(&$json));
                let blocks = |counts: Counts| counts.allocations + counts.reallocations;
                assert_eq!(
                    blocks(counts) + $times * blocks(copied),
                    blocks(control) + $times * blocks(needed) + $more,
                    "{} with {len} bytes",
                    stringify!($marker)
                );
                assert_no_allocation::<$marker, _>(&value);
            };
        }
        check!(array, 1, 0, Vec<Captured>, Vec<S>, Vec<String>);
        check!(array, 1, 0, Box<[CapturedDisplay]>, Box<[S]>, Box<[String]>);
        check!(array, 1, 1, Slice<Captured>, Arc<[S]>, Vec<String>);
        check!(object, 2, 0, BTreeMap<Captured, Option<Captured>>, BTreeMap<S, Option<S>>,
            BTreeMap<String, Option<String>>);
        check!(
            object,
            2,
            0,
            Option<BTreeMap<Captured, Captured>>,
            Option<BTreeMap<S, S>>,
            Option<BTreeMap<String, String>>
        );

        let mut from = serde_json::Deserializer::from_str(&array);
        let (seq, counts) = count(|| Limits::new().seq::<S>().deserialize(&mut from).unwrap());
        assert_eq!((&seq, counts.allocations), (&strings, needed.allocations));
        let one = &strings[0];
        let (field, some) = (Field(one.clone()), Some(one.clone()));
        assert_no_allocation::<serde_with::Same, _>(&field);
        assert_no_allocation::<WithOption, _>(&some);
    }
}

/// The functions for an `Option` as a marker.
struct WithOption;

impl<S: CapturedStr> SerializeAs<Option<S>> for WithOption {
    fn serialize_as<W: serde::Serializer>(text: &Option<S>, to: W) -> Result<W::Ok, W::Error> {
        captured::option::serialize(text, to)
    }
}

#[track_caller]
fn assert_no_allocation<A: SerializeAs<T>, T>(value: &T) {
    let mut json = Vec::with_capacity(4096);
    let mut to = serde_json::Serializer::new(&mut json);
    let (written, counts) = count(|| A::serialize_as(value, &mut to));
    written.unwrap();
    assert_eq!(counts, Counts::default());
    assert!(!json.is_empty());
}

macro_rules! allocations {
    ($name:ident, $ty:ty) => {
        #[test]
        fn $name() {
            reading_costs_one_copy::<$ty>();
            buffered_data_costs_the_buffer_and_one_copy::<$ty>();
            owned_string_costs_from_string::<$ty>();
            containers_cost_what_those_of_strings_cost::<$ty>();
        }
    };
}
mod every_type_costs_no_more_than_its_copies {
    use super::*;

    crate::for_each_representation!(allocations);
}

/// A sequence takes one block for its `Vec`, whose length the format states or not.
#[test]
fn a_limited_sequence_takes_one_block() {
    let texts = ["x"; 9];
    let postcard = postcard::to_stdvec(&texts[..]).unwrap();
    let mut from = postcard::Deserializer::from_bytes(&postcard);
    let (read, counts) = count(|| {
        Limits::new()
            .seq::<StringBuf<24>>()
            .deserialize(&mut from)
            .unwrap()
    });
    assert_eq!(
        (read.len(), counts.allocations, counts.reallocations),
        (9, 1, 0)
    );
    let mut from = serde_json::Deserializer::from_str(r#"{"id":"42"}"#);
    let pairs = Limits::new().map::<Vec<(StringBuf<24>, StringBuf<24>)>>();
    let (read, counts) = count(|| pairs.deserialize(&mut from).unwrap());
    assert_eq!(
        (read.len(), counts.allocations, counts.reallocations),
        (1, 1, 0)
    );
}

/// Returns the JSON of 1,000 texts of 5 to 20 bytes.
fn thousand() -> String {
    let texts: Vec<String> = (0..1_000).map(|n| "x".repeat(5 + n % 16)).collect();
    serde_json::to_string(&texts).unwrap()
}

/// Only the builder's growth allocates, however many strings there are.
#[test]
fn a_list_allocates_nothing_per_string() {
    let json = thousand();
    let (list, counts) = count(|| serde_json::from_str::<StrList>(&json).unwrap());
    assert_eq!(list.len(), 1_000);
    assert!(
        counts.allocations + counts.reallocations <= 15,
        "{counts:?}"
    );
    assert_eq!(
        counts.live_bytes,
        isize::try_from(list.heap_size()).unwrap()
    );

    let (limited, again) = count(|| {
        let limits = Limits::new().max_len(20).max_items(1_000).max_bytes(20_000);
        let mut json = serde_json::Deserializer::from_str(&json);
        limits.list().deserialize(&mut json).unwrap()
    });
    assert_eq!(limited, list);
    assert_eq!(again, counts, "limits allocate nothing");
}

/// An inline list frees the builder's first block.
#[test]
fn an_inline_list_keeps_no_block() {
    let json = r#"["id","42","true"]"#;
    let (list, counts) = count(|| serde_json::from_str::<StrList>(json).unwrap());
    assert!(list.is_inline());
    assert_eq!((counts.live_bytes, counts.reallocations), (0, 0));
    assert!(counts.allocations <= 2, "{counts:?}");
}

/// A `StringBuf` keeps the block of a `String` that the format hands over.
#[test]
fn a_string_buf_reuses_a_string() {
    let text = "x".repeat(30);
    let bytes = text.as_ptr();
    let from = StringDeserializer::<Error>::new(text);
    let (read, counts) = count(|| StringBuf::<16>::deserialize(from).unwrap());
    assert_eq!(counts, Counts::default());
    assert_eq!(read.as_ptr(), bytes);
}

/// A text that is read into a `StringBuf` that exists reuses its memory, as with a `String`.
#[test]
fn a_string_buf_is_read_in_place() {
    let mut place = StringBuf::<16>::with_capacity(40);
    let memory = place.as_ptr();
    let mut read = |json: &str| {
        let mut from = serde_json::Deserializer::from_str(json);
        Deserialize::deserialize_in_place(&mut from, &mut place).map(|()| place.clone())
    };
    for text in ["id", &"x".repeat(30), "", &"y".repeat(40)] {
        let (read, counts) = count(|| read(&format!("{text:?}")).unwrap());
        let (_, others) = count(|| (format!("{text:?}"), StringBuf::<16>::from(text)));
        assert_eq!((&*read, counts.allocations), (text, others.allocations));
    }
    let kept = read("1").unwrap_err();
    assert!(kept.is_data());
    assert_eq!((place.as_ptr(), &*place), (memory, &*"y".repeat(40)));
    let text = "z".repeat(30);
    let bytes = text.as_ptr();
    let from = StringDeserializer::<Error>::new(text);
    StringBuf::<16>::deserialize_in_place(from, &mut place).unwrap();
    assert_eq!(place.as_ptr(), bytes);
    let long = "0".repeat(50);
    let from = StrDeserializer::<StackError>::new(&long);
    let failed = with_budget(0, || {
        StringBuf::<16>::deserialize_in_place(from, &mut place)
    });
    assert!(failed.is_err() && *place == *"z".repeat(30));
}

/// A shared text takes one block of its exact size in every format, or none if it is inline.
#[test]
fn a_shared_str_takes_one_block() {
    for len in [0, 1, 15, 16, 24, 5_000] {
        let text = "x".repeat(len);
        let blocks = usize::from(len > SharedStr::INLINE_CAPACITY);
        let assert_one_block = |read: &SharedStr, counts: Counts| {
            let held = isize::try_from(read.heap_size()).unwrap();
            assert_eq!(*read, *text);
            assert_eq!((counts.allocations, counts.reallocations), (blocks, 0));
            assert_eq!(counts.live_bytes, held, "{len} bytes");
        };

        let json = format!("\"{text}\"");
        let (read, counts) = count(|| serde_json::from_str::<SharedStr>(&json).unwrap());
        assert_one_block(&read, counts);
        let postcard = postcard::to_stdvec(&text).unwrap();
        let (read, counts) = count(|| postcard::from_bytes::<SharedStr>(&postcard).unwrap());
        assert_one_block(&read, counts);

        let mut json = Vec::with_capacity(2 * len + 2);
        let ((), counts) = count(|| serde_json::to_writer(&mut json, &read).unwrap());
        assert_eq!(counts, Counts::default());

        // A `String` that the format hands over is freed.
        let from = StringDeserializer::<Error>::new(text.clone());
        let (read, mut counts) = count(|| SharedStr::deserialize(from).unwrap());
        counts.live_bytes += isize::try_from(len).unwrap();
        assert_one_block(&read, counts);
    }
}

/// Each number is formatted on the stack.
#[test]
fn a_list_of_numbers_allocates_nothing_per_number() {
    let numbers = serde_json::to_string(&[u64::MAX; 15]).unwrap();
    let mut json = serde_json::Deserializer::from_str(&numbers);
    let limits = Limits::new().scalars();
    let (list, counts) = count(|| limits.list().deserialize(&mut json).unwrap());
    assert_eq!(list.len(), 15);
    // The builder's block and the list's.
    assert_eq!((counts.allocations, counts.reallocations), (2, 0));
}

#[test]
fn a_builder_with_capacity_allocates_nothing() {
    let json = thousand();
    let mut builder = StrListBuilder::with_capacity(1_000, 20_000);
    let mut json = serde_json::Deserializer::from_str(&json);
    let ((), counts) = count(|| AppendSeq(&mut builder).deserialize(&mut json).unwrap());
    assert_eq!(counts, Counts::default());
    assert_eq!(builder.len(), 1_000);
}

#[test]
fn writing_a_list_allocates_nothing() {
    let list = StrList::capture(&[&"eu-west", &200, &1.5, &true, &u128::MAX]);
    let mut json = Vec::with_capacity(4096);
    let mut to = serde_json::Serializer::new(&mut json);
    let (written, counts) = count(|| list.serialize(&mut to));
    written.unwrap();
    assert_eq!(counts, Counts::default());
}

/// Null is `None` by every way to read an `Option`, and allocates nothing.
#[test]
fn none_allocates_nothing() {
    macro_rules! assert_none {
        ($($read:expr;)*) => {$(
            let mut json = serde_json::Deserializer::from_str("null");
            let (read, counts) = count(|| $read(&mut json).unwrap());
            assert!(read.is_none());
            assert_eq!(counts, Counts::default(), stringify!($read));
        )*};
    }
    let limits = Limits::new().scalars().max_len(4).max_items(4).max_bytes(4);
    assert_none! {
        captured::option::deserialize::<String, _>;
        As::<Option<CapturedDisplay>>::deserialize::<_, Option<String>>;
        As::<Option<Slice<Captured>>>::deserialize::<_, Option<Arc<[String]>>>;
        |json| Optional(limits.text::<String>()).deserialize(json);
        |json| Optional(limits.seq::<String>()).deserialize(json);
        |json| Optional(limits.list()).deserialize(json);
        |json| Optional(limits.map::<Vec<(String, String)>>()).deserialize(json);
    }
}
