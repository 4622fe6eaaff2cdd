//! One operation on four texts of a length: string-kit's two types, and the nearest rival of each.
//! A `SmolStr` that becomes a `String`: is anything copied twice? A string that grows by one
//! character at a time, from no bytes.

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::hint::black_box;
use std::mem::ManuallyDrop;

use compact_str::CompactString;
use lean_string::LeanStr;
use smartstring::{LazyCompact, SmartString};
use smol_str::SmolStr;
use string_kit::{CapturedStr, SharedStr, StringBuf};

use super::case::Case;

const LENGTHS: [usize; 9] = [0, 4, 8, 15, 16, 23, 24, 64, 256];

/// Returns four texts of a length, of which all but an empty one end with `last`.
fn texts(length: usize, last: &str) -> [&'static str; 4] {
    ["a", "b", "c", "d"].map(|letter| {
        let text = letter.repeat(length.saturating_sub(1)) + last;
        &*text[..length.min(text.len())].to_owned().leak()
    })
}

fn each<'a, T, R>(texts: &'a [T], work: impl Fn(&'a T) -> R) {
    for text in texts {
        black_box(work(black_box(text)));
    }
}

fn cases_of<T>(id: &'static str) -> impl Iterator<Item = Case>
where
    T: From<&'static str> + AsRef<str> + Clone + PartialEq + Hash + 'static,
{
    LENGTHS.into_iter().flat_map(move |length| {
        let strs = texts(length, "y");
        let make = move || strs.map(T::from);
        let (copied, read, keys) = (make(), make(), make());
        let equal = make().into_iter().zip(make()).collect::<Vec<_>>();
        let different = texts(length, "z").map(T::from);
        let unequal = make().into_iter().zip(different).collect::<Vec<_>>();
        // Each run takes one, and no benchmark has more than two.
        let dropped = RefCell::new(vec![make(), make()]);
        let hash = |text: &T| {
            let mut hasher = DefaultHasher::new();
            text.hash(&mut hasher);
            hasher.finish()
        };
        let create = move || each(&strs, |text| ManuallyDrop::new(T::from(text)));
        let clone = move || each(&copied, |text| ManuallyDrop::new(text.clone()));
        let compare_equal = move || each(&equal, |(left, right)| left == right);
        let compare_unequal = move || each(&unequal, |(left, right)| left == right);
        let drop_last = move || drop(dropped.borrow_mut().pop());
        let (name, length) = (|name| format!("{id}_{name}"), format!("len_{length}"));
        [
            Case::new(name("create"), &*length, create),
            Case::new(name("clone"), &*length, clone),
            Case::new(name("equal"), &*length, compare_equal),
            Case::new(name("unequal"), &*length, compare_unequal),
            Case::new(name("drop"), &*length, drop_last),
            Case::new(name("as_str"), &*length, move || each(&read, T::as_ref)),
            Case::new(name("hash"), &*length, move || each(&keys, hash)),
        ]
    })
}

type Conversion = fn(SmolStr) -> String;

/// Returns the conversions of texts that are inline, just inline, and on the heap.
fn conversions() -> impl Iterator<Item = Case> {
    let ways: [(&str, Conversion); 3] = [
        ("convert_into_string", SmolStr::into_string),
        ("convert_from", String::from),
        ("convert_to_string", |value| value.to_string()),
    ];
    [8, 23, 60].into_iter().flat_map(move |length| {
        ways.map(|(function, convert)| {
            let value = SmolStr::new("x".repeat(length));
            let run = move || drop(black_box(convert(black_box(&value).clone())));
            Case::new(function, format!("smol_str_{length}"), run)
        })
    })
}

/// Makes the cases of types with `push`, for texts that are inline and on the heap.
macro_rules! pushes {
    ($($name:literal: $ty:ty,)*) => {
        [("push_8", 8), ("push_60", 60)].into_iter().flat_map(|(function, len)| {
            let text = &"a text of sixty characters, which no type has room for inline"[..len];
            [$(Case::new(function, $name, move || {
                let mut string = <$ty>::default();
                black_box(text).chars().for_each(|c| string.push(c));
                black_box(&string);
            })),*]
        })
    };
}

fn pushes() -> impl Iterator<Item = Case> {
    pushes! {
        "string": String,
        "string_buf": StringBuf<24>,
        "smart_lazy": SmartString<LazyCompact>,
        "compact_string": CompactString,
    }
}

pub(super) fn cases() -> impl Iterator<Item = Case> {
    let shared = cases_of::<SharedStr>("shared_str").chain(cases_of::<LeanStr>("lean_str"));
    let owned = cases_of::<StringBuf<24>>("string_buf");
    let edited = owned.chain(cases_of::<CompactString>("compact_string"));
    shared.chain(edited).chain(conversions()).chain(pushes())
}
