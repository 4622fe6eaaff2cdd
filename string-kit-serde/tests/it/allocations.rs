//! The allocations of reading and writing, counted and never timed.

use std::collections::HashMap;
use std::fmt::Display;
use std::sync::Arc;

use serde::de::value::{Error, F64Deserializer, StringDeserializer};
use serde::de::{DeserializeSeed, IntoDeserializer};
use serde::{Deserialize, Serialize};
use string_kit::{CapturedStr, SharedStr, StrList, StrListBuilder, StringBuf};
use string_kit_conformance::{Counts, count};
use string_kit_serde::rules::{AsJson, Limited, List, Map, Scalars, Seq, Skip, Text};
use string_kit_serde::{
    AppendSeq, As, Captured, DisplaySeq, Limits, captured, display, limited, map, seq,
};

use crate::support::Field;

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

#[track_caller]
fn assert_sum(counts: Counts, a: Counts, b: Counts) {
    assert_eq!(counts.allocations, a.allocations + b.allocations);
    assert_eq!(counts.reallocations, a.reallocations + b.reallocations);
    assert_eq!(counts.live_bytes, a.live_bytes + b.live_bytes);
}

/// Checks that reading a field allocates what the type's own copy of the text allocates.
fn reading_costs_one_copy<S: CapturedStr>() {
    for len in LENGTHS {
        let text = "x".repeat(len);
        let (copy, needed) = count(|| S::from_text(&text));

        let json = format!("\"{text}\"");
        let (read, counts) = count(|| serde_json::from_str::<Field<S>>(&json).unwrap());
        assert_eq!(read.0, copy);
        assert_eq!(counts, needed, "{len} bytes");
        let (read, counts) = count(|| serde_json::from_str::<Option<Captured<S>>>(&json).unwrap());
        assert_eq!(read.unwrap().0, copy);
        assert_eq!(counts, needed, "{len} bytes in an Option");
        let mut json = serde_json::Deserializer::from_str(&json);
        let (read, counts) = count(|| display::deserialize::<S, _>(&mut json).unwrap());
        assert_eq!(read, copy);
        assert_eq!(counts, needed, "{len} bytes by display");
    }
    // The second number has the longest text of all numbers.
    for number in [-1234.5, -f64::MIN_POSITIVE] {
        let text = number.to_string();
        let (_, needed) = count(|| S::from_text(&text));
        let from: F64Deserializer<Error> = number.into_deserializer();
        let (read, counts) = count(|| display::deserialize::<S, _>(from).unwrap());
        assert_eq!(read.as_str(), text);
        assert_eq!(counts, needed, "a number");
    }
}

/// Checks that reading costs one copy and serde's buffer, whose cost reading a `&str` shows.
fn buffered_data_costs_the_buffer_and_one_copy<S: CapturedStr>() {
    for len in LENGTHS {
        let text = "x".repeat(len);
        let json = format!(r#"{{"field":"{text}"}}"#);
        let (_copy, needed) = count(|| S::from_text(&text));

        let (_, buffer) = count(|| flat::<&str>(&json));
        let (_read, counts) = count(|| flat::<Captured<S>>(&json));
        assert_sum(counts, buffer, needed);
        let (_, buffer) = count(|| untagged::<&str>(&json));
        let (_read, counts) = count(|| untagged::<Captured<S>>(&json));
        assert_sum(counts, buffer, needed);
    }
}

/// Checks that a `String` that the format hands over costs what `From<String>` costs.
fn owned_string_costs_from_string<S: CapturedStr>() {
    for len in LENGTHS {
        let text = "x".repeat(len);
        let (given, needed) = count({
            let text = text.clone();
            || S::from(text)
        });
        let from = StringDeserializer::<Error>::new(text);
        let (read, counts) = count(|| captured::deserialize::<S, _>(from).unwrap());
        assert_eq!(read, given);
        assert_eq!(counts, needed, "{len} bytes");
    }
}

/// Checks that a sequence takes one block for its `Vec`, and one more for an `Arc`.
fn sequence_takes_one_block<S: CapturedStr>() {
    for len in LENGTHS {
        let text = "x".repeat(len);
        macro_rules! check {
            ($strings:literal, $from:expr) => {
                let (_copy, needed) = count(|| [(); $strings].map(|()| S::from_text(&text)));
                let (_vec, counts) = count(|| seq::deserialize::<S, Vec<S>, _>(&mut $from));
                assert_blocks(counts, needed, 1);
                let (_boxed, counts) = count(|| seq::deserialize::<S, Box<[S]>, _>(&mut $from));
                assert_blocks(counts, needed, 1);
                let (_shared, counts) = count(|| seq::deserialize::<S, Arc<[S]>, _>(&mut $from));
                assert_blocks(counts, needed, 2);
            };
        }
        // Without a stated length, the first block of a `Vec` holds 4. With one, it holds all.
        let json = serde_json::to_string(&[&*text; 4]).unwrap();
        check!(4, serde_json::Deserializer::from_str(&json));
        let postcard = postcard::to_stdvec(&[&*text; 9][..]).unwrap();
        check!(9, postcard::Deserializer::from_bytes(&postcard));
    }
}

/// Checks that pairs take one block besides their strings.
fn pairs_take_one_block<S: CapturedStr>() {
    let mut json = serde_json::Deserializer::from_str(r#"{"id":"a value of some length"}"#);
    let (_pair, needed) = count(|| ["id", "a value of some length"].map(S::from_text));
    let (_pairs, counts) = count(|| map::deserialize::<Vec<(S, S)>, _>(&mut json).unwrap());
    assert_blocks(counts, needed, 1);
}

/// Asserts that `more` blocks were allocated besides those of the strings, and that none of them
/// grew.
#[track_caller]
fn assert_blocks(counts: Counts, strings: Counts, more: usize) {
    assert_eq!(
        (counts.allocations, counts.reallocations),
        (strings.allocations + more, strings.reallocations)
    );
}

/// Checks that every adapter writes without an allocation.
fn writes_without_an_allocation<S: CapturedStr>() {
    let strings = LENGTHS.map(|len| S::from_text(&"x".repeat(len)));
    let vec = strings.to_vec();
    let pairs: Vec<(S, S)> = vec.iter().cloned().zip(strings.clone()).collect();
    let [one, two, three] = strings.map(Captured);
    let some = Some(three.clone().into_inner());
    assert_no_allocation(|to| captured::serialize(&*one, to));
    assert_no_allocation(|to| captured::option::serialize(&some, to));
    assert_no_allocation(|to| two.serialize(to));
    assert_no_allocation(|to| seq::serialize(&vec, to));
    assert_no_allocation(|to| seq::serialize(&&vec[..2], to));
    assert_no_allocation(|to| map::serialize(&pairs, to));
}

#[track_caller]
fn assert_no_allocation(
    write: impl FnOnce(&mut serde_json::Serializer<&mut Vec<u8>>) -> serde_json::Result<()>,
) {
    let mut json = Vec::with_capacity(4096);
    let mut serializer = serde_json::Serializer::new(&mut json);
    let (written, counts) = count(|| write(&mut serializer));
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
            sequence_takes_one_block::<$ty>();
            pairs_take_one_block::<$ty>();
            writes_without_an_allocation::<$ty>();
        }
    };
}
crate::for_each_representation!(allocations);

