//! A look-up of four values in a map, by a list and by a `String` with separators.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::{Display, Write};
use std::hash::{BuildHasherDefault, DefaultHasher, Hash};
use std::hint::black_box;
use std::sync::LazyLock;

use string_kit::{StrList, StrListBuilder, with_str_list};

use super::Pair;
use crate::workload::slices::Values;

/// `SipHash`, std's default, with the same key in each run.
type Map<K> = HashMap<K, u64, BuildHasherDefault<DefaultHasher>>;

/// The part in which the keys differ.
const REGIONS: [&str; 4] = ["eu-west-1", "eu-west-2", "us-east-1", "ap-south-1"];
const STATUS: [u16; 4] = [200, 204, 404, 500];

/// The values that are looked up, which are there.
const WANTED: (&str, &str, &str, u16) = ("us-east-1", "checkout", "GET", 404);
/// The same, whose types are not known where they are looked up.
const WANTED_DYN: Values<'static> = &[&"us-east-1", &"checkout", &"GET", &404_u16];

/// The same as strings, whose number is not known either.
const WANTED_STRS: &[&str] = &["us-east-1", "checkout", "GET", "404"];

/// The maps of lists and of strings, with 16 keys each.
static LISTS: LazyLock<Map<StrList>> = LazyLock::new(|| map(StrList::capture));
static STRINGS: LazyLock<Map<String>> = LazyLock::new(|| {
    map(|values| {
        let mut text = String::new();
        join(values, &mut text);
        text
    })
});

pub(super) fn pairs() -> Vec<Pair> {
    let (lists, strings) = (&*LISTS, &*STRINGS);
    let (buffer, dyn_buffer) = (RefCell::default(), RefCell::default());
    let groups = ["lookup_list", "lookup_string"];
    let of_strs =
        |name, look_up: fn(&Map<StrList>, &[&str], &mut StrListBuilder) -> Option<u64>| {
            let (builder, buffer) = (RefCell::default(), RefCell::default());
            Pair::new(
                groups,
                name,
                move || look_up(lists, black_box(WANTED_STRS), &mut builder.borrow_mut()),
                move || by_str_buffer(strings, black_box(WANTED_STRS), &mut buffer.borrow_mut()),
            )
        };
    vec![
        of_strs("with_strs", |map, strings, _| {
            StrList::with_strs(strings, |key| map.get(key).copied())
        }),
        of_strs("with_list", by_builder),
        of_strs("with_list_of_iterator", |map, strings, _| {
            let builder = StrListBuilder::from_iter(strings);
            let found = builder.try_with_list(|key| map.get(key).copied());
            found.expect("the list lies on the stack")
        }),
        Pair::new(
            groups,
            "with_str_list",
            move || by_list(lists, black_box(&WANTED)),
            move || by_buffer(strings, black_box(&WANTED), &mut buffer.borrow_mut()),
        ),
        Pair::new(
            groups,
            "with_captured",
            move || StrList::with_captured(black_box(WANTED_DYN), |key| lists.get(key).copied()),
            move || by_dyn_buffer(strings, black_box(WANTED_DYN), &mut dyn_buffer.borrow_mut()),
        ),
    ]
}

fn map<K: Eq + Hash>(key: impl Fn(Values<'_>) -> K) -> Map<K> {
    let mut map = Map::default();
    for region in &REGIONS {
        for status in &STATUS {
            let values: [&dyn Display; 4] = [region, &"checkout", &"GET", status];
            map.insert(key(&values), map.len() as u64);
        }
    }
    map
}

fn by_list(map: &Map<StrList>, values: &(&str, &str, &str, u16)) -> Option<u64> {
    let (region, service, method, status) = values;
    with_str_list!([region, service, method, status], |key| map
        .get(key)
        .copied())
}

/// Looks up the key in a buffer that the caller keeps.
fn by_buffer(
    map: &Map<String>,
    values: &(&str, &str, &str, u16),
    buffer: &mut String,
) -> Option<u64> {
    let (region, service, method, status) = values;
    buffer.clear();
    write!(
        buffer,
        "{region}\u{1f}{service}\u{1f}{method}\u{1f}{status}\u{1f}"
    )
    .expect("a String takes everything");
    map.get(buffer.as_str()).copied()
}

/// Looks up the key in a builder that the caller keeps.
fn by_builder(map: &Map<StrList>, strings: &[&str], builder: &mut StrListBuilder) -> Option<u64> {
    builder.clear();
    for string in strings {
        builder.push(string);
    }
    let found = builder.try_with_list(|key| map.get(key).copied());
    found.expect("the list lies on the stack")
}

/// Looks up the key in a buffer that the caller keeps.
fn by_str_buffer(map: &Map<String>, strings: &[&str], buffer: &mut String) -> Option<u64> {
    buffer.clear();
    for string in strings {
        buffer.push_str(string);
        buffer.push('\u{1f}');
    }
    map.get(buffer.as_str()).copied()
}

/// Looks up the key in a buffer that the caller keeps.
fn by_dyn_buffer(map: &Map<String>, values: Values<'_>, buffer: &mut String) -> Option<u64> {
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
