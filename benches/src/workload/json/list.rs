//! A list of strings, read from a JSON array: the work beyond the parser's own.

use std::fmt;
use std::hint::black_box;
use std::mem;

use serde::Deserializer;
use serde::de::{SeqAccess, Visitor};
use serde_json::Value;
use string_kit::StrList;

use string_kit_data::Records;

/// A name, which is a Rust identifier, and a function that reads an array. It never frees the list:
/// only the reading is measured.
pub type List = (&'static str, fn(&str));

/// Returns the parser alone, `Vec<String>`, and string-kit's list.
///
/// # Panics
///
/// A way panics if its text is no JSON array of strings.
#[must_use]
pub fn lists() -> [List; 3] {
    [
        ("parser", |array| {
            let mut from = serde_json::Deserializer::from_str(array);
            from.deserialize_seq(Passed)
                .expect("it is an array of strings");
        }),
        ("vec_string", |array| {
            let list: Vec<String> = serde_json::from_str(array).expect("it is an array");
            mem::forget(black_box(list));
        }),
        ("str_list", |array| {
            let list: StrList = serde_json::from_str(array).expect("it is an array");
            mem::forget(black_box(list));
        }),
    ]
}

/// Returns the names of the embedded cities, as a JSON array of 1,000 strings.
///
/// # Panics
///
/// If the embedded cities are no JSON.
#[must_use]
pub fn names() -> String {
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
