//! Tests of fields that become slices of the input.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{catch_unwind, resume_unwind};
use std::thread;

use proptest::prelude::*;
use serde::de::DeserializeSeed;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::to_value;
use serde_with::serde_as;
use string_kit::SharedStr;
use string_kit_conformance::{Counts, count, with_budget};
use string_kit_serde::{Limits, Sliced, sliced};

use crate::support::{Format, cases};

const LONG: &str = "a text that is longer than fifteen bytes";

#[serde_as]
#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Record {
    #[serde(with = "string_kit_serde::sliced")]
    field: SharedStr,
    #[serde_as(as = "Option<Sliced>")]
    option: Option<SharedStr>,
    #[serde_as(as = "Vec<Sliced>")]
    vec: Vec<SharedStr>,
    #[serde_as(as = "BTreeMap<Sliced, Sliced>")]
    map: BTreeMap<SharedStr, SharedStr>,
}

/// The record with serde's own impls.
#[derive(Debug, Serialize)]
struct Control {
    field: String,
    option: Option<String>,
    vec: Vec<String>,
    map: BTreeMap<String, String>,
}

impl Record {
    fn texts(&self) -> impl Iterator<Item = &SharedStr> {
        let map = self.map.iter().flat_map(<[&SharedStr; 2]>::from);
        let texts = self.vec.iter().chain(&self.option).chain(map);
        texts.chain([&self.field])
    }
}

/// Returns `true` if the text lies in the memory of `input`.
fn lies_in(text: &SharedStr, input: &SharedStr) -> bool {
    input.as_bytes().as_ptr_range().contains(&text.as_ptr())
}

fn json(text: &str) -> SharedStr {
    SharedStr::from(serde_json::to_string(text).unwrap())
}

/// Reads a JSON string by the scope's input.
fn read(json: &str) -> SharedStr {
    sliced::deserialize(&mut serde_json::Deserializer::from_str(json)).unwrap()
}

#[test]
fn each_format_reads_the_record_whatever_it_lends() {
    let control = Control {
        field: LONG.to_owned(),
        option: Some(format!("{LONG}, with an escape: \n")),
        vec: vec!["short".to_owned(), LONG.to_owned()],
        map: BTreeMap::from([(LONG.to_owned(), "€".repeat(6))]),
    };
    let mut formats = Format::SELF_DESCRIBING.to_vec();
    formats.push(Format::Postcard);
    for format in formats {
        let bytes = format.write(&control);
        // A format that is not text has no input that a field could be a slice of.
        let input = SharedStr::from_utf8_lossy(&bytes);
        let record: Record = sliced::with_input(&input, || format.read(&bytes)).unwrap();
        assert_eq!(format.write(&record), bytes, "{format:?}");
        // The bytes that were read are not those of the input.
        assert!(
            record.texts().all(|text| !lies_in(text, &input)),
            "{format:?}"
        );
        if input.as_bytes() == bytes {
            let read = || format.read::<Record>(input.as_bytes());
            assert_eq!(sliced::with_input(&input, read).unwrap(), record);
        }
    }
}

