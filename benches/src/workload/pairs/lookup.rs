//! A look-up of four values in a map, by a list and by a `String` with separators.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::{Display, Write};
use std::hash::{BuildHasherDefault, DefaultHasher};
use std::hint::black_box;

use string_kit::StrList;

use super::Pair;
use crate::input::Values;

/// SipHash, std's default, with the same key in each run.
type Map<K> = HashMap<K, u64, BuildHasherDefault<DefaultHasher>>;

/// What the keys differ in.
const REGIONS: [&str; 4] = ["eu-west-1", "eu-west-2", "us-east-1", "ap-south-1"];
const STATUS: [u16; 4] = [200, 204, 404, 500];

/// The values that are looked up, which are there.
const WANTED: Values<'static> = &[&"us-east-1", &"checkout", &"GET", &404_u16];

pub(super) fn pairs() -> Vec<Pair> {
    let lists = map(StrList::capture);
    let strings = map(|values| {
        let mut text = String::new();
        join(values, &mut text);
        text
    });
    let buffer = RefCell::new(String::new());
    vec![Pair::new(
        "lookup",
        ["str_list", "string_buffer"],
        0.75,
        move || by_list(&lists, black_box(WANTED)),
        move || by_buffer(&strings, black_box(WANTED), &mut buffer.borrow_mut()),
    )]
}

/// A map of 16 keys.
fn map<K: Eq + std::hash::Hash>(key: impl Fn(Values<'_>) -> K) -> Map<K> {
    let values = REGIONS
        .iter()
        .flat_map(|region| STATUS.iter().map(move |status| (region, status)));
    values
        .zip(0..)
        .map(|((region, status), value)| {
            let values: [&dyn Display; 4] = [region, &"checkout", &"GET", status];
            (key(&values), value)
        })
        .collect()
}

fn by_list(map: &Map<StrList>, values: Values<'_>) -> Option<u64> {
    map.get(&StrList::capture(values)).copied()
}

/// As code does that keeps a buffer for it.
fn by_buffer(map: &Map<String>, values: Values<'_>, buffer: &mut String) -> Option<u64> {
    buffer.clear();
    join(values, buffer);
    map.get(buffer.as_str()).copied()
}

/// Appends each value and a separator.
fn join(values: Values<'_>, text: &mut String) {
    for value in values {
        write!(text, "{value}\u{1f}").expect("a String takes everything");
    }
}
