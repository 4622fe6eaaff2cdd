//! Lists of values whose types are known, and of strings in a JSON array: the work beyond the
//! parser's own.

use std::cell::LazyCell;
use std::fmt;
use std::hint::black_box;
use std::mem;

use serde::Deserializer;
use serde::de::{SeqAccess, Visitor};
use serde_json::Value;
use string_kit::{StrList, str_list};
use string_kit_data::Records;

use super::case::{Case, pairs};
use crate::workload::capture::floor_per_slice;
use crate::workload::slices::{EXAMPLES, Examples, SLICES, Values};

/// Four texts that a list keeps inline.
static INLINE: [&str; 4] = ["eu", "a", "200", "GET"];

/// Four texts that it does not.
static HEAP: &[&str; 4] = &EXAMPLES.texts;

/// The bytes of the block of a list of these four: a count of one word, an end offset of one byte
/// for each, and the text.
const BLOCK: usize = {
    let [a, b, c, d] = EXAMPLES.texts;
    size_of::<usize>() + 4 + a.len() + b.len() + c.len() + d.len()
};

pub(super) fn cases() -> Vec<[Case; 2]> {
    let mut cases = pairs![["list_from", "list_of_values"];
        "array_inline" => StrList::from(*black_box(&INLINE)), four(black_box(&INLINE));
        "array_heap" => StrList::from(*black_box(HEAP)), four(black_box(HEAP));
        "slice_inline" => StrList::from(black_box(&INLINE[..])), four(black_box(&INLINE));
        "slice_heap" => StrList::from(black_box(&HEAP[..])), four(black_box(HEAP));
    ];
    cases.extend(pairs![["list", "list_as_block"];
        "texts" => four(black_box(HEAP)), Box::<[u8]>::from(black_box(&[7; BLOCK][..]));
    ]);
    cases.extend(pairs![["list_typed", "list_formatted"];
        "floor" => typed(black_box(&EXAMPLES)), for_each_slice(floor_per_slice);
        "capture" => typed(black_box(&EXAMPLES)),
            for_each_slice(|values| use_list(StrList::capture(values)));
    ]);
    cases
}

fn four([a, b, c, d]: &[&str; 4]) -> StrList {
    str_list![a, b, c, d]
}

/// Captures the five example slices, each into a list that is dropped before the next. The typed
/// row of the comparison is checked against `to_string`.
fn typed(values: &Examples) {
    let (integers, (float, byte, character)) = (&values.integers, &values.float_byte_char);
    let [a, b, c, d] = &values.texts;
    use_list(str_list![]);
    use_list(str_list![values.bool]);
    use_list(str_list![integers.0, integers.1]);
    use_list(str_list![float, byte, character]);
    use_list(str_list![a, b, c, d]);
}

fn for_each_slice(capture: impl Fn(Values<'static>)) {
    for (_, values) in &SLICES {
        capture(black_box(*values));
    }
}

fn use_list(list: StrList) {
    drop(black_box(list));
}

/// Returns the parser alone, `Vec<String>`, and string-kit's list. None frees the list: only the
/// reading is measured.
pub(super) fn from_json() -> [Case; 3] {
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
