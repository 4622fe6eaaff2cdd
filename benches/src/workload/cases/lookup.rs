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

pub(super) fn cases() -> Vec<[Case; 2]> {
    let (lists, strings) = (&*LISTS, &*STRINGS);
    let (buffer, dyn_buffer) = (RefCell::default(), RefCell::default());
    let functions = ["lookup_list", "lookup_string"];
    let of_strs =
        |name, look_up: fn(&Map<StrList>, &[&str], &mut StrListBuilder) -> Option<u64>| {
            let (builder, buffer) = (RefCell::default(), RefCell::default());
            pair(
                functions,
                name,
                move || look_up(lists, black_box(WANTED_STRS), &mut builder.borrow_mut()),
                move || {
                    by_buffer(strings, &buffer, |key| {
                        for string in black_box(WANTED_STRS) {
                            key.push_str(string);
                            key.push('\u{1f}');
                        }
                    })
                },
            )
        };
    vec![
        of_strs("with_strs", |map, strings, _| {
            StrList::with_strs(strings, |key| map.get(key).copied())
        }),
        of_strs("with_list", |map, strings, builder| {
            builder.clear();
            for string in strings {
                builder.push(string);
            }
            let found = builder.try_with_list(|key| map.get(key).copied());
            found.expect("the list lies on the stack")
        }),
        of_strs("with_list_of_iterator", |map, strings, _| {
            let builder = StrListBuilder::from_iter(strings);
            let found = builder.try_with_list(|key| map.get(key).copied());
            found.expect("the list lies on the stack")
        }),
        pair(
            functions,
            "with_str_list",
            move || {
                let (region, service, method, status) = black_box(&WANTED);
                with_str_list!([region, service, method, status], |key| {
                    lists.get(key).copied()
                })
            },
            move || {
                by_buffer(strings, &buffer, |key| {
                    let (region, service, method, status) = black_box(&WANTED);
                    write!(
                        key,
                        "{region}\u{1f}{service}\u{1f}{method}\u{1f}{status}\u{1f}"
                    )
                    .expect("a String takes everything");
                })
            },
        ),
        pair(
            functions,
            "with_captured",
            move || StrList::with_captured(black_box(WANTED_DYN), |key| lists.get(key).copied()),
            move || by_buffer(strings, &dyn_buffer, |key| join(black_box(WANTED_DYN), key)),
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

fn by_buffer(
    map: &Map<String>,
    buffer: &RefCell<String>,
    write: impl FnOnce(&mut String),
) -> Option<u64> {
    let key = &mut *buffer.borrow_mut();
    key.clear();
    write(key);
    map.get(key.as_str()).copied()
}

fn join(values: Values<'_>, text: &mut String) {
    for value in values {
        write!(text, "{value}\u{1f}").expect("a String takes everything");
    }
}
