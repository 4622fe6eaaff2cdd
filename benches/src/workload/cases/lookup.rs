//! A look-up of four values in a map, by a list and by a `String` with separators.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::{Display, Write};
use std::hash::{BuildHasherDefault, DefaultHasher, Hash};
use std::hint::black_box;
use std::sync::LazyLock;

use string_kit::{StrList, StrListBuilder, with_str_list};

use super::case::{Case, pair};
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

type Way = fn(&Map<StrList>, &mut StrListBuilder) -> Option<u64>;

fn case(name: &str, look_up: Way, write: fn(&mut String)) -> [Case; 2] {
    let (builder, buffer) = (RefCell::default(), RefCell::default());
    let (lists, strings) = (&*LISTS, &*STRINGS);
    pair(
        ["lookup_list", "lookup_string"],
        name,
        move || look_up(lists, &mut builder.borrow_mut()),
        move || {
            let key: &mut String = &mut buffer.borrow_mut();
            key.clear();
            write(key);
            strings.get(key.as_str()).copied()
        },
    )
}

pub(super) fn cases() -> Vec<[Case; 2]> {
    let write_strs = |key: &mut String| {
        for string in black_box(WANTED_STRS) {
            key.push_str(string);
            key.push('\u{1f}');
        }
    };
    vec![
        case(
            "with_strs",
            |map, _| StrList::with_strs(black_box(WANTED_STRS), |key| map.get(key).copied()),
            write_strs,
        ),
        case(
            "with_list",
            |map, builder| {
                builder.clear();
                for string in black_box(WANTED_STRS) {
                    builder.push(string);
                }
                let found = builder.try_with_list(|key| map.get(key).copied());
                found.expect("the list lies on the stack")
            },
            write_strs,
        ),
        case(
            "with_list_of_iterator",
            |map, _| {
                let builder = StrListBuilder::from_iter(black_box(WANTED_STRS));
                let found = builder.try_with_list(|key| map.get(key).copied());
                found.expect("the list lies on the stack")
            },
            write_strs,
        ),
        case(
            "with_str_list",
            |map, _| {
                let (region, service, method, status) = black_box(&WANTED);
                with_str_list!([region, service, method, status], |key| map
                    .get(key)
                    .copied())
            },
            |key| {
                let (a, b, c, d) = black_box(&WANTED);
                write!(key, "{a}\u{1f}{b}\u{1f}{c}\u{1f}{d}\u{1f}").expect("it takes everything");
            },
        ),
        case(
            "with_captured",
            |map, _| StrList::with_captured(black_box(WANTED_DYN), |key| map.get(key).copied()),
            |key| join(black_box(WANTED_DYN), key),
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

fn join(values: Values<'_>, text: &mut String) {
    for value in values {
        write!(text, "{value}\u{1f}").expect("a String takes everything");
    }
}