#[test]
fn only_escapes_allocate() {
    #[derive(Deserialize)]
    struct Event {
        #[serde(with = "string_kit_serde::sliced")]
        message: SharedStr,
        #[serde(with = "string_kit_serde::sliced")]
        level: SharedStr,
    }

    let line = format!(r#"{{"message":"{LONG}","level":"info"}}"#);
    let escaped = line.replace("that", r"\u0074hat");
    let lines = SharedStr::from([line.as_str(); 100].join("\n") + "\n" + &escaped);
    sliced::with_input(&lines, || {
        for (index, line) in lines.lines().enumerate() {
            let (event, counts) = count(|| serde_json::from_str::<Event>(line).unwrap());
            assert_eq!((&*event.message, &*event.level), (LONG, "info"));
            let is_slice = index < 100;
            assert_eq!(
                counts == Counts::default(),
                is_slice,
                "line {index}: {counts:?}"
            );
            assert_eq!(lies_in(&event.message, &lines), is_slice);
            assert!(event.level.is_inline());
        }
    });
}

#[test]
fn buffered_and_streamed_data_is_sliced() {
    #[derive(Deserialize)]
    struct Flat {
        #[serde(flatten)]
        inner: BTreeMap<String, Either>,
    }
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either {
        Number(u32),
        Text(#[serde(with = "string_kit_serde::sliced")] SharedStr),
    }

    let input = SharedStr::from(format!(r#"{{"a":1,"b":"{LONG}"}} {{"c":"{LONG}"}}"#));
    let documents = sliced::with_input(&input, || {
        let stream = serde_json::Deserializer::from_str(&input).into_iter::<Flat>();
        stream.collect::<Result<Vec<Flat>, _>>().unwrap()
    });
    assert!(matches!(documents[0].inner["a"], Either::Number(1)));
    for (document, key) in documents.iter().zip(["b", "c"]) {
        let Either::Text(text) = &document.inner[key] else {
            panic!("a number");
        };
        assert!(lies_in(text, &input) && *text == LONG);
    }
}

#[test]
fn a_piece_outlives_the_input_and_keeps_it_alive() {
    let ((), counts) = count(|| {
        let input = json(LONG);
        let heap_size = input.heap_size();
        let piece = sliced::with_input(&input, || read(&input));
        drop(input);
        assert_eq!((&*piece, piece.heap_size()), (LONG, heap_size));
        assert!(piece.is_unique());
    });
    assert_eq!(counts.live_bytes, 0);
}

#[test]
fn a_text_of_15_bytes_is_copied_and_one_of_16_is_a_slice() {
    for len in 0..40 {
        let text = "x".repeat(len);
        let input = json(&text);
        let piece = sliced::with_input(&input, || read(&input));
        assert_eq!((&*piece, piece.is_inline()), (&*text, len <= 16));
        assert_eq!(lies_in(&piece, &input), len > 16);
    }
}

#[test]
fn the_limit_is_the_memory_that_is_kept_besides_the_text() {
    let input = json(LONG);
    let unused = input.heap_size() - LONG.len();
    for (limit, is_slice) in [(0, false), (unused - 1, false), (unused, true)] {
        let piece = sliced::with_limited_input(&input, limit, || read(&input));
        assert_eq!((&*piece, lies_in(&piece, &input)), (LONG, is_slice));
    }
    // All of the memory counts, also if the input is a slice of it.
    let all = SharedStr::from(format!("{input}{}", "x".repeat(100)));
    let part = all.slice(..input.len());
    let piece = sliced::with_limited_input(&part, unused, || read(&part));
    assert!(!lies_in(&piece, &all));
    // A static text takes no memory.
    let json = SharedStr::from_static(r#""a text that lives as long as the program""#);
    let piece = sliced::with_limited_input(&json, 0, || read(&json));
    assert_eq!(
        piece.as_static_str(),
        Some(&json.as_static_str().unwrap()[1..json.len() - 1])
    );
}

#[test]
fn other_inputs_and_other_threads_are_copied() {
    let (input, other) = (json(LONG), json(LONG));
    sliced::with_input(&input, || {
        assert!(!lies_in(&read(&other), &other));
        // Part of the input, and longer than it.
        let around = format!("{other}{other}");
        assert_eq!(read(&around), LONG);
        let elsewhere = thread::scope(|scope| scope.spawn(|| read(&input)).join().unwrap());
        assert!(elsewhere.is_unique());
        let here = read(&input);
        assert!(lies_in(&here, &input));
        let sent = thread::scope(|scope| scope.spawn(move || here.slice(2..)).join().unwrap());
        assert!(lies_in(&sent, &input));
    });
    assert!(!lies_in(&read(&input), &input));
}

#[test]
#[cfg_attr(not(panic = "unwind"), ignore = "catches a panic")]
fn an_inner_call_and_a_panic_put_the_outer_input_back() {
    let (outer, inner) = (json(LONG), json(&json(LONG)));
    let ((), counts) = count(|| {
        sliced::with_input(&outer, || {
            let panics = || sliced::with_input(&inner, || resume_unwind(Box::new(())));
            assert!(catch_unwind(panics).is_err());
            assert!(lies_in(&read(&outer), &outer));
            // A string that holds JSON.
            let document = sliced::with_input(&inner, || {
                assert!(!lies_in(&read(&outer), &outer));
                read(&inner)
            });
            let piece = sliced::with_input(&document, || read(&document));
            assert!(lies_in(&piece, &document) && piece == LONG);
            assert!(lies_in(&read(&outer), &outer));
        });
        assert!(!lies_in(&read(&outer), &outer));
    });
    assert_eq!(counts.live_bytes, 0);
}

/// A value that is dropped after the thread's input may be gone.
#[test]
fn a_field_that_is_read_while_the_thread_ends_is_copied() {
    struct Last;

    impl Drop for Last {
        fn drop(&mut self) {
            let input = json(LONG);
            assert_eq!(read(&input), LONG);
            assert_eq!(sliced::with_input(&input, || read(&input)), LONG);
        }
    }

    std::thread_local! {
        static LAST: RefCell<Option<Last>> = const { RefCell::new(None) };
    }
    for input_first in [true, false] {
        let ends = move || {
            let input = json(LONG);
            let use_input = || {
                let piece = sliced::with_input(&input, || read(&input));
                assert!(lies_in(&piece, &input));
            };
            if input_first {
                use_input();
            }
            LAST.set(Some(Last));
            use_input();
        };
        thread::spawn(ends).join().unwrap();
    }
}

#[test]
fn limits_come_first_and_out_of_memory_is_an_error() {
    let input = json(LONG);
    let read = |limits: Limits| {
        let from = &mut serde_json::Deserializer::from_str(&input);
        sliced::with_input(&input, || limits.sliced().deserialize(from))
    };
    assert!(lies_in(
        &read(Limits::new().max_len(LONG.len())).unwrap(),
        &input
    ));
    assert!(read(Limits::new().max_len(LONG.len() - 1)).is_err());
    let number = |from: &str| {
        let from = &mut serde_json::Deserializer::from_str(from);
        Limits::new()
            .sliced()
            .deserialize(from)
            .unwrap_err()
            .to_string()
    };
    assert!(number("1").starts_with("invalid type: integer `1`, expected a string"));
    // A slice needs no memory, a copy does.
    let from = || {
        serde::de::value::BorrowedStrDeserializer::<crate::support::StackError>::new(
            &input[1..=LONG.len()],
        )
    };
    let slice = sliced::with_input(&input, || with_budget(0, || sliced::deserialize(from())));
    assert_eq!(slice.unwrap(), LONG);
    assert!(with_budget(0, || sliced::deserialize(from())).is_err());
}

proptest! {
    #![proptest_config(cases(64))]

    /// JSON reads the same texts as into `String`s, and what it borrows is in the input.
    #[test]
    fn json_is_read_as_into_a_string(
        field in "\\PC{0,30}|[a-z\"\\\\\n]{0,30}",
        option in proptest::option::of("\\PC{0,30}"),
        vec in proptest::collection::vec("[a-z€\t]{0,30}", 0..5),
        map in proptest::collection::btree_map("[a-z\"]{0,20}", "[a-z]{0,20}", 0..5),
        limit in prop_oneof![Just(usize::MAX), 0..400_usize],
        start in 0..20_usize,
        pretty in any::<bool>(),
    ) {
        let control = Control { field, option, vec, map };
        let to_json = if pretty { serde_json::to_string_pretty } else { serde_json::to_string };
        let document = to_json(&control).unwrap();
        let expected = to_value(&control).unwrap();
        let whole = SharedStr::from(" ".repeat(start) + &document);
        let input = whole.slice(start..);
        let read = || serde_json::from_str::<Record>(&input).unwrap();
        let record = sliced::with_limited_input(&input, limit, read);
        prop_assert_eq!(&to_value(&record).unwrap(), &expected);
        for text in record.texts() {
            let is_borrowed = serde_json::to_string(text).unwrap().len() == text.len() + 2;
            let is_slice = text.len() > 16
                && is_borrowed
                && input.heap_size() - text.len() <= limit;
            prop_assert_eq!(lies_in(text, &input), is_slice, "{:?}", text);
        }
        drop((whole, input));
        prop_assert_eq!(to_value(&record).unwrap(), expected);
    }
}

/// A function that an attribute names reads with limits through the scope's input.
#[test]
fn a_function_reads_with_limits() {
    fn message<'de, D: Deserializer<'de>>(from: D) -> Result<SharedStr, D::Error> {
        Limits::new().max_len(LONG.len()).sliced().deserialize(from)
    }
    #[derive(Deserialize)]
    struct Event(#[serde(deserialize_with = "message")] SharedStr);

    let input = json(LONG);
    let Event(text) = sliced::with_input(&input, || serde_json::from_str(&input)).unwrap();
    assert!(lies_in(&text, &input));
    let longer = json(&format!("{LONG}."));
    assert!(sliced::with_input(&longer, || serde_json::from_str::<Event>(&longer)).is_err());
}
