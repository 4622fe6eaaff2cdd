//! One operation on eight texts of a length: string-kit's two types, and the nearest rival of each.

use std::hash::{DefaultHasher, Hash};
use std::hint::black_box;
use std::mem;

use compact_str::CompactString;
use lean_string::LeanStr;
use string_kit::{SharedStr, StringBuf};

/// The lengths, and their names.
const LENGTHS: [(usize, &str); 9] = [
    (0, "len_0"),
    (4, "len_4"),
    (8, "len_8"),
    (15, "len_15"),
    (16, "len_16"),
    (23, "len_23"),
    (24, "len_24"),
    (64, "len_64"),
    (256, "len_256"),
];

/// A function of callgrind's list, a name in it, and the work.
type Case = (String, &'static str, Box<dyn Fn()>);

/// Returns the cases of each operation of a type.
fn cases<T>(id: &'static str) -> impl Iterator<Item = Case>
where
    T: for<'a> From<&'a str> + AsRef<str> + Clone + PartialEq + Hash + 'static,
{
    LENGTHS.into_iter().flat_map(move |(length, name)| {
        let make = |ends: char| -> [T; 8] {
            ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(|first| {
                let mut text = first.to_string().repeat(length);
                text.pop();
                let end = if length > 0 { Some(ends) } else { None };
                T::from(&text.chars().chain(end).collect::<String>())
            })
        };
        let (texts, equals) = (make('y'), make('y'));
        let (unequals, copies) = (make('z'), make('y'));
        let (clones, dropped) = (make('y'), [make('y'), make('y')]);
        let batches = std::cell::RefCell::new(Vec::from(dropped));
        let (read, hashed) = (make('y'), make('y'));
        let lefts = make('y');
        let case = |operation: &str, run: Box<dyn Fn()>| (format!("{id}_{operation}"), name, run);
        [
            case(
                "create",
                Box::new(move || {
                    let text = |text: &T| mem::forget(black_box(T::from(black_box(text.as_ref()))));
                    copies.iter().for_each(text);
                }),
            ),
            case(
                "clone",
                Box::new(move || {
                    clones
                        .iter()
                        .for_each(|text| mem::forget(black_box(black_box(text).clone())));
                }),
            ),
            case("equal", Box::new(move || compare(&texts, &equals))),
            case("unequal", Box::new(move || compare(&lefts, &unequals))),
            case(
                "drop",
                Box::new(move || drop(black_box(batches.borrow_mut().pop()))),
            ),
            case(
                "as_str",
                Box::new(move || {
                    read.iter()
                        .for_each(|text| drop(black_box(black_box(text).as_ref())));
                }),
            ),
            case(
                "hash",
                Box::new(move || {
                    let mut hasher = DefaultHasher::new();
                    hashed
                        .iter()
                        .for_each(|text| black_box(text).hash(&mut hasher));
                    black_box(hasher);
                }),
            ),
        ]
    })
}

fn compare<T: PartialEq>(left: &[T], right: &[T]) {
    let pairs = left.iter().zip(right);
    pairs.for_each(|(left, right)| drop(black_box(black_box(left) == black_box(right))));
}

pub(crate) fn all() -> impl Iterator<Item = Case> {
    let shared = cases::<SharedStr>("shared_str").chain(cases::<LeanStr>("lean_str"));
    let owned = cases::<StringBuf<24>>("string_buf");
    shared
        .chain(owned)
        .chain(cases::<CompactString>("compact_string"))
}