/// Returns the JSON of 1,000 texts of 5 to 20 bytes.
fn thousand() -> String {
    let texts: Vec<String> = (0..1_000).map(|n| "x".repeat(5 + n % 16)).collect();
    serde_json::to_string(&texts).unwrap()
}

/// Only the builder's growth allocates, however many strings there are.
#[test]
fn a_list_allocates_nothing_per_string() {
    let json = thousand();
    let (list, counts) =
        count(|| StrList::deserialize(&mut serde_json::Deserializer::from_str(&json)).unwrap());
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
    let mut json = serde_json::Deserializer::from_str(r#"["id","42","true"]"#);
    let (list, counts) = count(|| StrList::deserialize(&mut json).unwrap());
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
    let mut json = serde_json::Deserializer::from_str("[1,-0.5,1e300,true,18446744073709551615]");
    let (list, counts) = count(|| display::list::deserialize(&mut json).unwrap());
    assert_eq!(list.len(), 5);
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
fn writing_tags_and_lists_allocates_nothing() {
    let values: [&dyn Display; 5] = [&"eu-west", &200, &1.5, &true, &u128::MAX];
    let list = StrList::capture(&values);
    let mut json = Vec::with_capacity(4096);
    let (result, counts) = count(|| serde_json::to_writer(&mut json, &DisplaySeq(&values)));
    result.unwrap();
    assert_eq!(counts, Counts::default());
    let read: Vec<String> = serde_json::from_slice(&json).unwrap();
    assert_eq!(list, read);

    let mut serializer = serde_json::Serializer::new(&mut json);
    let (result, counts) = count(|| list.serialize(&mut serializer));
    result.unwrap();
    assert_eq!(counts, Counts::default());
}

/// Null is `None` by every attribute of an `Option`, and allocates nothing.
#[test]
fn none_allocates_nothing() {
    type Pairs = Vec<(String, String)>;
    type Limit = Limited<Scalars, 4, 4, 4>;
    macro_rules! assert_none {
        ($($read:expr => $ty:ty;)*) => {$(
            let mut json = serde_json::Deserializer::from_str("null");
            let (read, counts) = count(|| $read(&mut json).unwrap());
            let read: Option<$ty> = read;
            assert!(read.is_none());
            assert_eq!(counts, Counts::default(), stringify!($read));
        )*};
    }
    assert_none! {
        captured::option::deserialize => String;
        seq::option::deserialize => Vec<String>;
        map::option::deserialize => Pairs;
        display::option::deserialize => String;
        display::seq::option::deserialize => Arc<[String]>;
        display::list::option::deserialize => StrList;
        display::map::option::deserialize => Pairs;
        limited::option::text::<4, _, _> => String;
        limited::option::seq::<4, 4, 4, _, _, _> => Arc<[String]>;
        limited::option::list::<4, 4, 4, _> => StrList;
        limited::option::map::<4, 4, 4, _, _> => Pairs;
        As::<Option<Text<Limit>>>::deserialize => String;
        As::<Option<Seq<Limit>>>::deserialize => Vec<String>;
        As::<Option<List<Limit>>>::deserialize => StrList;
        As::<Option<Map<Limit, Skip, AsJson>>>::deserialize => Pairs;
    }
}

/// A map keyed by the newtype allocates what a map keyed by `String` allocates.
#[test]
fn a_captured_key_costs_the_same_as_a_string() {
    let json = r#"{"id":1,"region":2,"a key of more than twenty-four bytes":3}"#;
    let (own, needed) = count(|| serde_json::from_str::<HashMap<String, u32>>(json).unwrap());
    let (read, counts) =
        count(|| serde_json::from_str::<HashMap<Captured<String>, u32>>(json).unwrap());
    assert_eq!(counts, needed);
    assert_eq!(read["id"], own["id"]);
}
