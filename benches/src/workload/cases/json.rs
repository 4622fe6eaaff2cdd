//! A list of strings, read from a JSON array: the work beyond the parser's own.

use std::cell::LazyCell;
use std::fmt;
use std::hint::black_box;
use std::mem;

use serde::Deserializer;
use serde::de::{SeqAccess, Visitor};
use serde_json::Value;
use string_kit::StrList;

use string_kit_data::Records;

use super::case::Case;

/// Returns the parser alone, `Vec<String>`, and string-kit's list. None frees the list: only the
/// reading is measured.
pub(super) fn cases() -> [Case; 3] {
    let case = |name: &str, read: fn(&str)| {
        let names = LazyCell::new(names);
        Case::new("list_from_json", name, move || read(&names))
    };
    [
        case("parser", |array| {
            let mut from = serde_json::Deserializer::from_str(array);
            from.deserialize_seq(Passed)
                .expect("it is an array of strings");
        }),
        case("vec_string", |array| {
            let list: Vec<String> = serde_json::from_str(array).expect("it is an array");
            mem::forget(black_box(list));
        }),
        case("str_list", |array| {
            let list: StrList = serde_json::from_str(array).expect("it is an array");
            mem::forget(black_box(list));
        }),
    ]
}

fn names() -> String {
    let cities: Vec<Value> = serde_json::from_str(&Records::cities().json).expect("it is JSON");
    let names: Vec<&Value> = cities.iter().map(|city| &city["city"]).collect();
    serde_json::to_string(&names).expect("strings are JSON")
}

/// A visitor that looks at each string, and keeps none.
struct Passed;

impl<'de> Visitor<'de> for Passed {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array of strings")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut strings: A) -> Result<(), A::Error> {
        while let Some(string) = strings.next_element::<&str>()? {
            black_box(string);
        }
        Ok(())
    }
}
